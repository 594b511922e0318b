#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An advisory lock between programs, on a folder or on a dedicated file.
///
/// A file that is replaced by renaming cannot be locked itself, because the lock would stay with the old file: lock
/// its folder, or a file next to it. The system releases a lock when its holder ends, for whatever reason.
package struct FileLock {
  private let file: Int32
  /// Whether no other program holds it. On a file system without locks, this is `false` and every program gets the
  /// lock: saving without a lock is better than not saving.
  package let isExclusive: Bool

  /// Waits until no other program holds the lock on a file, which is created if it does not exist.
  ///
  /// - Parameter patience: The number of attempts, a millisecond apart, so that a holder that is stopped (`^Z`) while
  ///   it holds the lock does not block other programs indefinitely.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` if it is still held.
  package init(_ path: String, patience: Int = 2000) throws(SystemError) {
    try self.init(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, patience: patience)
  }

  /// Waits until no other program holds the lock on a folder.
  ///
  /// - Parameter patience: The number of attempts, a millisecond apart.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` if it is still held.
  package init(folder path: String, patience: Int = 5000) throws(SystemError) {
    try self.init(opening: path, O_RDONLY | O_DIRECTORY, patience: patience)
  }

  private init(opening path: String, _ flags: Int32, patience: Int) throws(SystemError) {
    file = Descriptor.uninterrupted { path.withPath { open($0, flags | O_CLOEXEC, 0o600) } }
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

  /// Releases the lock.
  package func release() {
    // Unlocks explicitly, because a child process that is being started may still have the file open, and with it the
    // lock.
    flock(file, LOCK_UN)
    close(file)
  }
}
