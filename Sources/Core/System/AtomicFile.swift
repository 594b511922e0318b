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
    let file = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
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
    return path.withPath { stat($0, &status) } != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes `bytes` to a new file beside `path`, flushes it to the disk, and then renames it to `path`.
  ///
  /// A symbolic link stays one: the file that it names is replaced. The owner, the group and the permissions of the file
  /// stay, too; a group that the user may not give a file to loses its permissions. Signals are acted on only when it is
  /// done, so that none leaves the new file behind.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the new file, if those of the old one are not to stay.
  ///   - newMode: Its permissions if there is no old one, less those that the process's umask withholds.
  /// - Throws: `SystemError`; `path` is then as it was.
  /// - Complexity: O(n).
  package static func replace(
    _ path: String,
    with bytes: some ContiguousBytes,
    mode: mode_t? = nil,
    newMode: mode_t = 0o600
  ) throws(SystemError) {
    let target = resolvingLinks(path)
    let signals = HeldSignals()
    defer { signals.release() }
    guard var file = ReplacementFile(in: folder(of: target), mode: mode ?? newMode) else {
      throw SystemError("write", subject: path)
    }
    var isComplete = false
    defer { if isComplete { close(file.descriptor) } else { file.discard() } }
    if let mode, fchmod(file.descriptor, mode) != 0 { throw SystemError("write", subject: path) }
    try keepAttributes(of: target, on: file.descriptor, permissions: mode == nil)
    let failure = bytes.withUnsafeBytes { Descriptor.write($0, to: file.descriptor, subject: path) }
    if let failure { throw failure }
    guard fsync(file.descriptor) == 0 else { throw SystemError("write", subject: path) }
    guard file.rename(to: target) else { throw SystemError("replace", subject: path) }
    isComplete = true
    syncFolder(of: target)
  }

  /// Makes the folder at `path` and those above it where they are missing.
  ///
  /// - Parameter mode: Their permissions: the user's alone, if nothing else is said.
  /// - Throws: `SystemError`.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
    if path.isEmpty || path.withPath({ access($0, F_OK) }) == 0 { return }
    try makeFolder(folder(of: path), mode: mode)
    guard path.withPath({ mkdir($0, mode) }) == 0 || errno == EEXIST else {
      throw SystemError("make folder", subject: path)
    }
  }

  /// The folder that holds `path`, `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path with no symbolic link in it. Where there is nothing, that is the path itself, or what the links lead to that
  /// it names.
  package static func resolvingLinks(_ path: String) -> String {
    var path = path
    // As many links as the system follows; those that lead in a circle lead nowhere.
    for _ in 0..<40 {
      if let resolved = path.withPath({ realpath($0, nil) }) {
        defer { free(resolved) }
        return String(path: resolved)
      }
      guard errno == ENOENT, let link = destination(ofLink: path) else { return path }
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    return path
  }

  private static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = path.withPath { readlink($0, &bytes, bytes.count) }
    guard length > 0 else { return nil }
    return String(pathBytes: bytes[..<length].map(UInt8.init(bitPattern:)))
  }

  /// Gives a new file the owner, the group and the permissions of the one at `path`, if there is one.
  ///
  /// A superuser who runs a program with another's home must not lock that person out of the file.
  private static func keepAttributes(
    of path: String,
    on file: Int32,
    permissions: Bool
  ) throws(SystemError) {
    var (old, new) = (stat(), stat())
    guard path.withPath({ stat($0, &old) }) == 0 else { return }
    guard fstat(file, &new) == 0 else { throw SystemError("write", subject: path) }
    if old.st_uid != new.st_uid {
      guard fchown(file, old.st_uid, old.st_gid) == 0 else {
        throw SystemError("keep the owner", subject: path)
      }
      new.st_gid = old.st_gid
    }
    guard permissions else { return }
    var mode = old.st_mode & 0o777
    // What another group may do with the file was not granted to this one.
    if old.st_gid != new.st_gid, fchown(file, old.st_uid, old.st_gid) != 0 {
      mode = mode & 0o707 | (mode & 0o007) << 3
    }
    guard fchmod(file, mode) == 0 else { throw SystemError("write", subject: path) }
  }

  /// Makes the renaming itself survive a power cut; a file system that cannot do this has its own promises.
  private static func syncFolder(of path: String) {
    let folder = folder(of: path).withPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

/// Blocks signals on this thread while a file is being replaced, which must not be left half done.
///
/// The threads on which detached tasks run block these signals anyway, so no other thread takes one meanwhile.
private struct HeldSignals {
  private var previous = sigset_t()

  init() {
    var signals = sigset_t()
    sigfillset(&signals)
    // A crash of the program itself is not held back.
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
  }

  func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
