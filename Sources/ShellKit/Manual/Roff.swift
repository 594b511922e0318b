/// Text for `man`, in the macros that every `man` knows.
struct Roff {
  private(set) var text = ""

  /// A line that begins with a macro.
  mutating func macro(_ name: String, _ arguments: String...) {
    text += ".\(name)"
    for argument in arguments { text += " \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\"" }
    text += "\n"
  }

  /// Lines of text that are filled.
  mutating func paragraph(_ paragraph: String) { line(Self.escaped(paragraph)) }

  /// A line whose text is escaped already.
  mutating func line(_ line: String) {
    // A dot or a quote at the start would make a macro of it.
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  /// Lines that stay as they are.
  mutating func example(_ lines: [String]) {
    text += ".EX\n"
    lines.forEach { line(Self.escaped($0)) }
    text += ".EE\n"
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// The text with everything spelled out that would otherwise be set as something else.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result
  }
}
