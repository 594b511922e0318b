import Core
import Glibc

/// Notices the signals that end a batch, so that what it has printed so far, and its reports, are written first.
final class BatchInterrupts {
  private let watch: SignalWatch

  /// - Throws: `SystemError` when signals cannot be watched.
  init() throws(SystemError) {
    watch = try SignalWatch(ending: [SIGINT, SIGTERM, SIGHUP])
  }

  /// Whether a signal came, which ends everything that follows.
  var isInterrupted: Bool { SignalWatch.ending != nil }

  /// Ends the process as the signal would have, if one came.
  func finish() {
    watch.end()
    if let signal = SignalWatch.ending { raise(signal) }
  }
}
