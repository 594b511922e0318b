import Core

extension Expression {
  /// Evaluates an expectation and explains its failure.
  ///
  /// - Parameter dump: Formats a value that is too large for one line.
  /// - Returns: `nil` if it holds, otherwise an error at the part that failed: the whole expression, or one operand of `&&`.
  ///   It has a note for each value that made the part false.
  /// - Throws: A diagnostic if it cannot be evaluated, or its value is not a `Bool`.
  public func explanationOfFailure(
    in context: ExpressionContext,
    dump: @escaping (Any) -> String = { String(customDumping: $0) }
  ) throws(Diagnostic) -> Diagnostic? {
    if try holds(in: context) { return nil }
    let failure = Failure(evaluation: RecordedEvaluation(of: self, in: context), dump: dump)
    let node = try failure.part(of: root)
    let notes = try failure.notes(of: node)
    let part = source.slice(node.range)
    return part.diagnostic(
      "\(part.text.shortened(to: 60)) does not hold",
      // Literals need no note.
      notes: notes.allSatisfy(\.isOfLiteral) ? [] : notes.map(\.text)
    )
  }
}

/// Finds the part of an expression that made it false, and the values in that part.
private struct Failure {
  /// A note that gives a value, and whether the value is that of a literal as it was written.
  typealias Note = (text: String, isOfLiteral: Bool)

  let evaluation: RecordedEvaluation
  let dump: (Any) -> String

  /// The number of elements up to which a collection that should be empty is shown.
  private static let fewElements = 5
  /// The maximum number of lines in a note; a longer value is truncated.
  private static let longestNote = 20

  func part(of node: SyntaxNode) throws(Diagnostic) -> SyntaxNode {
    switch node.kind {
    case .binary(.and, let left, let right): try part(of: evaluation.holds(left) ? right : left)
    case .binary(.coalesce, let left, let right): try part(of: evaluation.value(left).isNull ? right : left)
    default: node
    }
  }

  /// The values that decided a condition: both sides of a comparison with what decided them, the receiver of a method,
  /// or the value itself.
  func notes(of node: SyntaxNode) throws(Diagnostic) -> [Note] {
    switch node.kind {
    case _ where evaluation.isPlain(node): return []
    case .binary(let binary, let left, let right) where binary.isComparison:
      return try side(left) + side(right)
    case .method(let base, let name, let arguments, _):
      if let element = try evaluation.decidingElement(of: base, name, arguments) {
        return [note(element.path, element.value)]
      }
      return [try note(base)]
    case .member(let base, "isEmpty", _):
      let value = try evaluation.value(base)
      guard value.shape?.has(.string) == false, let count = value.elementCount, count > Self.fewElements
      else { return [try note(base)] }
      return [("\(evaluation.source.slice(base.range).text.shortened(to: 60)) has \(count) elements", false)]
    default: break
    }
    guard let parts = try evaluation.deciding(node) else { return [try note(node)] }
    var found: [Note] = []
    for part in parts { found += try notes(of: part) }
    return found
  }

  /// A side of a comparison, and the parts of one that is neither a path nor arithmetic.
  private func side(_ node: SyntaxNode) throws(Diagnostic) -> [Note] {
    switch node.kind {
    case .conditional, .tuple, .call: [try note(node)] + (try notes(of: node))
    default: [try note(node)]
    }
  }

  private func note(_ node: SyntaxNode) throws(Diagnostic) -> Note {
    let text = evaluation.source.slice(node.range).text
    // The meaning of a case depends on the other operand.
    if node.isImplicitMember { return ("compared with \(text)", true) }
    return note(text, try evaluation.value(node), isLiteral: node.isLiteral)
  }

  private func note(_ text: String, _ value: Value, isLiteral: Bool = false) -> Note {
    var value = ExpressionValue(value).formatted(dump: dump)
    if isLiteral, text == value { return ("compared with \(value)", true) }
    let lines = value.allLines
    // The line that reports one omitted line would take the same space.
    if lines.count > Self.longestNote + 1 {
      let rest = lines.count - Self.longestNote
      value = lines.prefix(Self.longestNote).joined(separator: "\n") + "\n… (\(rest) more lines)"
    }
    return ("\(text.shortened(to: 60)) is" + (value.contains("\n") ? "\n" : " ") + value, false)
  }
}
