/// How a line came about by putting values for the variables of another one, with the way back for its errors.
struct LineExpansion: Sendable {
  /// The line as it was written.
  let original: SourcePage
  fileprivate(set) var segments: [Segment] = []

  /// A part of the line.
  struct Segment: Sendable {
    let range: Range<Int>
    /// What it was made of.
    let original: Range<Int>
    /// Whether it is a value, all of which stands for all of what was written.
    let isValue: Bool
  }

  /// What was written where the line has something now.
  func original(of offsets: Range<Int>) -> Range<Int> {
    let lower = start(of: offsets.lowerBound)
    return lower..<max(lower, offsets.isEmpty ? lower : end(of: offsets.upperBound))
  }

  /// The value that a place of the line belongs to, if it does to one.
  func value(at offset: Int) -> Range<Int>? {
    segments.first { $0.isValue && $0.range.contains(offset) }?.range
  }

  private func start(of offset: Int) -> Int {
    guard let segment = segments.last(where: { $0.range.lowerBound <= offset }) else { return 0 }
    if offset >= segment.range.upperBound { return segment.original.upperBound }
    return segment.original.lowerBound + (segment.isValue ? 0 : offset - segment.range.lowerBound)
  }

  private func end(of offset: Int) -> Int {
    guard let segment = segments.first(where: { $0.range.upperBound >= offset }) else {
      return segments.last?.original.upperBound ?? 0
    }
    if segment.isValue { return segment.original.upperBound }
    return segment.original.lowerBound + (offset - segment.range.lowerBound)
  }
}

extension CommandLine {
  /// The variables that the line names.
  ///
  /// - Throws: That one of them has no name.
  func variables() throws(Diagnostic) -> [VariableReference] {
    kind == .expectedOutput ? [] : try VariableReference.all(in: source)
  }

  /// The same command with values in the place of variables.
  ///
  /// - Parameters:
  ///   - references: The variables that it names.
  ///   - values: Their values.
  /// - Throws: That there is no such variable, or that the line becomes too long.
  func expanded(
    _ references: [VariableReference],
    by values: [String: Variable]
  ) throws(Diagnostic) -> CommandLine {
    var bytes: [UInt8] = []
    var expansion = LineExpansion(original: source.page)
    var position = source.range.lowerBound
    func append(_ text: some Sequence<UInt8>, for range: Range<Int>, isValue: Bool) {
      let start = bytes.count
      bytes.append(contentsOf: text)
      expansion.segments.append(
        LineExpansion.Segment(range: start..<bytes.count, original: range, isValue: isValue)
      )
    }
    for reference in references {
      guard let value = values[reference.name] else {
        throw reference.undefined(in: source, among: values.keys.sorted())
      }
      let before = position..<reference.range.lowerBound
      append(source.page.bytes[before], for: before, isValue: false)
      let text =
        reference.isQuoted ? String(value.text.quotedAsLiteral.dropFirst().dropLast()) : value.literal
      append(text.utf8, for: reference.range, isValue: true)
      position = reference.range.upperBound
    }
    let rest = position..<source.range.upperBound
    append(source.page.bytes[rest], for: rest, isValue: false)
    guard bytes.count <= Script.longestLine else {
      throw source.diagnostic(
        "with the values of its variables the line has \(bytes.count) bytes; \(Script.longestLine) are the most it can have"
      )
    }
    var page = SourcePage.Draft()
    let file = source.page.file
    let place = try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
      let line = LogicalLine(bytes: bytes, number: lines.lowerBound, expansion: expansion)
      return try Lexer.read(line, file: file, to: &page)
    }
    guard let place, let page = page.page(file: file, expansion: expansion) else { return self }
    return CommandLine(on: page, at: place)
  }
}
