import Core
import TodoShellSystem

/// Watches for the signals that end a batch, so that its output and its reports are written first.
final class BatchInterrupts {
  private let watch: SignalWatch

  /// - Parameters:
  ///   - signals: The signals that end the batch.
  ///   - program: The program's name, for the message of `^C` about a reducer that does not return; `nil` for none.
  /// - Throws: `SystemError` if signals cannot be watched.
  init(_ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], of program: String? = nil) throws(SystemError) {
    // A reducer that never returns must not keep the program alive.
    watch = try SignalWatch(ending: signals, within: 5, remindingIn: program)
  }

  /// Whether a signal has arrived, which ends the batch.
  var isInterrupted: Bool {
    guard SignalWatch.ending != nil else { return false }
    // Nothing waits for a reducer any more, and a report may take longer to write.
    alarm(60)
    return true
  }

  /// Ends the process with the signal, if one has arrived.
  func finish() {
    watch.end()
    if let signal = SignalWatch.ending { raise(signal) }
  }
}
