import TodoShellSystem

/// A file descriptor that is closed when the object is released.
package final class OpenFile {
  package let descriptor: Int32
  /// What it is; 0 if the system does not tell.
  package let mode: mode_t
  /// Whether it is a regular file, which has an end.
  package var isRegular: Bool { mode & S_IFMT == S_IFREG }
  private let isOwned: Bool

  /// - Parameter isOwned: Whether to close the descriptor.
  package init(_ descriptor: Int32, isOwned: Bool = true) {
    self.descriptor = descriptor
    mode = stat(of: descriptor)?.st_mode ?? 0
    self.isOwned = isOwned
  }

  /// Opens the file at `path` for reading.
  ///
  /// - Throws: `SystemError`.
  package convenience init(path: String, flags: Int32) throws(SystemError) {
    let descriptor = Descriptor.uninterrupted { path.withPath { open($0, flags | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw SystemError("read", subject: path) }
    self.init(descriptor)
    guard mode != 0 else { throw SystemError("read", subject: path) }
  }

  deinit {
    if isOwned { close(descriptor) }
  }
}
