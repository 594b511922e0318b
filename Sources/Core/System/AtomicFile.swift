import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads whole files, and replaces them so that a reader, a crash or a kill finds the old or the new contents,
/// never a part.
package enum AtomicFile {
  /// The contents of the regular file at `path`; nil when there is none.
  ///
  /// - Throws: `SystemError` when it cannot be read, or is a folder, a pipe or a device.
  /// - Complexity: O(n).
  package static func read(_ path: String) throws(SystemError) -> [UInt8]? {
    // A pipe without a writer must not block before it is recognised as one.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError("read", subject: path)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError("read", subject: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
      throw SystemError("read", subject: path, code: code)
    }
    return try Descriptor.read(file, subject: path)
  }

  /// Whether a file may take the place of what is at `path`: that is a file, or nothing at all, and no pipe or device.
  package static func canReplace(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes `bytes` beside `path`, to the disk, and then renames that file to `path`.
  ///
  /// A symbolic link stays one: the file that it names is replaced. The owner of the file stays, too.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the new file. Without it they are those of the old one, or the user's alone.
  ///   - writer: What tells writers apart that hold no lock against each other.
  /// - Throws: `SystemError`; `path` is then as it was.
  /// - Complexity: O(n).
  package static func replace(
    _ path: String,
    with bytes: some ContiguousBytes,
    mode: mode_t? = nil,
    writer: String = ""
  ) throws(SystemError) {
    let target = resolvingLinks(path)
    let mode = mode ?? permissions(of: target) ?? 0o600
    // One name, so that whoever was killed in here leaves at most one file; callers hold the lock.
    let temporary = "\(folder(of: target))/.\(name(of: target))\(writer).new"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw SystemError("write", subject: path) }
    do throws(SystemError) {
      defer { close(file) }
      guard fchmod(file, mode) == 0 else { throw SystemError("write", subject: path) }
      try keepOwner(of: target, on: file)
      let failure = bytes.withUnsafeBytes { Descriptor.write($0, to: file, subject: path) }
      if let failure { throw failure }
      guard fsync(file) == 0 else { throw SystemError("write", subject: path) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let error = SystemError("replace", subject: path)
      unlink(temporary)
      throw error
    }
    syncFolder(of: target)
  }

  /// Makes the folder at `path` and those above it where they are missing.
  ///
  /// - Parameter mode: Their permissions: the user's alone, if nothing else is said.
  /// - Throws: `SystemError`.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
    if path.isEmpty || access(path, F_OK) == 0 { return }
    try makeFolder(folder(of: path), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw SystemError("make folder", subject: path) }
  }

  /// The folder that holds `path`, `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    String(
      path[
        (path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)...
      ]
    )
  }

  /// The path with no symbolic link in it. Where there is nothing, that is the path itself, or what the links lead to that
  /// it names.
  package static func resolvingLinks(_ path: String) -> String {
    var path = path
    // As many links as the system follows; those that lead in a circle lead nowhere.
    for _ in 0..<40 {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
      guard errno == ENOENT, let link = destination(ofLink: path) else { return path }
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    return path
  }

  private static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &bytes, bytes.count)
    guard length > 0 else { return nil }
    return String(decoding: bytes[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// A superuser who runs a program with another's home must not lock that person out of the file.
  private static func keepOwner(of path: String, on file: Int32) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid != geteuid() else { return }
    guard fchown(file, status.st_uid, status.st_gid) == 0 else {
      throw SystemError("keep the owner", subject: path)
    }
  }

  /// Makes the renaming itself survive a power cut; a file system that cannot do this has its own promises.
  private static func syncFolder(of path: String) {
    let folder = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
