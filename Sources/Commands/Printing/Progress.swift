/// Shows the progress of a long script on standard error.
final class Progress {
  /// Shorter scripts show no progress.
  private static var patience: Duration { .seconds(1) }
  /// How often progress is shown, that of long commands, too.
  static var interval: Duration { .milliseconds(200) }

  private let line: ProgressLine
  private let name: String
  private let total: Int
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?
  private var count = 0

  /// - Parameters:
  ///   - line: The progress line.
  ///   - name: The name of the script.
  ///   - total: The number of its commands.
  init(on line: ProgressLine, name: String, total: Int) {
    self.line = line
    self.name = name.controlCharactersEscaped.truncated(to: 40)
    self.total = total
  }

  /// Called before each command.
  func advance() {
    count += 1
    // Reading the clock costs as much as a small command.
    guard count.isMultiple(of: 32) || shown != nil else { return }
    let now = ContinuousClock.now
    guard now - start > Self.patience, shown.map({ now - $0 > Self.interval }) ?? true else { return }
    shown = now
    let percent = total > 0 ? " (\(min(100, count * 100 / total))%)" : ""
    line.show("\(name): \(count) of \(max(count, total)) commands\(percent)")
  }
}

/// The progress line, the last line of a terminal.
final class ProgressLine {
  private let output: Output
  let columns: () -> Int
  private var isShown = false

  /// - Parameters:
  ///   - output: The terminal.
  ///   - columns: Its current width.
  init(on output: Output, columns: @escaping () -> Int) {
    self.output = output
    self.columns = columns
  }

  deinit { erase() }

  /// Replaces the text shown.
  func show(_ text: String) {
    // A wrapped line could not be erased, and after the last column some terminals wrap.
    output.put("\r\u{1B}[K" + text.truncated(to: columns() - 1))
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
