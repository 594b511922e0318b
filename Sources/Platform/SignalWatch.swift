import CPlatform
import Core
import Glibc

/// Holds signals back so that they can be taken where it is safe to act on them.
///
/// A watched signal does nothing but leave a note; `take` finds it. Signals that the process was started to
/// ignore (`nohup`, a background job) stay ignored. Watches nest: the end of one puts back what was before it.
///
///     let interrupts = try SignalWatch([SIGINT])
///     while work.remains, !interrupts.take(SIGINT) { work.step() }
package final class SignalWatch {
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Starts to watch.
  ///
  /// - Throws: `SystemError` when a signal cannot be watched (`SIGKILL`) or no pipe can be made.
  package convenience init(_ signals: [Int32]) throws(SystemError) {
    try self.init(signals, ends: false)
  }

  /// Watches for signals that end the program once everything is written: see ``ending``. The second signal of a kind
  /// is not watched for, and ends the program at once.
  ///
  /// - Throws: `SystemError` when a signal cannot be watched or no pipe can be made.
  package convenience init(ending signals: [Int32]) throws(SystemError) {
    try self.init(signals, ends: true)
  }

  private init(_ signals: [Int32], ends: Bool) throws(SystemError) {
    for signal in signals {
      var action = sigaction()
      switch terminal_signals_watch(signal, ends ? 1 : 0, &action) {
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

  /// Ends the watch; signals do again what they did before.
  package func end() {
    for (signal, action) in previous.reversed() {
      withUnsafePointer(to: action) { _ = sigaction(signal, $0, nil) }
    }
    previous = []
  }

  /// Whether `signal` has arrived and has not been taken yet.
  package func isPending(_ signal: Int32) -> Bool { Self.isPending(signal) }

  /// Whether `signal` has arrived at any watch and has not been taken yet.
  package static func isPending(_ signal: Int32) -> Bool { terminal_signals_is_pending(signal) != 0 }

  /// Takes `signal` if it has arrived; several arrivals count as one.
  @discardableResult
  package func take(_ signal: Int32) -> Bool { terminal_signals_take(signal) != 0 }

  /// The signal that has come to end the program, if one has. It ends every wait as well.
  package static var ending: Int32? {
    let signal = terminal_signals_ending()
    return signal > 0 ? signal : nil
  }

  /// Becomes readable when a signal arrives.
  package static func descriptor() throws(SystemError) -> Int32 {
    let descriptor = terminal_signals_descriptor()
    guard descriptor >= 0 else { throw SystemError("make a pipe for signals") }
    return descriptor
  }
}
