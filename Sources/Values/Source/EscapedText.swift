import Core

extension String {
  /// The text with every character that could act on a terminal, or that nobody can see, spelled out: `\n`,
  /// `\t`, `\u{1B}`.
  ///
  /// Besides the control characters these are the line and paragraph separators, the marks that reorder
  /// text from right to left (they can make a line read as what it is not), the byte order mark, and whatever
  /// else is invisible and no part of an emoji or of a word.
  ///
  /// Bytes of a file's name that are not UTF-8 are spelled `\xE9`.
  public var controlCharactersEscaped: String {
    escaping { scalar, _ in scalar.strayByte.map { "\\x\(String($0, radix: 16, uppercase: true))" } }
  }

  /// The same with blanks spelled out that look like the ordinary one and are not, such as `\u{A0}`.
  var blanksEscaped: String {
    escaping { scalar, _ in scalar.isOddBlank ? scalar.escapeSequence : nil }
  }

  /// The text as a literal of the language: in double quotes, with everything in it escaped that needs to be.
  public var quotedAsLiteral: String {
    "\""
      + escaping { scalar, next in
        let beginsVariable = scalar == "$" && next.map { $0 == "{" || $0.isVariableStart } ?? false
        if scalar.strayByte != nil { return scalar.escapeSequence }
        return scalar == "\"" || scalar == "\\" || beginsVariable ? "\\\(scalar)" : nil
      } + "\""
  }

  /// - Parameter spelling: what to write for a scalar that needs no escape as such, given the one behind it; `nil` for
  ///   itself.
  private func escaping(_ spelling: (Unicode.Scalar, Unicode.Scalar?) -> String?) -> String {
    let scalars = Array(unicodeScalars)
    var result = ""
    result.reserveCapacity(utf8.count)
    for (index, scalar) in scalars.enumerated() {
      if scalar.needsEscaping || InvisibleCharacters.contains(at: index, of: scalars) {
        result += scalar.escapeSequence
      } else if let spelling = spelling(scalar, index + 1 < scalars.count ? scalars[index + 1] : nil) {
        result += spelling
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  var needsEscaping: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Whether a `$` before it would be read as a variable.
  fileprivate var isVariableStart: Bool { isASCII && UInt8(value).startsVariableName }

  /// Whether it shows as nothing but room, without being the blank that separates words.
  fileprivate var isOddBlank: Bool {
    value == 0x2800 || self != " " && properties.generalCategory == .spaceSeparator
  }

  /// How the language spells the scalar inside double quotes.
  package var escapeSequence: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
