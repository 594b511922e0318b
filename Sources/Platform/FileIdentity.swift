import TodoShellSystem

/// Identifies the file at a path, whether the path is absolute, relative, a symbolic link or a hard link.
package struct FileIdentity: Hashable {
  private var device: dev_t
  private var number: ino_t
  /// The name of a file that does not exist yet, in the folder with that inode number.
  private var name: String?
}

extension FileIdentity {
  /// The identity of the file at a path, or of the file that would be created there.
  ///
  /// - Returns: `nil` for a pipe or a device, which writing does not replace, or if the folder does not exist.
  package init?(path: String) {
    let path = AtomicFile.resolvingLinks(path)
    if let status = stat(of: path) {
      self.init(status)
      return
    }
    guard let status = stat(of: AtomicFile.folder(of: path)) else { return nil }
    self.init(device: status.st_dev, number: status.st_ino)
    name = AtomicFile.name(of: path)
  }

  /// The identity of an open file.
  ///
  /// - Returns: `nil` for a pipe, a device or an invalid descriptor.
  package init?(descriptor: Int32) {
    guard let status = stat(of: descriptor) else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.isRegular else { return nil }
    self.init(device: status.st_dev, number: status.st_ino)
  }
}
