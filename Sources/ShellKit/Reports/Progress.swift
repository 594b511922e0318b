/// How far a long script is, on standard error while it runs.
final class Progress {
  /// What runs for less long needs no company.
  private static var patience: Duration { .seconds(1) }
  private static var interval: Duration { .milliseconds(200) }

  private let errors: Output
  private let name: String
  private let total: Int
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?
  private var count = 0

  /// - Parameters:
  ///   - errors: Where it is shown; a terminal.
  ///   - name: What the script is called.
  ///   - total: How many commands it has.
  init(on errors: Output, name: String, total: Int) {
    self.errors = errors
    self.name = name.controlCharactersEscaped.truncated(to: 40)
    self.total = total
  }

  deinit { erase() }

  /// A command is about to run.
  func advance() {
    count += 1
    // A look at the clock costs as much as a small command.
    guard count.isMultiple(of: 32) || shown != nil else { return }
    let now = ContinuousClock.now
    guard now - start > Self.patience, shown.map({ now - $0 > Self.interval }) ?? true else { return }
    shown = now
    let percent = total > 0 ? " (\(min(100, count * 100 / total))%)" : ""
    errors.put("\r\u{1B}[K\(name): \(count) of \(max(count, total)) commands\(percent)")
    errors.flush()
  }

  /// Makes room for something else.
  func erase() {
    guard shown != nil else { return }
    shown = nil
    errors.put("\r\u{1B}[K")
    errors.flush()
  }
}
