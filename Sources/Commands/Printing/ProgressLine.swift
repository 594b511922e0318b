/// The progress line, the last line of a terminal.
final class ProgressLine {
  private let output: Output
  private var isShown = false

  /// - Parameter output: The terminal.
  init(on output: Output) {
    self.output = output
  }

  deinit { erase() }

  /// Replaces the text shown.
  func show(_ text: String) {
    output.put("\r\u{1B}[K" + text.truncated(to: 78))
    output.flush()
    isShown = true
  }

  /// Clears the line.
  func erase() {
    guard isShown else { return }
    isShown = false
    output.put("\r\u{1B}[K")
    output.flush()
  }
}
