#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that several programs may read and replace.
struct DiskFile: Sendable {
  let path: String

  /// The content; `nil` if the file does not exist.
  func read() throws(SystemError) -> Data? { try AtomicFile.read(path).map { Data($0) } }

  /// Creates the file, and its folder if necessary, unless it exists.
  ///
  /// - Returns: Whether it was created.
  func create(with data: Data) throws(SystemError) -> Bool {
    let target = AtomicFile.resolvingLinks(path)
    let folder = AtomicFile.folder(of: target)
    try AtomicFile.makeFolder(folder, mode: 0o777)
    let lock = try FileLock(folder: folder)
    defer { lock.release() }
    // Linked, because renaming would replace a file that a program without the lock may have created meanwhile.
    let new = target + ".creating"
    try AtomicFile.replace(new, with: Array(data))
    defer { _ = new.withPath { unlink($0) } }
    if new.withPath({ new in target.withPath { link(new, $0) } }) == 0 { return true }
    guard errno == EEXIST else { throw SystemError("create", subject: path) }
    return false
  }

  /// Replaces the file, and creates its folder if necessary.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - isReadable: Whether the old content can be overwritten. If not, a copy is kept next to it.
  func replace(
    with data: Data,
    keepingBrokenUnless isReadable: (Data) -> Bool = { _ in true }
  ) throws(SystemError) {
    // A symbolic link is preserved, and its target is replaced.
    let target = DiskFile(path: AtomicFile.resolvingLinks(path))
    let folder = AtomicFile.folder(of: target.path)
    try AtomicFile.makeFolder(folder, mode: 0o777)
    let lock = try FileLock(folder: folder)
    defer { lock.release() }
    if let old = try target.read(), old != data, !isReadable(old) { try target.keepBroken() }
    try AtomicFile.replace(target.path, with: Array(data))
  }

  /// Keeps a copy of an unreadable file under the first free name.
  private func keepBroken() throws(SystemError) {
    for number in 1... {
      let copy = path + (number == 1 ? ".broken" : ".broken\(number)")
      if path.withPath({ path in copy.withPath { link(path, $0) } }) == 0 { return }
      guard errno == EEXIST else { throw SystemError("keep the unreadable file as", subject: copy) }
    }
  }
}
