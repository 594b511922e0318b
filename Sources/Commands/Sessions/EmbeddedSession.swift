import Core
import TodoShellValues

/// The session file in a file that was exported from a session, such as an HTML page.
///
/// Such files contain the session as a JSON string.
package enum EmbeddedSession {
  /// What comes before the string, by the beginning of the file.
  private static let marks: [(beginning: String, mark: String)] = [
    ("<!doctype html>", #"<script id="session-file" type="application/json">"#),
    ("{", #""sessionFile":"#),
  ]

  /// The bytes of the session file in an exported file; `nil` if there is none.
  package static func contents(of file: [UInt8]) -> [UInt8]? {
    for (beginning, mark) in marks where file.starts(with: beginning.utf8) {
      guard let start = file.firstRange(of: Array(mark.utf8))?.upperBound, start < file.count,
        file[start] == .doubleQuote
      else { continue }
      var end = start + 1
      while end < file.count, file[end] != .doubleQuote {
        end += file[end] == .backslash ? 2 : 1
      }
      guard end < file.count else { return nil }
      return (try? JSON(parsing: file[start...end]))?.string.map { Array($0.utf8) }
    }
    return nil
  }
}
