/// Text for `man`, in portable macros.
struct Roff {
  private(set) var text = ""

  /// A line with a macro.
  mutating func macro(_ name: String, _ arguments: String...) {
    text += ".\(name)"
    for argument in arguments { text += " \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\"" }
    text += "\n"
  }

  /// A paragraph, which `man` fills.
  mutating func paragraph(_ paragraph: String) { line(Self.escaped(paragraph)) }

  /// A line of text that is already escaped.
  mutating func line(_ line: String) {
    // A leading dot or quote would make the line a macro.
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  /// An item of a list.
  ///
  /// - Parameter heading: The term that it explains, already escaped.
  mutating func item(_ heading: String, _ meaning: String) {
    macro("TP")
    line(heading)
    paragraph(meaning)
  }

  /// Lines that are printed unfilled.
  mutating func example(_ lines: [String]) {
    text += ".EX\n"
    lines.forEach { line(Self.escaped($0)) }
    text += ".EE\n"
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// The spellings of an option, each with the name of its value.
  static func option(_ names: [String], _ value: String?) -> String {
    names.map { bold($0) + (value.map { " " + italic($0) } ?? "") }.joined(separator: ", ")
  }

  /// `text` with its `«bold»` and `‹italic›` parts styled and escaped; the rest stays as it is.
  static func styled(_ text: String) -> String {
    text.replacing(/«(.*?)»/) { bold(String($0.1)) }.replacing(/‹(.*?)›/) { italic(String($0.1)) }
  }

  /// The text with all characters escaped that roff would otherwise interpret or replace.
  static func escaped(_ text: String) -> String {
    text.map { escapes[$0] ?? String($0) }.joined()
  }

  private static let escapes: [Character: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
  ]
}
