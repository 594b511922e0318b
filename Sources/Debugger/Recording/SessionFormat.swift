import Core
import Glibc

/// The first lines of a session file.
package enum SessionFormat {
  /// The version of the format that this program writes.
  private static let version = 1

  /// How files begin that were exported for other tools.
  private static let exports: [(beginning: String, noun: String)] = [
    ("<!doctype html>", "a page for browsers"),
    ("// Exported from a session", "a test in Swift"),
    ("digraph ", "a graph for Graphviz"),
    ("flowchart ", "a Mermaid flowchart"),
    (#"{"version":2,"#, "a recording for asciinema"),
    (#"{"displayTimeUnit":"#, "a trace for Perfetto"),
    (##"{"#meta":"##, "a trace, which 'import itf' reads"),
    ("{", "a JSON file"),
  ]

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

  /// What is wrong with the first line of a program's session file, and a hint.
  package static func problem(
    with line: String,
    program: String
  ) -> (message: String, hint: String?)? {
    let expected = "# \(program) session \(version)"
    guard line != expected else { return nil }
    guard isSession(Array(line.utf8)) else {
      if let export = exports.first(where: { line.hasPrefix($0.beginning) }) {
        return (
          "not a session file but \(export.noun)",
          "'load' reads what 'save', 'record', 'export html' and 'export redux' write"
        )
      }
      return (
        "not a session file: it does not begin with '\(expected)'",
        "'source FILE' runs a script, 'save FILE' writes a session"
      )
    }
    let words = line.split(separator: " ")
    if words[1] != program { return ("this is a session of \(words[1]), not of \(program)", nil) }
    return ("this session was written by another version of \(program); expected '\(expected)'", nil)
  }
}
