import Core
import Glibc

/// The input history, in a file shared by several shells.
///
/// Each `save` merges: it reads the current file, appends the entries that this shell has added, and replaces the file
/// atomically, so that neither a concurrent shell nor a kill loses a line. The file is readable by its owner only
/// (0600). An entry takes one line, with `\n` for a line break and `\\` for a backslash; bytes that are not UTF-8 are
/// preserved. A file that cannot be read or is not a history is reported and left unchanged.
package final class HistoryFile {
  /// The path of the file.
  package let path: String
  /// The maximum number of entries; the oldest are removed first.
  package let limit: Int
  /// Whether the file is neither read nor written.
  package let isPrivate: Bool
  /// The entries, oldest first: those of the file at `load`, then those added here.
  package private(set) var entries: [String] = []

  private var unsaved: [[UInt8]] = []

  /// The maximum size of the file in bytes; the oldest entries are removed first.
  private static let byteLimit = 8 << 20

  /// Creates a history; the file is not read before `load`.
  package init(path: String, limit: Int = 10_000, isPrivate: Bool = false) {
    self.path = path
    self.limit = max(limit, 0)
    self.isPrivate = isPrivate
  }

  /// The default path: `$XDG_STATE_HOME/PROGRAM/history`, or the same below `~/.local/state`.
  ///
  /// `nil` if the environment has neither that variable nor `HOME`. A relative `XDG_STATE_HOME` is ignored, as its
  /// specification requires.
  package static func defaultPath(program: String, environment: [String: String]) -> String? {
    UserFolders(environment: environment).state.map { "\($0)/\(program)/history" }
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
  /// - Returns: The problem, if any; the file is then unchanged, and the next call tries again.
  /// - Complexity: O(*n*) in the size of the file.
  package func save() -> Warning? {
    guard !unsaved.isEmpty else { return nil }
    do throws(Warning) {
      try merge()
      unsaved = []
      return nil
    } catch { return error }
  }

  /// Removes an entry, here and wherever it occurs in the file.
  ///
  /// - Returns: The problem, if any; nothing is removed then.
  /// - Complexity: O(*n*) in the size of the file.
  package func remove(at index: Int) -> Warning? {
    let line = HistoryEncoding.encode(Array(entries[index].utf8))
    return forget {
      $0.removeAll { $0.elementsEqual(line) }
    } here: {
      let entry = entries[index]
      entries.removeAll { $0 == entry }
      unsaved.removeAll { $0 == line }
    }
  }

  /// Removes all entries, here and in the file, including those of other shells.
  ///
  /// - Returns: The problem, if any; nothing is removed then.
  package func removeAll() -> Warning? {
    forget {
      $0 = []
    } here: {
      entries = []
      unsaved = []
    }
  }

  private func forget(_ change: (inout [ArraySlice<UInt8>]) -> Void, here: () -> Void) -> Warning? {
    do throws(Warning) {
      if !isPrivate { try rewrite(change) }
      here()
      return nil
    } catch { return error }
  }

  private func merge() throws(Warning) {
    try rewrite { lines in
      for line in unsaved where lines.last != line[...] { lines.append(line[...]) }
    }
  }

  /// Changes the lines of the file under a lock against other shells.
  private func rewrite(_ change: (inout [ArraySlice<UInt8>]) -> Void) throws(Warning) {
    do throws(SystemError) {
      try AtomicFile.makeFolder(AtomicFile.folder(of: path))
    } catch { throw .failed(error) }
    let lock: FileLock
    do throws(SystemError) { lock = try FileLock(path + ".lock") } catch { throw .failed(error) }
    defer { lock.release() }
    var lines = try read()
    change(&lines)
    let bytes = Self.join(lines.suffix(limit))
    do throws(SystemError) {
      try AtomicFile.replace(path, with: bytes, mode: 0o600)
    } catch { throw .failed(error) }
  }

  /// The lines of the file, encoded.
  private func read() throws(Warning) -> [ArraySlice<UInt8>] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try AtomicFile.read(path) ?? [] } catch { throw .failed(error) }
    guard !bytes.contains(0) else { throw .notAHistory(path: path) }
    return bytes.split(separator: UInt8(ascii: "\n"))
  }

  private static func join(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
    var room = byteLimit
    let kept = lines.reversed().prefix { line in
      room -= line.count + 1
      return room >= 0
    }
    return kept.reversed().reduce(into: []) {
      $0 += $1
      $0.append(UInt8(ascii: "\n"))
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
