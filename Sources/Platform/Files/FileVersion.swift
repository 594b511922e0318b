import SystemC

/// Identifies the version of a file.
package struct FileVersion: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// The version of the file at a path.
  ///
  /// - Returns: `nil` if the file does not exist.
  /// - Throws: A `SystemError` if that cannot be told.
  package init?(of path: String) throws(SystemError) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else {
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw SystemError("tell whether another program has changed", subject: path)
    }
    (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.modification.tv_sec, status.modification.tv_nsec)
  }
}
