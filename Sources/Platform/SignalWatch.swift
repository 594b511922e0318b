import CPlatform
import Core
import Glibc

/// Defers signals until they can be handled safely.
///
/// The handler of a watched signal only sets a flag, which `take` reads and clears. `SIGTSTP` has no handler, and stays pending
/// until the end of the watch. Signals that the process was
/// started to ignore (`nohup`, a background job) remain ignored. Watches nest: ending one restores the previous
/// handlers.
///
///     let interrupts = try SignalWatch([SIGINT])
///     while work.remains, !interrupts.take(SIGINT) { work.step() }
package final class SignalWatch {
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Starts watching.
  ///
  /// - Throws: A `SystemError` if a signal cannot be watched (`SIGKILL`) or a pipe cannot be created.
  package convenience init(_ signals: [Int32]) throws(SystemError) {
    try self.init(signals, ends: false)
  }

  /// Watches for signals that end the program after pending output has been written: see ``ending``. A second signal of
  /// the same kind is not watched and ends the program immediately.
  ///
  /// - Parameters:
  ///   - signals: The signals.
  ///   - seconds: The time after which the signal arrives a second time, unless the watch has ended; `nil` for never. With
  ///     a time, a second signal has the effect that it had before the watch.
  /// - Throws: A `SystemError` if a signal cannot be watched or a pipe cannot be created.
  package convenience init(ending signals: [Int32], within seconds: UInt32? = nil) throws(SystemError) {
    try self.init(signals, ends: true, within: seconds ?? 0)
  }

  private init(_ signals: [Int32], ends: Bool, within seconds: UInt32 = 0) throws(SystemError) {
    for signal in signals {
      var action = sigaction()
      switch terminal_signals_watch(signal, ends ? 1 : 0, seconds, &action) {
      case 1: previous.append((signal, action))
      case 0: break
      default:
        let error = SystemError("watch signal \(signal)")
        end()
        throw error
      }
    }
  }

  deinit { end() }

  /// Ends the watch and restores the previous handlers. A `SIGTSTP` that arrived meanwhile stops the program now, unless
  /// `SIGCONT` followed it.
  package func end() {
    for (signal, action) in previous.reversed() {
      withUnsafePointer(to: action) { terminal_signals_unwatch(signal, $0) }
    }
    previous = []
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
