extension String {
  /// The text with every character that could act on a terminal spelled out: `\n`, `\t`, `\u{1B}`.
  ///
  /// Besides the control characters these are the line and paragraph separators, the marks that reorder
  /// text from right to left (they can make a line read as what it is not) and the byte order mark.
  public var controlCharactersEscaped: String {
    guard unicodeScalars.contains(where: \.needsEscaping) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.needsEscaping {
        result += scalar.escapeSequence
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as a literal of the language: in double quotes, with everything in it escaped that needs to be.
  public var quotedAsLiteral: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case _ where scalar.needsEscaping:
        result += scalar.escapeSequence
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Unicode.Scalar {
  var needsEscaping: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// How the language spells the scalar inside double quotes.
  var escapeSequence: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
