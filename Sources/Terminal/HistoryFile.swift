import Core
import Glibc

/// The lines that were typed, in a file that shells share.
///
/// Each `save` merges: it takes what is in the file now, adds what this shell has added, and replaces the file
/// in one step, so that neither a second shell nor a kill loses a line. The file is for its owner alone (0600).
/// One entry is one line of the file, with `\n` for a line break in it and `\\` for a backslash; bytes that are
/// not UTF-8 are kept as they are. A file that cannot be read or is not a history is reported and left alone.
package final class HistoryFile {
  /// Where the file is.
  package let path: String
  /// How many entries are kept; the oldest go first.
  package let limit: Int
  /// Whether neither the file is read nor anything written to it.
  package let isPrivate: Bool
  /// The entries, oldest first: the file's as of `load`, then those added here.
  package private(set) var entries: [String] = []

  private var unsaved: [[UInt8]] = []

  /// The file holds at most this many bytes; the oldest entries go first.
  private static let byteLimit = 8 << 20

  /// Describes a history; nothing is read before `load`.
  package init(path: String, limit: Int = 10_000, isPrivate: Bool = false) {
    self.path = path
    self.limit = max(limit, 0)
    self.isPrivate = isPrivate
  }

  /// The customary place: `$XDG_STATE_HOME/PROGRAM/history`, or the same below `~/.local/state`.
  ///
  /// Nil when the environment has neither that nor `HOME`. A relative `XDG_STATE_HOME` is ignored, as its
  /// specification asks.
  package static func defaultPath(program: String, environment: [String: String]) -> String? {
    UserFolders(environment: environment).state.map { "\($0)/\(program)/history" }
  }

  /// Why the history is not as one would expect; nothing that should stop a shell.
  package enum Warning: Error, Equatable, CustomStringConvertible, Sendable {
    /// The file could not be read, written or locked.
    case failed(SystemError)
    /// The file has bytes that no history has; it stays as it is.
    case notAHistory(path: String)

    /// What went wrong, for the person whose history it is.
    package var description: String {
      switch self {
      case .failed(let error): "history: \(error)"
      case .notAHistory(let path): "history: '\(path)' is no text file; it is left alone and nothing is saved"
      }
    }
  }

  /// Reads the entries that are in the file. A file that does not exist has none.
  ///
  /// - Returns: what went wrong; then there are no entries.
  /// - Complexity: O(n), n the size of the file.
  package func load() -> Warning? {
    guard !isPrivate else { return nil }
    do {
      entries = try read().suffix(limit).map { String(decoding: HistoryEncoding.decode($0), as: UTF8.self) }
      return nil
    } catch { return error }
  }

  /// Adds a line that was typed, to be saved later.
  ///
  /// - Returns: whether it is kept. Blank lines, lines that begin with a blank and repetitions of the line
  ///   before are not.
  /// - Complexity: O(n), n the length of the line.
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

  /// Puts the added lines into the file, after those that other shells have put there.
  ///
  /// - Returns: what went wrong; the file is then as it was, and the lines are tried again by the next call.
  /// - Complexity: O(n), n the size of the file.
  package func save() -> Warning? {
    guard !unsaved.isEmpty else { return nil }
    do throws(Warning) {
      try merge()
      unsaved = []
      return nil
    } catch { return error }
  }

  /// Forgets an entry, here and in the file, wherever it stands there.
  ///
  /// - Returns: what went wrong; then nothing is forgotten.
  /// - Complexity: O(n), n the size of the file.
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

  /// Forgets all entries, here and in the file, those of other shells included.
  ///
  /// - Returns: what went wrong; then nothing is forgotten.
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

  /// Changes the lines of the file while no other shell does.
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
  /// The text without the line breaks at its end.
  var droppingTrailingNewlines: String {
    var scalars = unicodeScalars
    while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
    return String(scalars)
  }
}
