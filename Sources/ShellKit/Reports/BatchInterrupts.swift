import Core
import Glibc

/// Notices the signals that end a batch, where something is still to be written when they come.
final class BatchInterrupts {
  private static var signals: [Int32] { [SIGINT, SIGTERM, SIGHUP] }

  private let watch: SignalWatch
  /// The signal that came; it ends everything that follows.
  private(set) var signal: Int32?

  /// - Throws: `SystemError` when signals cannot be watched.
  init() throws(SystemError) {
    watch = try SignalWatch(Self.signals)
  }

  /// Whether someone wants the batch to end.
  var isInterrupted: Bool {
    if signal == nil { signal = Self.signals.first { watch.take($0) } }
    return signal != nil
  }

  /// Ends the process as the signal would have, if one came.
  func finish() {
    watch.end()
    if let signal { raise(signal) }
  }
}
