/// A JSON value with ordered object members.
package indirect enum JSON: Equatable {
  case null
  case bool(Bool)
  /// A number in its textual form.
  case number(String)
  case string(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  package static func == (lhs: JSON, rhs: JSON) -> Bool { lhs.text == rhs.text }

  package static func number(_ value: Int) -> JSON { .number("\(value)") }

  /// An object, omitting members without a value.
  package static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The value on one line, without spaces.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Escapes control characters, including the line separators that some readers treat as line ends.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
