#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that programs take in turn, on a folder or on a file made for the purpose.
///
/// A file that is replaced by renaming is not locked itself, since the lock would go with the old one: its folder is, or
/// a file beside it. The system releases a lock when its holder ends, however that ends.
package struct FileLock {
  private let file: Int32
  /// Whether no other program holds it. On a file system without locks every program gets it: to save without a lock is
  /// better than not to save at all.
  package let isExclusive: Bool

  /// Waits until no other program holds the lock on a file, which is made if it does not exist.
  ///
  /// - Parameter patience: How often to look, a millisecond apart: a holder that is stopped (`^Z`) in its few
  ///   milliseconds must not stop everyone else for good.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when it is still held.
  package init(_ path: String, patience: Int = 2000) throws(SystemError) {
    try self.init(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, patience: patience)
  }

  /// Waits until no other program holds the lock on a folder.
  ///
  /// - Parameter patience: How often to look, a millisecond apart.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when it is still held.
  package init(folder path: String, patience: Int = 5000) throws(SystemError) {
    try self.init(opening: path, O_RDONLY | O_DIRECTORY, patience: patience)
  }

  private init(opening path: String, _ flags: Int32, patience: Int) throws(SystemError) {
    file = path.withPath { open($0, flags | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw SystemError("lock", subject: path) }
    var attempts = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else {
        isExclusive = false
        return
      }
      attempts += 1
      guard attempts < patience else {
        close(file)
        throw SystemError("lock", subject: path, code: code)
      }
      poll(nil, 0, 1)
    }
    isExclusive = true
  }

  /// Lets the next one have it.
  package func release() {
    // A program that is being started right now still has the file open, and with it the lock.
    flock(file, LOCK_UN)
    close(file)
  }
}
