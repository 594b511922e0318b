import Core
import Glibc

/// Watches for the signals that end a batch, so that its output and its reports are written first.
final class BatchInterrupts {
  private let watch: SignalWatch

  /// - Parameter signals: The signals that end the batch.
  /// - Throws: `SystemError` if signals cannot be watched.
  init(_ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) throws(SystemError) {
    watch = try SignalWatch(ending: signals)
  }

  /// Whether a signal has arrived, which ends the batch.
  var isInterrupted: Bool { SignalWatch.ending != nil }

  /// Ends the process with the signal, if one has arrived.
  func finish() {
    watch.end()
    if let signal = SignalWatch.ending { raise(signal) }
  }
}
