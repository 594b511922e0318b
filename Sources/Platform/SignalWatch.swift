import CTodoShellPlatform
import TodoShellSystem

/// Defers signals until they can be handled safely.
///
/// The handler of a watched signal only sets a flag, which `take` reads and clears. `SIGTSTP` has no handler, and stays
/// pending until the end of the watch. Signals that the process was started to ignore (`nohup`, a background job)
/// remain ignored. There can be several watches for a signal; after the last one, it has its original effect again.
///
///     let interrupts = try SignalWatch([SIGINT])
///     while work.remains, !interrupts.take(SIGINT) { work.step() }
package final class SignalWatch {
  private var signals: [Int32] = []
  private let kind: terminal_signal_watch
  private var reminds = false

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - signals: The signals.
  ///   - program: The program's name, for the message that `SIGINT` waits for a reducer or an effect if it is not taken
  ///     within a second. Another `SIGINT` then ends the program. `nil` for no message.
  /// - Throws: A `SystemError` if a signal cannot be watched (`SIGKILL`) or a pipe cannot be created.
  package convenience init(_ signals: [Int32], remindingIn program: String? = nil) throws(SystemError) {
    try self.init(signals, TERMINAL_SIGNAL_NOTED, remindingIn: program)
  }

  /// Watches for signals that end the program after pending output has been written: see ``ending``. A second signal of
  /// the same kind ends the program immediately.
  ///
  /// - Parameters:
  ///   - signals: The signals.
  ///   - seconds: The time after which the signal arrives a second time, unless the watch has ended; `nil` for never.
  ///   - program: As in ``init(_:remindingIn:)``.
  /// - Throws: A `SystemError` if a signal cannot be watched or a pipe cannot be created.
  package convenience init(
    ending signals: [Int32],
    within seconds: UInt32? = nil,
    remindingIn program: String? = nil
  ) throws(SystemError) {
    try self.init(signals, TERMINAL_SIGNAL_ENDING, within: seconds ?? 0, remindingIn: program)
  }

  /// Ignores signals.
  ///
  /// - Throws: A `SystemError` if a signal cannot be watched.
  package convenience init(ignoring signals: [Int32]) throws(SystemError) {
    try self.init(signals, TERMINAL_SIGNAL_IGNORED)
  }

  private init(
    _ signals: [Int32],
    _ kind: terminal_signal_watch,
    within seconds: UInt32 = 0,
    remindingIn program: String? = nil
  ) throws(SystemError) {
    self.kind = kind
    for signal in signals {
      switch terminal_signals_watch(signal, kind, seconds) {
      case 1: self.signals.append(signal)
      case 0: break
      default:
        let error = SystemError("watch signal \(signal)")
        end()
        throw error
      }
    }
    guard let program, self.signals.contains(SIGINT) else { return }
    reminds = true
    // The terminal has echoed the key.
    let start = isatty(STDERR_FILENO) != 0 ? "\n" : ""
    terminal_signals_set_reminder(
      "\(start)\(program): a reducer or an effect does not return; press ^C again to end \(program)\n"
    )
  }

  deinit { end() }

  /// Ends the watch. A `SIGTSTP` that arrived meanwhile stops the program now, unless `SIGCONT` followed it.
  package func end() {
    for signal in signals.reversed() { terminal_signals_unwatch(signal, kind) }
    if reminds { terminal_signals_set_reminder(nil) }
    signals = []
    reminds = false
  }

  /// Whether `signal` has arrived in any watch and has not been taken.
  package static func isPending(_ signal: Int32) -> Bool { terminal_signals_is_pending(signal) != 0 }

  /// Takes `signal` if it has arrived; several arrivals count as one.
  @discardableResult
  package func take(_ signal: Int32) -> Bool { terminal_signals_take(signal) != 0 }

  /// The signal that is ending the program, if any. It also ends every wait.
  package static var ending: Int32? {
    let signal = terminal_signals_ending()
    return signal > 0 ? signal : nil
  }

  /// Ends a wait for a signal, as if one had arrived.
  package static func wake() { terminal_signals_note(0) }

  /// Becomes readable when a signal arrives.
  package static func descriptor() throws(SystemError) -> Int32 {
    let descriptor = terminal_signals_descriptor()
    guard descriptor >= 0 else { throw SystemError("make a pipe for signals") }
    return descriptor
  }
}
