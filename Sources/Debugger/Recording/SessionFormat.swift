import Core
import TodoShellSystem

/// The first lines of a session file.
package enum SessionFormat {
  /// The version of the format.
  package static let version = 1

  /// The text of a session file.
  static func text(program: String, origin: SessionOrigin, body: String) -> String {
    "# \(program) session \(version)\n\(origin.command)\n\(body)"
  }

  /// Whether a file begins like a session file of any program.
  package static func isSession(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix { $0 != .newline }.withoutMarks
    let words = String(decoding: first, as: UTF8.self).split(separator: " ")
    return words.count == 4 && words[0] == "#" && words[2] == "session" && Int(words[3]) != nil
  }

  /// Whether there is a session file of any program. Only its beginning is read.
  ///
  /// - Throws: `SystemError` if a file cannot be read.
  package static func isSession(at path: String) throws(SystemError) -> Bool {
    guard case .file = FileKind(at: path) else { return false }
    var start = [UInt8](repeating: 0, count: 1_024)
    let file = try OpenFile(path: path, flags: O_RDONLY)
    let count = try Descriptor.readOnce(file.descriptor, &start, subject: path) ?? 0
    return isSession(Array(start[..<count]))
  }
}
