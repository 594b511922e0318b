import Core

extension SessionFormat {
  private static let redux =
    "a Redux DevTools file without the member 'sessionFile', as DevTools itself exports it"

  /// How files begin that were exported for other tools.
  private static let exports: [(beginning: String, noun: String)] = [
    ("<!doctype html>", "a page for browsers"),
    ("// Exported from a session", "a test in Swift"),
    ("digraph ", "a graph for Graphviz"),
    ("flowchart ", "a Mermaid flowchart"),
    (#"{"version":2,"#, "a recording for asciinema"),
    (#"{"displayTimeUnit":"#, "a trace for Perfetto"),
    (##"{"#meta":"##, "a trace, which 'expect --trace' reads"),
    (#"{"payload":"#, redux),
    (#"{"monitorState":"#, redux),
    ("{", "a JSON file"),
  ]

  /// What is wrong with the first line of a program's session file, and a hint.
  static func problem(
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
