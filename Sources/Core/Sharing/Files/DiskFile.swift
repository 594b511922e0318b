import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is read and replaced as a whole, by several programs in turn.
struct DiskFile: Sendable {
  let path: String

  /// The content; `nil` if there is no such file.
  func read() throws(SystemError) -> Data? { try AtomicFile.read(path).map { Data($0) } }

  /// Replaces the file, and makes its folder if it is not there.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - isReadable: Whether the old content can be lost. If not it is kept beside.
  func replace(
    with data: Data,
    keepingBrokenUnless isReadable: (Data) -> Bool = { _ in true }
  ) throws(SystemError) {
    // A symbolic link stays one: what it names is replaced.
    let target = DiskFile(path: AtomicFile.resolvingLinks(path))
    let folder = AtomicFile.folder(of: target.path)
    try AtomicFile.makeFolder(folder, mode: 0o777)
    let lock = try FileLock(folder: folder)
    defer { lock.release() }
    if let old = try target.read(), old != data, !isReadable(old) { try target.keepBroken() }
    try AtomicFile.replace(target.path, with: data)
  }

  /// Keeps a file that cannot be read under the first name that is free.
  private func keepBroken() throws(SystemError) {
    for number in 1... {
      let copy = path + (number == 1 ? ".broken" : ".broken\(number)")
      if path.withPath({ path in copy.withPath { link(path, $0) } }) == 0 { return }
      guard errno == EEXIST else { throw SystemError("keep the unreadable file as", subject: copy) }
    }
  }
}
