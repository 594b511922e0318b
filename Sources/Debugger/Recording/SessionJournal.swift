import Core
import Glibc

/// The file in which a session is recorded as it goes on. What was appended is on the disk.
///
/// One shell at a time records in a file. Others are told so.
package final class SessionJournal {
  /// Where the file is, as it was named.
  package let path: String
  /// What lines are ended with.
  package var lineEnd: [UInt8] = [.newline]
  private let file: Int32
  private let lock: FileLock
  /// The end of what has been written.
  private(set) var length: off_t
  private var startOfLast: off_t
  /// How many bytes behind the end are a line that the next one takes the place of.
  private var keptCount = 0

  /// Opens a file to be continued, or makes it.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - contents: What it begins with if it is missing or empty; `nil` for a file that must be there.
  /// - Throws: Among others, that another shell records in it.
  package init(_ path: String, orMakeWith contents: String? = nil) throws(SessionFileError) {
    do throws(SystemError) {
      (file, lock) = try Self.open(path, orMakeWith: contents)
    } catch {
      throw SessionFileError(recording: error, in: path)
    }
    self.path = path
    length = lseek(file, 0, SEEK_END)
    startOfLast = length
  }

  deinit {
    close(file)
    lock.release()
  }

  private static func open(
    _ path: String,
    orMakeWith contents: String?
  ) throws(SystemError) -> (Int32, FileLock) {
    let target = AtomicFile.resolvingLinks(path)
    // Two shells that begin at once must not both make the file.
    let folder = try lockFolder(of: path)
    defer { folder.release() }
    var status = stat()
    let isThere = target.withPath { stat($0, &status) } == 0
    // What is there and cannot be followed, such as links in a circle, is not to be replaced.
    if !isThere, errno != ENOENT { throw SystemError("write", subject: path) }
    if !isThere, contents == nil { throw SystemError("read", subject: path, code: ENOENT) }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
      throw SystemError("record in", subject: path, code: code)
    }
    if let contents, !isThere || status.st_size == 0 {
      do throws(SystemError) {
        try AtomicFile.replace(target, with: Array(contents.utf8))
      } catch {
        // The file is known to the user by the path that was given, not by where its links lead.
        throw SystemError("write", subject: path, code: error.code)
      }
    }
    let file = target.withPath { Glibc.open($0, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC) }
    guard file >= 0 else { throw SystemError("write", subject: path) }
    do throws(SystemError) {
      return (file, try FileLock(target, patience: 1))
    } catch {
      close(file)
      throw error
    }
  }

  /// Locks the folder of a session: files in it are made, replaced and opened for recording only with this lock.
  private static func lockFolder(of path: String) throws(SystemError) -> FileLock {
    do throws(SystemError) {
      return try FileLock(folder: AtomicFile.folder(of: AtomicFile.resolvingLinks(path)))
    } catch {
      throw SystemError("write", subject: path, code: error.code)
    }
  }

  /// Replaces a session while no other shell records in its file, nor begins to.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - contents: What is to be there, made from what is there; it can throw that this must stay.
  /// - Throws: What `contents` throws, a `SystemError`, or that another shell records in the file.
  static func replace(_ path: String, with contents: ([UInt8]) throws -> [UInt8]) throws {
    let folder = try lockFolder(of: path)
    defer { folder.release() }
    let old = try AtomicFile.read(path)
    guard let old, !old.isEmpty else { return try AtomicFile.replace(path, with: contents([])) }
    let lock: FileLock
    do throws(SystemError) { lock = try FileLock(AtomicFile.resolvingLinks(path), patience: 1) } catch {
      throw SessionFileError(recording: error, in: path)
    }
    defer { lock.release() }
    try AtomicFile.replace(path, with: contents(old))
  }

  /// Whether the system keeps other shells from recording in the file. A few file systems cannot.
  var isExclusive: Bool { lock.isExclusive }

  /// Whether it is the file at a path.
  package func isFile(at path: String) -> Bool {
    guard let identity = FileIdentity(descriptor: file) else { return false }
    return identity == FileIdentity(path: path)
  }

  /// Whether there is in it what was written, and nothing else behind that.
  var isAsWritten: Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_size == length + off_t(keptCount)
  }

  /// - Throws: That others have removed or changed the file.
  private func checkOthers() throws(SessionFileError) {
    // What an editor put in its place is another file: nothing would be kept in this one, which has no name any more.
    guard isFile(at: path) else {
      throw .file(
        "'\(path)' was removed or replaced while it was recorded in",
        status: ExitStatus.inputOutput
      )
    }
    guard isAsWritten else {
      throw .file(
        "'\(path)' was changed by another program while it was recorded in",
        status: ExitStatus.inputOutput
      )
    }
  }

  /// Appends text, and returns when it is on the disk.
  ///
  /// - Throws: Why not; the file is then as it was.
  package func append(_ text: String) throws(SessionFileError) {
    try checkOthers()
    let count = try write(text)
    guard fdatasync(file) == 0 else {
      let failure = SystemError("write", subject: path)
      ftruncate(file, length)
      keptCount = 0
      throw SessionFileError(failure)
    }
    startOfLast = length
    length += off_t(count)
    keptCount = 0
  }

  /// Keeps a line behind the end until something is appended or kept in its place.
  ///
  /// It outlives the program at once, and a power cut as soon as the system has written it.
  ///
  /// - Throws: Why not; there is no such line then.
  package func keep(_ line: String) throws(SessionFileError) {
    guard isFile(at: path), isAsWritten else { return }
    keptCount = try write(line)
  }

  /// Writes text at the end, over the line that is kept there.
  ///
  /// At no instant does the file have neither: the text is made as long as the line by blanks in front of it, and is
  /// written at once.
  ///
  /// - Returns: How many bytes it was made.
  private func write(_ text: String) throws(SessionFileError) -> Int {
    let text = text.utf8.flatMap { $0 == .newline ? lineEnd : [$0] }
    let bytes = Array(repeating: UInt8(ascii: " "), count: max(keptCount - text.count, 0)) + text
    var failure: SystemError?
    if keptCount == 0 {
      failure = bytes.withUnsafeBytes { Descriptor.write($0, to: file, subject: path) }
    } else {
      // What is opened to append would do so here, too.
      let flags = fcntl(file, F_GETFL)
      _ = fcntl(file, F_SETFL, flags & ~O_APPEND)
      defer { _ = fcntl(file, F_SETFL, flags) }
      let count = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, length) }
      if count != bytes.count {
        failure = SystemError("write", subject: path, code: count < 0 ? errno : ENOSPC)
      }
    }
    guard let failure else { return bytes.count }
    ftruncate(file, length)
    keptCount = 0
    throw SessionFileError(failure)
  }

  /// Puts text in the place of what was appended last.
  func replaceLast(with text: String) throws(SessionFileError) {
    try checkOthers()
    keptCount = Int(length - startOfLast)
    length = startOfLast
    try append(text)
  }

  /// Takes back what was appended last.
  func withdraw() throws(SessionFileError) {
    try checkOthers()
    guard ftruncate(file, startOfLast) == 0 else {
      throw SessionFileError(SystemError("write", subject: path))
    }
    length = startOfLast
    keptCount = 0
  }

  /// Removes what follows the first bytes: a line that was not written to its end.
  package func cut(to count: Int) throws(SessionFileError) {
    guard ftruncate(file, off_t(count)) == 0 else {
      throw SessionFileError(SystemError("write", subject: path))
    }
    length = off_t(count)
    startOfLast = length
  }
}
