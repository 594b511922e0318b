#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that programs take in turn to replace files in a folder.
///
/// It is on the folder, which stays, and not on the file, which is replaced by renaming. The system releases it when
/// its holder ends, however that ends.
struct FolderLock {
  private let folder: Int32
  /// Whether nobody else holds it. A file system without locks gives it to everyone.
  let isExclusive: Bool

  /// Waits until nobody else holds the lock.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - patience: How often to look, a millisecond apart. A holder that is stopped must not stop all others for good.
  init(_ path: String, patience: Int = 5000) throws {
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError("lock", path) }
    var attempts = 0
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else {
        isExclusive = false
        return
      }
      attempts += 1
      guard attempts < patience else {
        close(folder)
        throw FileError("lock", path, code: code)
      }
      poll(nil, 0, 1)
    }
    isExclusive = true
  }

  /// Lets the next one have it.
  func release() { close(folder) }
}
