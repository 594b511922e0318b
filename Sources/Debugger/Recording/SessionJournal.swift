import Core
import TodoShellSystem
import TodoShellPlatform

/// The file in which a session is recorded as it proceeds. Appended text is synchronized to disk.
///
/// Only one shell at a time can record in a file; others fail to open it.
package final class SessionJournal {
  /// The path of the file, as given.
  package let path: String
  /// The line ending.
  package var lineEnd: [UInt8] = [.newline]
  /// Whether it was made without a request of the user, in case the program ends. See ``KeptSessions``.
  package let isKept: Bool
  /// Its descriptor.
  package let file: Int32
  private let lock: FileLock
  /// The end of what has been written.
  private(set) var length: off_t
  private(set) var startOfLast: off_t
  /// The number of bytes after the end that belong to a line to be overwritten by the next.
  private var keptCount = 0
  /// Text that could not be written, to be written before the next.
  private var missing: [UInt8] = []
  /// Whether there is text after the end that could not be removed.
  private var isTooLong = false
  /// Whether what is appended is synchronized only by ``synchronize()``. Appended text survives the death of the program
  /// even before that.
  var synchronizesLater: Bool
  private var isUnsynchronized = false

  /// Opens an existing file, or creates one.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - contents: The initial contents if the file is missing or empty; `nil` if the file must exist.
  ///   - isKept: Whether it is made without a request of the user. It is then synchronized to disk only on request.
  /// - Throws: Among other errors, that another shell is recording in it.
  package init(
    _ path: String,
    orMakeWith contents: String? = nil,
    isKept: Bool = false
  ) throws(SessionFileError) {
    do {
      (file, lock) = try Self.open(path, orMakeWith: contents)
    } catch {
      throw SessionFileError(recording: error, in: path)
    }
    self.path = path
    self.isKept = isKept
    synchronizesLater = isKept
    length = lseek(file, 0, SEEK_END)
    startOfLast = length
  }

  deinit {
    TrapWatch.forget(journal: file)
    if isUnsynchronized { _ = Descriptor.synchronize(file) }
    close(file)
    lock.release()
  }

  /// Opens and locks an existing file, or creates one.
  ///
  /// - Parameter flags: How it is opened; by default to append to it.
  static func open(
    _ path: String,
    orMakeWith contents: String?,
    _ flags: Int32 = O_APPEND
  ) throws(SystemError) -> (Int32, FileLock) {
    let target = AtomicFile.resolvingLinks(path)
    // Two shells that start at the same time must not both create the file.
    let folder = try lockFolder(of: path)
    defer { folder.release() }
    let status = stat(of: target)
    // A path that exists but cannot be followed, such as a cycle of links, must not be replaced.
    if status == nil, errno != ENOENT { throw SystemError("write", subject: path) }
    if status == nil, contents == nil { throw SystemError("read", subject: path, code: ENOENT) }
    if let status, !status.isRegular {
      throw SystemError("record in", subject: path, code: SystemError.code(ofMode: status.st_mode))
    }
    if let contents, status?.st_size ?? 0 == 0 {
      do {
        try AtomicFile.replace(target, with: contents.utf8)
      } catch {
        // Reports the path as given, not the one its links resolve to.
        throw SystemError("write", subject: path, code: error.code)
      }
    }
    let file = Descriptor.uninterrupted {
      target.withPath { TodoShellSystem.open($0, O_WRONLY | flags | O_NOFOLLOW | O_CLOEXEC) }
    }
    guard file >= 0 else { throw SystemError("write", subject: path) }
    do {
      return (file, try FileLock(target, patience: 1))
    } catch {
      close(file)
      throw error
    }
  }

  /// Locks the folder of a session. Its files are created, replaced and opened for recording only under this lock.
  private static func lockFolder(of path: String) throws(SystemError) -> FileLock {
    do {
      return try FileLock(folder: AtomicFile.folder(of: AtomicFile.resolvingLinks(path)))
    } catch {
      throw SystemError("write", subject: path, code: error.code)
    }
  }

  /// Replaces a session file that no other shell is recording in or about to open.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - newMode: The permissions of a new file, subject to the process's umask.
  ///   - contents: Returns the new contents for the existing ones; it may throw to keep those.
  /// - Throws: The error of `contents`, a `SystemError`, or that another shell is recording in the file.
  package static func replace(
    _ path: String,
    newMode: mode_t = 0o600,
    with contents: ([UInt8]) throws -> [UInt8]
  ) throws {
    let folder = try lockFolder(of: path)
    defer { folder.release() }
    let old = try AtomicFile.read(path)
    guard let old, !old.isEmpty else {
      return try AtomicFile.replace(path, with: contents([]), newMode: newMode)
    }
    let lock = try lock(path)
    defer { lock.release() }
    try AtomicFile.replace(path, with: contents(old))
  }

  /// Locks an existing file against being recorded in.
  static func lock(_ path: String) throws(SessionFileError) -> FileLock {
    do { return try FileLock(AtomicFile.resolvingLinks(path), patience: 1) } catch {
      throw SessionFileError(recording: error, in: path)
    }
  }

  /// Whether the file is locked against other shells, which a few file systems do not support.
  var isExclusive: Bool { lock.isExclusive }

  /// Whether it is the file at a path.
  ///
  /// - Throws: Why that is not known.
  package func isFile(at path: String) throws(SystemError) -> Bool {
    try status(ifFileAt: path) != nil
  }

  /// Whether it still is the file at its path, and contains exactly what was written.
  ///
  /// - Throws: Why that is not known.
  func isInPlace() throws(SystemError) -> Bool {
    guard let status = try status(ifFileAt: path) else { return false }
    return isAsWritten(status)
  }

  /// - Returns: `nil` if another file is at the path, or none.
  /// - Throws: Why that is not known.
  private func status(ifFileAt path: String) throws(SystemError) -> stat? {
    guard let opened = stat(of: file) else { throw SystemError("read", subject: path) }
    guard let named = stat(of: path) else {
      // These errors say that no file is at the path, rather than that it cannot be seen.
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw SystemError("read", subject: path)
    }
    return (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino) ? opened : nil
  }

  private func isAsWritten(_ status: stat) -> Bool { status.st_size == length + off_t(keptCount) }

  /// - Throws: That another program has removed or changed the file, or that this is not known.
  private func checkOthers() throws(SessionFileError) {
    let opened: stat?
    do { opened = try status(ifFileAt: path) } catch {
      throw writeError(error.code)
    }
    // An editor may have replaced the file; appending to the old one, which no longer has a name, would lose the text.
    guard let opened else {
      throw .file(
        "'\(path)' was removed or replaced during recording"
      )
    }
    if isTooLong {
      guard truncate(to: length) else { throw writeError() }
      isTooLong = false
      return
    }
    guard isAsWritten(opened) else {
      throw .file(
        "'\(path)' was changed by another program during recording"
      )
    }
  }

  /// Appends text, and returns when it has been synchronized to disk, unless that happens later.
  ///
  /// - Throws: An error if that fails; the file is then unchanged.
  package func append(_ text: String) throws(SessionFileError) {
    try checkOthers()
    let text = bytes(of: text)
    let count = try write(missing + text)
    guard sync() else {
      let failure = SystemError("write", subject: path)
      cutBack()
      throw SessionFileError(failure)
    }
    length += off_t(count)
    startOfLast = length - off_t(text.count)
    missing = []
    keptCount = 0
  }

  /// Appends the outcome of the command that was appended last.
  ///
  /// - Throws: An error if that fails; it is then written with the next command.
  func appendOutcome(_ line: String) throws(SessionFileError) {
    do { try append(line) } catch {
      missing += bytes(of: line)
      throw error
    }
  }

  /// Writes a line after the end, to be overwritten by the next line that is appended or kept.
  ///
  /// It survives the death of the program immediately, and a power failure once the system has written it.
  ///
  /// - Throws: An error if that fails; the line is then absent, or still the one before.
  package func keep(_ line: String) throws(SessionFileError) {
    do { guard try isInPlace() else { return } } catch {
      throw writeError(error.code)
    }
    keptCount = try write(bytes(of: line))
  }

  private func bytes(of text: String) -> [UInt8] { text.utf8.flatMap { $0 == .newline ? lineEnd : [$0] } }

  /// Writes bytes at the end, over the line that is kept there.
  ///
  /// They are padded with leading spaces to the length of that line and written at once, so that the file always
  /// contains one of the two.
  ///
  /// - Returns: The number of bytes written.
  private func write(_ bytes: [UInt8]) throws(SessionFileError) -> Int {
    let bytes = Array(repeating: .space, count: max(keptCount - bytes.count, 0)) + bytes
    let failure: SystemError?
    if keptCount == 0 {
      failure = bytes.withUnsafeBytes { Descriptor.write($0, to: file, subject: path) }
      if failure != nil { cutBack() }
    } else {
      failure = overwrite(with: bytes)
    }
    if let failure { throw SessionFileError(failure) }
    return bytes.count
  }

  /// Writes bytes over the line that is kept. If nothing can be written, that line stays.
  private func overwrite(with bytes: [UInt8]) -> SystemError? {
    // A file opened for appending would append here, too.
    let flags = fcntl(file, F_GETFL)
    _ = fcntl(file, F_SETFL, flags & ~O_APPEND)
    defer { _ = fcntl(file, F_SETFL, flags) }
    var written = 0
    while written < bytes.count {
      let count = Descriptor.uninterrupted {
        bytes[written...].withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, length + off_t(written)) }
      }
      guard count > 0 else {
        let failure = SystemError("write", subject: path, code: count < 0 ? errno : ENOSPC)
        if written > 0 { cutBack() }
        return failure
      }
      written += count
    }
    return nil
  }

  private func sync() -> Bool {
    isUnsynchronized = synchronizesLater
    return synchronizesLater || Descriptor.synchronize(file)
  }

  /// - Throws: An error if what was appended to be synchronized later cannot be synchronized to disk.
  func synchronize() throws(SessionFileError) {
    synchronizesLater = false
    guard !isUnsynchronized || sync() else { throw writeError() }
  }

  /// Removes what was written after the end, now or before the next line.
  private func cutBack() {
    keptCount = 0
    isTooLong = !truncate(to: length)
  }

  /// Replaces the text that was appended last.
  ///
  /// - Throws: An error if that fails; it is then replaced with the next command.
  func replaceLast(with text: String) throws(SessionFileError) {
    keepLast()
    let text = bytes(of: text)
    missing = text
    try checkOthers()
    length += off_t(try write(text))
    startOfLast = length - off_t(text.count)
    missing = []
    keptCount = 0
    guard sync() else { throw writeError() }
  }

  /// Removes the text that was appended last.
  ///
  /// - Throws: An error if that fails; the next command then overwrites it.
  func withdraw() throws(SessionFileError) {
    keepLast()
    try checkOthers()
    guard truncate(to: length) else { throw writeError() }
    keptCount = 0
  }

  /// Turns the text that was appended last into a line that the next one overwrites.
  private func keepLast() { (length, keptCount) = (startOfLast, keptCount + Int(length - startOfLast)) }

  private func writeError(_ code: Int32 = errno) -> SessionFileError {
    SessionFileError(SystemError("write", subject: path, code: code))
  }

  /// - Returns: Whether that succeeded; if not, the reason is in `errno`.
  private func truncate(to length: off_t) -> Bool {
    Descriptor.uninterrupted { ftruncate(file, length) } == 0
  }

  /// Truncates the file, to remove a line that was not completely written.
  package func cut(to count: Int) throws(SessionFileError) {
    guard truncate(to: off_t(count)) else { throw writeError() }
    length = off_t(count)
    startOfLast = length
  }
}
