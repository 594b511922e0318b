import Core
import Glibc

/// The sessions that were in no file when they ended: the last few, in a folder, in files named by ascending numbers.
package struct KeptSessions {
  /// How many there are at most; the oldest is removed first.
  private static let most = 5
  private static let suffix = ".todoscript"
  /// Larger numbers, which counting does not reach, are names that were given by hand.
  private static let usualNumbers = 1...999_999_999

  private let folder: String

  /// - Parameter folder: The folder, which need not exist.
  package init(in folder: String) { self.folder = folder }

  /// The path of the last one; `nil` if there is none.
  ///
  /// - Throws: `SystemError` if the folder cannot be read.
  package func last() throws(SystemError) -> String? { try numbers().last.map(path) }

  /// Adds a session, which replaces earlier versions of it.
  ///
  /// - Parameter isEarlierVersion: Whether a file contains an earlier version of the session.
  /// - Returns: The path of its file.
  /// - Throws: A `SystemError` if the folder cannot be read or made, or the error of ``SessionJournal/replace(_:newMode:with:)``
  ///   if the file cannot be written; nothing has been removed then.
  func add(_ text: String, replacing isEarlierVersion: (String) -> Bool) throws -> String {
    try AtomicFile.makeFolder(folder)
    let kept = try numbers()
    var number = (kept.last ?? 0) + 1
    while true {
      do {
        try SessionJournal.replace(path(number)) { contents in
          // Another shell has ended at the same time.
          guard contents.isEmpty else { throw Taken() }
          return Array(text.utf8)
        }
        break
      } catch is Taken { number += 1 }
    }
    let old = kept.filter { isEarlierVersion(path($0)) }
    let rest = kept.filter { !old.contains($0) }
    for number in old + rest.dropLast(Self.most - 1) { remove(path(number)) }
    return path(number)
  }

  private struct Taken: Error {}

  private func path(_ number: Int) -> String { "\(folder)/\(number)\(Self.suffix)" }

  /// The numbers of the sessions, the oldest first.
  private func numbers() throws(SystemError) -> [Int] {
    try Folder.names(in: folder).compactMap { name in
      guard name.hasSuffix(Self.suffix), let number = Int(name.dropLast(Self.suffix.count)),
        Self.usualNumbers.contains(number)
      else { return nil }
      return number
    }.sorted()
  }

  /// Removes a file unless a shell records in it.
  private func remove(_ path: String) {
    guard let lock = try? FileLock(path, patience: 1) else { return }
    path.withPath { _ = unlink($0) }
    lock.release()
  }
}
