extension ScriptLine {
  /// The variable references in the line.
  ///
  /// - Throws: An error if one of them has no name.
  func variables() throws(Diagnostic) -> [VariableReference] {
    kind == .expectedOutput ? [] : try VariableReference.all(in: source)
  }

  /// The same command with variables replaced by their values.
  ///
  /// - Parameters:
  ///   - references: The variable references in it.
  ///   - values: Their values.
  /// - Throws: An error if a variable is unknown or the line becomes too long.
  func expanded(
    _ references: [VariableReference],
    by values: [String: Variable]
  ) throws(Diagnostic) -> ScriptLine {
    if references.isEmpty { return self }
    var expansion = LineExpansion(of: .variables, in: source.page)
    var position = source.range.lowerBound
    var mayStartPrograms = mayStartPrograms
    var isUnclear = false
    let parts = try references.map { (reference) throws(Diagnostic) in
      guard let value = values[reference.name] else {
        throw reference.undefined(in: source, among: values.keys.sorted())
      }
      let text =
        if reference.isQuoted { value.text.escapedInDoubleQuotes } else {
          source.hasMember(at: reference.range.upperBound) ? value.base : value.literal
        }
      // A script can define variables, and `sh` runs commands in backticks or `$(…)` even within double quotes. After one of
      // these, or a backslash, it may not even see the quotes.
      if mayStartPrograms {
        let before = source.page.bytes[position..<reference.range.lowerBound]
        let isSpecial = { (byte: UInt8) in byte == .dollar || byte == .backtick }
        isUnclear = isUnclear || before.contains { isSpecial($0) || $0 == .backslash }
        mayStartPrograms = !text.utf8.contains { isSpecial($0) || isUnclear && !$0.continuesVariableName }
      }
      position = reference.range.upperBound
      return (range: reference.range, text: text)
    }
    let bytes = expansion.replacing(parts, in: source.range)
    guard var line = try expanded(to: bytes, expansion) else { return self }
    line.mayStartPrograms = mayStartPrograms
    return line
  }

  /// The line that stands for this one.
  ///
  /// - Parameters:
  ///   - bytes: Its text.
  ///   - expansion: Its parts.
  /// - Returns: `nil` if it has no command.
  /// - Throws: An error if it cannot be read or is too long.
  func expanded(to bytes: [UInt8], _ expansion: LineExpansion) throws(Diagnostic) -> ScriptLine? {
    guard bytes.count <= Script.longestLine else {
      throw source.diagnostic(
        "\(expansion.name), the line has \(bytes.count) bytes; the limit is \(Script.longestLine)"
      )
    }
    var page = SourcePage.Draft()
    let file = source.page.file
    let place = try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
      let line = LogicalLine(bytes: bytes, number: lines.lowerBound, expansion: expansion)
      return try Lexer.read(line, file: file, to: &page)
    }
    guard let place, let page = page.page(file: file, expansion: expansion) else { return nil }
    return ScriptLine(on: page, at: place, mayStartPrograms: mayStartPrograms)
  }
}

extension SourceText {
  /// Whether a member, an index or `!` begins at an offset.
  fileprivate func hasMember(at start: Int) -> Bool {
    let next = page.bytes[start..<range.upperBound].prefix(3)
    guard let first = next.first, let second = next.dropFirst().first else {
      return next.first == UInt8(ascii: "!")
    }
    switch first {
    case .dot: return second.isASCIILetter
    case UInt8(ascii: "?"): return second == .dot || second == .openBracket
    case UInt8(ascii: "!"): return second != UInt8(ascii: "=")
    default: return first == .openBracket
    }
  }
}

extension String {
  var escapedInDoubleQuotes: String { String(quotedAsLiteral.dropFirst().dropLast()) }
}
