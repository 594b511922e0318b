import Core
import TodoShellSystem

/// The sessions that were in no file when they ended: the last few, in a folder, in files named by ascending numbers.
///
/// A session is written there while it runs, so that it is kept even if the program is killed.
package struct KeptSessions {
  /// How many there are at most; the oldest is removed first.
  private static let most = 5
  private static let suffix = ".todoscript"
  /// Larger numbers, which counting does not reach, are names that were given by hand.
  private static let usualNumbers = 1...999_999_999

  private let folder: String

  /// - Parameter folder: The folder, which need not exist.
  package init(in folder: String) { self.folder = folder }

  /// The path of the one that ended last; `nil` if there is none.
  ///
  /// - Throws: `SystemError` if the folder cannot be read.
  package func last() throws(SystemError) -> String? {
    try paths().last { path in
      // Another shell is still recording in it.
      guard let lock = try? FileLock(path, patience: 1) else { return false }
      lock.release()
      return true
    }
  }

  /// Whether a file is one of them.
  package func contains(_ path: String) -> Bool {
    AtomicFile.folder(of: path) == AtomicFile.resolvingLinks(folder)
  }

  /// Begins to keep a session.
  ///
  /// - Parameter text: The session so far, evaluated only if the file can be written.
  /// - Throws: A `SystemError` if the folder cannot be read or made, or a ``SessionFileError`` if the file cannot be
  ///   written.
  package func begin(_ text: @autoclosure () -> String) throws -> SessionJournal {
    try AtomicFile.makeFolder(folder)
    var number = (try paths().compactMap(Self.number).max() ?? 0) + 1
    while true {
      let path = "\(folder)/\(number)\(Self.suffix)"
      do {
        try SessionJournal.replace(path) { contents in
          guard contents.isEmpty else { throw Taken() }
          return Array(text().utf8)
        }
      } catch {
        // Another shell has begun at the same time, and may have locked its file already.
        guard path.withPath({ access($0, F_OK) }) == 0 else { throw error }
        number += 1
        continue
      }
      return try SessionJournal(path, isKept: true)
    }
  }

  /// Keeps an ending session in place of earlier versions of it and of the oldest session.
  ///
  /// - Parameter isEarlierVersion: Whether a file contains an earlier version of the session.
  /// - Throws: An error if the folder cannot be read or the session cannot be synchronized to disk; nothing has been
  ///   removed then.
  func finish(_ journal: SessionJournal, replacing isEarlierVersion: (String) -> Bool) throws {
    try journal.synchronize()
    // A session that began later may have ended earlier. The system's own times are only as precise as its ticks.
    var now = timespec()
    timespec_get(&now, TIME_UTC)
    futimens(journal.file, [now, now])
    let others = try paths().filter { $0 != journal.path }
    let old = others.filter(isEarlierVersion)
    for path in old + others.filter({ !old.contains($0) }).dropLast(Self.most - 1) { remove(path) }
  }

  private struct Taken: Error {}

  /// Their files, in the order in which the sessions ended.
  private func paths() throws(SystemError) -> [String] {
    try Folder.names(in: folder).map { "\(folder)/\($0)" }.filter { Self.number($0) != nil }
      .sorted { Self.order($0) < Self.order($1) }
  }

  /// When a session has ended, and its number.
  private static func order(_ path: String) -> (Int, Int, Int) {
    let status = stat(of: path) ?? stat()
    return (status.modification.tv_sec, status.modification.tv_nsec, number(path) ?? 0)
  }

  private static func number(_ path: String) -> Int? {
    let name = AtomicFile.name(of: path)
    guard name.hasSuffix(suffix), let number = Int(name.dropLast(suffix.count)), usualNumbers.contains(number)
    else { return nil }
    return number
  }

  /// Removes a file unless a shell records in it.
  private func remove(_ path: String) {
    guard let lock = try? FileLock(path, patience: 1) else { return }
    path.withPath { _ = unlink($0) }
    lock.release()
  }
}
