import Glibc

/// A lock that programs take in turn, on a file made for the purpose beside the file it guards.
///
/// It is not on the guarded file itself, because that one is replaced by renaming. The system releases it when
/// the holder ends, however it ends.
struct FileLock {
  private let file: Int32

  /// Waits until nobody else holds the lock.
  ///
  /// - Parameter patience: how often to look, a millisecond apart; a holder that is stopped (`^Z`) in
  ///   its few milliseconds must not stop everyone else for good.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when it is still held.
  init(_ path: String, patience: Int = 2000) throws(SystemError) {
    file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("lock", subject: path) }
    var attempts = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      // File systems without locks: better to save without one than not at all.
      if code == ENOLCK || code == ENOTSUP { return }
      attempts += 1
      guard code == EWOULDBLOCK, attempts < patience else {
        close(file)
        throw SystemError("lock", subject: path, code: code)
      }
      poll(nil, 0, 1)
    }
  }

  /// Lets the next one have it.
  func release() { close(file) }
}
