/// The last line of a terminal, while it shows how far something has come.
final class ProgressLine {
  private let output: Output
  private var isShown = false

  /// - Parameter output: Where it is shown; a terminal.
  init(on output: Output) {
    self.output = output
  }

  deinit { erase() }

  /// Shows a text in the place of what was shown before.
  func show(_ text: String) {
    output.put("\r\u{1B}[K" + text.truncated(to: 78))
    output.flush()
    isShown = true
  }

  /// Makes room for something else.
  func erase() {
    guard isShown else { return }
    isShown = false
    output.put("\r\u{1B}[K")
    output.flush()
  }
}
