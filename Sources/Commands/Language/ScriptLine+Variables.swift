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
    var bytes: [UInt8] = []
    var expansion = LineExpansion(original: source.page)
    var position = source.range.lowerBound
    var mayStartPrograms = mayStartPrograms
    func append(_ text: some Sequence<UInt8>, for range: Range<Int>, isValue: Bool) {
      let start = bytes.count
      bytes.append(contentsOf: text)
      expansion.add(start..<bytes.count, for: range, isValue: isValue)
    }
    var isUnclear = false
    for reference in references {
      guard let value = values[reference.name] else {
        throw reference.undefined(in: source, among: values.keys.sorted())
      }
      let before = position..<reference.range.lowerBound
      append(source.page.bytes[before], for: before, isValue: false)
      let text =
        if reference.isQuoted { value.text.escapedInDoubleQuotes } else {
          source.hasMember(at: reference.range.upperBound) ? value.base : value.literal
        }
      append(text.utf8, for: reference.range, isValue: true)
      // A script can define variables, and `sh` runs commands in backticks or `$(…)` even within double quotes. After one of
      // these, or a backslash, it may not even see the quotes.
      if mayStartPrograms {
        let isSpecial = { (byte: UInt8) in byte == .dollar || byte == UInt8(ascii: "`") }
        isUnclear = isUnclear || source.page.bytes[before].contains { isSpecial($0) || $0 == .backslash }
        mayStartPrograms = !text.utf8.contains { isSpecial($0) || isUnclear && !$0.continuesVariableName }
      }
      position = reference.range.upperBound
    }
    let rest = position..<source.range.upperBound
    append(source.page.bytes[rest], for: rest, isValue: false)
    guard bytes.count <= Script.longestLine else {
      throw source.diagnostic(
        "with the values of its variables, the line has \(bytes.count) bytes; the limit is \(Script.longestLine)"
      )
    }
    var page = SourcePage.Draft()
    let file = source.page.file
    let place = try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
      let line = LogicalLine(bytes: bytes, number: lines.lowerBound, expansion: expansion)
      return try Lexer.read(line, file: file, to: &page)
    }
    guard let place, let page = page.page(file: file, expansion: expansion) else { return self }
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
