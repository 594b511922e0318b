import Core
import TodoShellSystem

/// The input history, in a file shared by several shells.
///
/// Each `save` appends the entries that this shell has added, under a lock, so that no line is lost to a concurrent
/// shell or a kill. It reads only the part of the file that other shells have appended since. When the file has become
/// twice as long as it should be, it is replaced atomically by its newest half. It is readable by its owner only
/// (0600). An entry takes one line, with `\n` for a line break and `\\` for a backslash; bytes that are not UTF-8 are
/// preserved. A file that cannot be read or is not a history is reported and left unchanged.
package final class HistoryFile {
  /// The path of the file.
  package let path: String
  /// The maximum number of entries; the oldest are removed first. The file may have up to twice as many.
  package let limit: Int
  /// Whether the file is neither read nor written.
  package let isPrivate: Bool
  /// The entries, oldest first: those of the file at `load`, then those added here.
  package private(set) var entries: [String] = []

  private var unsaved: [[UInt8]] = []
  private var known = Known()

  /// What is known about the part of the file that has been read.
  private struct Known {
    var file: FileIdentity?
    var size = 0
    var lineCount = 0
    var lastLine: [UInt8] = []
    /// Whether the last line has no line break, as if edited by hand.
    var endsInLine = false
  }

  /// The size of the file in bytes above which its oldest entries are removed.
  private static let byteLimit = 8 << 20

  /// Creates a history; the file is not read before `load`. Without a path, it is private.
  package init(path: String?, limit: Int = 10_000, isPrivate: Bool = false) {
    self.path = path ?? ""
    self.limit = max(limit, 0)
    self.isPrivate = isPrivate || path == nil
  }

  /// A problem with the history, which should not stop a shell.
  package enum Warning: Error, Equatable, CustomStringConvertible, Sendable {
    /// The file could not be read, written or locked.
    case failed(SystemError)
    /// The file contains bytes that no history contains; it is left unchanged.
    case notAHistory(path: String)

    /// The message for the user.
    package var description: String {
      switch self {
      case .failed(let error): "history: \(error)"
      case .notAHistory(let path): "history: '\(path)' is not a text file; the history will not be saved"
      }
    }
  }

  /// Reads the entries of the file. A missing file has no entries.
  ///
  /// - Returns: The problem, if any; there are no entries then.
  /// - Complexity: O(*n*) in the size of the file.
  package func load() -> Warning? {
    guard !isPrivate else { return nil }
    do {
      entries = try read().suffix(limit).map { String(decoding: HistoryEncoding.decode($0), as: UTF8.self) }
      return nil
    } catch { return error }
  }

  /// Adds a typed line, to be saved later.
  ///
  /// - Returns: Whether it is kept. Empty lines, lines with leading white space, and repetitions of the previous line
  ///   are not.
  /// - Complexity: O(*n*) in the length of the line.
  @discardableResult
  package func append(_ line: String) -> Bool {
    let line = line.droppingTrailingNewlines
    guard let first = line.unicodeScalars.first, first != " ", first != "\t",
      !line.allSatisfy(\.isWhitespace), line != entries.last, line.utf8.count <= Self.byteLimit / 8
    else { return false }
    entries.append(line)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    if !isPrivate { unsaved.append(HistoryEncoding.encode(Array(line.utf8))) }
    return true
  }

  /// Appends the added lines to the file, after those that other shells have appended.
  ///
  /// - Returns: The problem, if any; the file then has none of the lines, and the next call tries again.
  /// - Complexity: O(*n*) in what this and other shells have added since the last call, amortized.
  package func save() -> Warning? {
    guard !unsaved.isEmpty else { return nil }
    do throws(Warning) {
      try warning(AtomicFile.makeFolder(AtomicFile.folder(of: path)))
      let lock = try warning(FileLock(path + ".lock"))
      defer { lock.release() }
      let file = try warning(open())
      try readAdded(to: file)
      try warning(appendUnsaved(to: file))
      unsaved = []
      if known.lineCount > 2 * limit || known.size > Self.byteLimit { try removeOldest() }
      return nil
    } catch { return error }
  }

  private func warning<Result>(_ body: @autoclosure () throws(SystemError) -> Result) throws(Warning)
    -> Result
  {
    do throws(SystemError) { return try body() } catch { throw .failed(error) }
  }

  private func open() throws(SystemError) -> OpenFile {
    // Opening a pipe must not block before it is recognised as a pipe.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC
    let descriptor = Descriptor.uninterrupted { path.withPath { TodoShellSystem.open($0, flags, 0o600) } }
    guard descriptor >= 0 else { throw SystemError("write", subject: path) }
    let file = OpenFile(descriptor)
    guard file.isRegular else { throw SystemError("write", subject: path, code: SystemError.notRegular) }
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError("write", subject: path) }
    return file
  }

  /// Reads what other shells have appended; all of it if one of them has replaced the file.
  private func readAdded(to file: OpenFile) throws(Warning) {
    let identity = FileIdentity(descriptor: file.descriptor)
    let size = Int(lseek(file.descriptor, 0, SEEK_END))
    if known.file != identity || known.size > size { known = Known(file: identity) }
    lseek(file.descriptor, off_t(known.size), SEEK_SET)
    let bytes = try warning(Descriptor.read(file.descriptor, subject: path))
    guard !bytes.contains(0) else { throw .notAHistory(path: path) }
    let lines = bytes.split(separator: .newline)
    known.size += bytes.count
    known.lineCount += lines.count
    if let last = lines.last { known.lastLine = Array(last) }
    known.endsInLine = bytes.last.map { $0 != .newline } ?? known.endsInLine
  }

  private func appendUnsaved(to file: OpenFile) throws(SystemError) {
    var bytes: [UInt8] = known.endsInLine ? [.newline] : []
    var after = known
    for line in unsaved where line != after.lastLine {
      bytes += line + [.newline]
      after.lineCount += 1
      after.lastLine = line
    }
    if let failure = bytes.withUnsafeBytes({ Descriptor.write($0, to: file.descriptor, subject: path) }) {
      ftruncate(file.descriptor, off_t(known.size))
      throw failure
    }
    after.size += bytes.count
    after.endsInLine = false
    known = after
  }

  private func removeOldest() throws(Warning) {
    let bytes = Self.join(try read().suffix(limit))
    try warning(AtomicFile.replace(path, with: bytes, mode: 0o600))
    known = Known()
  }

  /// The lines of the file, encoded.
  private func read() throws(Warning) -> [ArraySlice<UInt8>] {
    let bytes = try warning(AtomicFile.read(path) ?? [])
    guard !bytes.contains(0) else { throw .notAHistory(path: path) }
    return bytes.split(separator: .newline)
  }

  private static func join(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
    var room = byteLimit / 2
    let kept = lines.reversed().prefix { line in
      room -= line.count + 1
      return room >= 0
    }
    return kept.reversed().reduce(into: []) {
      $0 += $1
      $0.append(.newline)
    }
  }
}

extension String {
  /// The text without trailing line breaks.
  var droppingTrailingNewlines: String {
    var scalars = unicodeScalars
    while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
    return String(scalars)
  }
}
