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
    var text: [UInt8] = []
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .number(let value): text += value.utf8
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      text += "[".utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ",".utf8 }
        element.write(to: &text)
      }
      text += "]".utf8
    case .object(let members):
      text += "{".utf8
      for (index, member) in members.enumerated() {
        if index > 0 { text += ",".utf8 }
        Self.write(member.name, to: &text)
        text += ":".utf8
        member.value.write(to: &text)
      }
      text += "}".utf8
    }
  }

  /// Escapes control characters, including the line separators that some readers treat as line ends.
  private static func write(_ string: String, to text: inout [UInt8]) {
    text += "\"".utf8
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\"".utf8
      case "\\": text += "\\\\".utf8
      case "\n": text += "\\n".utf8
      case "\r": text += "\\r".utf8
      case "\t": text += "\\t".utf8
      case "\u{20}"..<"\u{7F}": text.append(UInt8(scalar.value))
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: text += UTF8.encode(scalar).unsafelyUnwrapped
      }
    }
    text += "\"".utf8
  }
}
