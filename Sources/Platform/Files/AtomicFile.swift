import TodoShellSystem

/// Reads whole files, and replaces them atomically: a reader finds either the old or the new contents, even after a
/// crash or a kill.
package enum AtomicFile {
  /// The contents of the regular file at `path`; `nil` if it does not exist.
  ///
  /// - Throws: `SystemError` if it cannot be read, or is a folder, a pipe or a device.
  package static func read(_ path: String) throws(SystemError) -> [UInt8]? {
    // Opening a pipe without a writer must not block before it is recognised as a pipe.
    let file = Descriptor.uninterrupted { path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } }
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError("read", subject: path)
    }
    defer { close(file) }
    guard let status = stat(of: file) else { throw SystemError("read", subject: path) }
    guard status.isRegular else {
      throw SystemError("read", subject: path, code: SystemError.code(ofMode: status.st_mode))
    }
    // All of it would have to be in memory, several times.
    guard status.st_size < 1 << 31 else { throw SystemError("read", subject: path, code: EFBIG) }
    return try Descriptor.read(file, subject: path)
  }

  /// Whether a file may replace what is at `path`, which must be a regular file or not exist.
  package static func canReplace(_ path: String) -> Bool {
    stat(of: path)?.isRegular ?? true
  }

  /// Checks that the file at `path`, if there is one, is not write-protected: replacing it would ignore that.
  ///
  /// - Throws: `SystemError`
  package static func checkProtection(of path: String) throws(SystemError) {
    guard let status = stat(of: path) else { return }
    // The system lets the superuser write any file.
    let isProtected = status.st_mode & 0o222 == 0
    guard !isProtected, path.withPath({ access($0, W_OK) }) == 0 else {
      throw SystemError("write", subject: path, code: isProtected ? EACCES : errno)
    }
  }

  /// Checks that a new file can be made next to `path`, before the work whose result will replace it.
  ///
  /// - Throws: `SystemError`
  package static func checkReplacing(_ path: String) throws(SystemError) {
    var signals = HeldSignals()
    defer { signals.release() }
    guard let file = ReplacementFile(in: folder(of: resolvingLinks(path)), mode: 0o600) else {
      throw SystemError("write", subject: path)
    }
    file.discard()
  }

  /// Writes `bytes` to a new file next to `path`, flushes it to disk, and renames it to `path`.
  ///
  /// A symbolic link is preserved, and its target is replaced. The file's owner, group and permissions are preserved;
  /// if the user may not set the group, the group's permissions are removed. Signals are held back until the file has
  /// been replaced, so that none leaves the new file behind.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the new file; `nil` to preserve those of the old one.
  ///   - newMode: The permissions if there is no old file, subject to the process's umask.
  /// - Throws: `SystemError`, in which case `path` is unchanged.
  package static func replace(
    _ path: String,
    with bytes: some Sequence<UInt8>,
    mode: mode_t? = nil,
    newMode: mode_t = 0o600
  ) throws(SystemError) {
    let target = resolvingLinks(path)
    var signals = HeldSignals()
    defer { signals.release() }
    guard var file = ReplacementFile(in: folder(of: target), mode: mode ?? newMode) else {
      throw SystemError("write", subject: path)
    }
    var isComplete = false
    defer { if isComplete { close(file.descriptor) } else { file.discard() } }
    if let mode, fchmod(file.descriptor, mode) != 0 { throw SystemError("write", subject: path) }
    try keepAttributes(of: target, on: file.descriptor, permissions: mode == nil)
    let failure = Array(bytes).withUnsafeBytes { Descriptor.write($0, to: file.descriptor, subject: path) }
    if let failure { throw failure }
    guard Descriptor.uninterrupted({ fsync(file.descriptor) }) == 0 else {
      throw SystemError("write", subject: path)
    }
    guard file.rename(to: target) else { throw SystemError("replace", subject: path) }
    isComplete = true
    syncFolder(of: target)
  }

  /// Creates the folder at `path` and its missing ancestors.
  ///
  /// - Parameter mode: Their permissions, by default only for the user.
  /// - Throws: `SystemError`.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
    if path.isEmpty || path.withPath({ access($0, F_OK) }) == 0 { return }
    try makeFolder(folder(of: path), mode: mode)
    guard path.withPath({ mkdir($0, mode) }) == 0 || errno == EEXIST else {
      throw SystemError("make folder", subject: path)
    }
  }

  /// The folder that contains `path`; `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of `path`, without the slash that may end it; of `/`, that itself.
  package static func name(of path: String) -> String {
    String(Substring(path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]))
  }

  /// The path with all symbolic links resolved. If the file does not exist, the path itself, or the target of the
  /// links it names.
  package static func resolvingLinks(_ path: String) -> String {
    var path = path
    // As many links as the system follows; a cycle of links is not resolved.
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

  package static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = path.withPath { readlink($0, &bytes, bytes.count) }
    guard length > 0 else { return nil }
    return String(pathBytes: bytes[..<length].map { UInt8(truncatingIfNeeded: $0) })
  }

  /// Sets the owner, group and permissions of a new file to those of the one at `path`, if that exists.
  ///
  /// A superuser who runs a program with another user's home must not lock that user out of the file.
  private static func keepAttributes(
    of path: String,
    on file: Int32,
    permissions: Bool
  ) throws(SystemError) {
    guard let old = stat(of: path) else {
      // A file whose attributes are unknown must not be replaced by one with others.
      if errno == ENOENT { return }
      throw SystemError("write", subject: path)
    }
    guard var new = stat(of: file) else { throw SystemError("write", subject: path) }
    if old.st_uid != new.st_uid {
      guard fchown(file, old.st_uid, old.st_gid) == 0 else {
        throw SystemError("keep the owner of", subject: path)
      }
      new.st_gid = old.st_gid
    }
    guard permissions else { return }
    var mode = old.st_mode & 0o777
    // The file's group is now a different one, which must not get the permissions of the old one.
    if old.st_gid != new.st_gid, fchown(file, old.st_uid, old.st_gid) != 0 {
      mode = mode & 0o707 | (mode & 0o007) << 3
    }
    guard fchmod(file, mode) == 0 else { throw SystemError("write", subject: path) }
  }

  /// Makes the renaming itself survive a power failure; file systems that do not support this have their own
  /// guarantees.
  private static func syncFolder(of path: String) {
    let folder = Descriptor.uninterrupted {
      Self.folder(of: path).withPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }
    guard folder >= 0 else { return }
    _ = Descriptor.uninterrupted { fsync(folder) }
    close(folder)
  }
}

/// Blocks signals on this thread while a file is being replaced, which must not be interrupted.
///
/// The threads of detached tasks always block these signals, so no other thread receives one meanwhile.
private struct HeldSignals {
  private var previous = sigset_t()

  init() {
    var signals = sigset_t()
    sigfillset(&signals)
    // Crashes of the program itself are not held back.
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
  }

  mutating func release() {
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
