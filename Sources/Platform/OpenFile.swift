import SystemC

/// A file descriptor that is closed when the object is released.
package final class OpenFile {
  package let descriptor: Int32
  /// What it is.
  package let mode: mode_t
  /// Whether it is a regular file, which has an end.
  package var isRegular: Bool { mode & S_IFMT == S_IFREG }
  private let isOwned: Bool

  /// - Parameter isOwned: Whether to close the descriptor.
  package convenience init(_ descriptor: Int32, isOwned: Bool = true) {
    self.init(descriptor, stat(of: descriptor) ?? stat(), isOwned: isOwned)
  }

  private init(_ descriptor: Int32, _ status: stat, isOwned: Bool) {
    self.descriptor = descriptor
    mode = status.st_mode
    self.isOwned = isOwned
  }

  /// Opens the file at `path` for reading.
  ///
  /// - Throws: `SystemError`.
  package convenience init(path: String, flags: Int32) throws(SystemError) {
    let descriptor = Descriptor.uninterrupted { path.withPath { open($0, flags | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw SystemError("read", subject: path) }
    guard let status = stat(of: descriptor) else {
      let failure = SystemError("read", subject: path)
      close(descriptor)
      throw failure
    }
    self.init(descriptor, status, isOwned: true)
  }

  deinit {
    if isOwned { close(descriptor) }
  }
}
