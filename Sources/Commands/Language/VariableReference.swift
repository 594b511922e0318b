import TodoShellSystem

/// A reference to a variable: `$name` or `${name}`.
struct VariableReference {
  let name: String
  /// All of it, in UTF-8 offsets of the logical line.
  let range: Range<Int>
  /// Whether it is inside double quotes.
  let isQuoted: Bool
}

extension VariableReference {
  /// The variable references in a text, in order.
  ///
  /// In single quotes, and as `\$` in double quotes, a dollar sign is literal. Without braces, the `$` after a dot of a
  /// key path belongs to a Swift name, as in `\.$alert`.
  ///
  /// - Throws: An error if braces contain no name or are not closed.
  /// - Complexity: O(*n*) in the length of the text.
  static func all(in source: SourceText) throws(Diagnostic) -> [VariableReference] {
    // Few lines have any.
    guard source.page.hasDollars, source.mayNameVariables else { return [] }
    let bytes = source.page.bytes
    let end = source.range.upperBound
    var found: [VariableReference] = []
    var position = source.range.lowerBound
    var tokenizer = Tokenizer(hasComments: false)
    var isInKeyPath = false
    while position < end {
      let byte = bytes[position]
      let isMember = isInKeyPath && bytes[position - 1] == .dot
      let isQuoted = tokenizer.quote != nil
      if byte == .dollar, tokenizer.quote != .singleQuote, !tokenizer.isEscaped,
        let reference = try read(at: position, of: source, isQuoted: isQuoted, isMember: isMember)
      {
        found.append(reference)
        position = reference.range.upperBound
        continue
      }
      isInKeyPath = !isQuoted && (byte == .backslash || isInKeyPath && byte.continuesKeyPath)
      _ = tokenizer.read(byte, before: nil)
      position += 1
    }
    return found
  }

  private static func read(
    at start: Int,
    of source: SourceText,
    isQuoted: Bool,
    isMember: Bool
  ) throws(Diagnostic) -> VariableReference? {
    let bytes = source.page.bytes
    let end = source.range.upperBound
    let hasBrace = start + 1 < end && bytes[start + 1] == .openBrace
    let first = start + (hasBrace ? 2 : 1)
    var position = first
    while position < end, bytes[position].continuesVariableName { position += 1 }
    let name = String(decoding: bytes[first..<position], as: UTF8.self)
    guard hasBrace else {
      guard Variable.isName(name), !isMember else { return nil }
      return VariableReference(name: name, range: start..<position, isQuoted: isQuoted)
    }
    guard position < end, bytes[position] == UInt8(ascii: "}"), Variable.isName(name) else {
      throw source.diagnostic(
        "'${' without a name and a '}'",
        at: start..<min(position + 1, end),
        hint: #"write ${name}; a dollar sign is \$ in double quotes, and $ in single quotes"#
      )
    }
    return VariableReference(name: name, range: start..<position + 1, isQuoted: isQuoted)
  }

  /// The error for an unknown variable.
  func undefined(in source: SourceText, among names: some Sequence<String>) -> Diagnostic {
    source.diagnostic(
      "unknown variable '\(name)'",
      at: range,
      hint: Spelling.suggestion(for: name, among: names)
        ?? "define it with 'let \(name) = …' or -v \(name)=…; in single quotes, $ is an ordinary character"
    )
  }
}

extension UInt8 {
  /// Whether it continues a key path.
  var continuesKeyPath: Bool {
    switch self {
    case .dot, UInt8(ascii: "?"), UInt8(ascii: "!"), .openBracket, UInt8(ascii: "]"),
      .dollar,
      0x80...:
      true
    default: continuesVariableName
    }
  }
}

extension SourceText {
  fileprivate var mayNameVariables: Bool {
    page.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memchr(start + range.lowerBound, Int32(UInt8.dollar), range.count) != nil
    }
  }
}
