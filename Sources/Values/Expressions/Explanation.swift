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
    dump: (Any) -> String = { String(customDumping: $0) }
  ) throws(Diagnostic) -> Diagnostic? {
    if try holds(in: context) { return nil }
    let (node, operands) = try RecordedEvaluation(of: self, in: context).failure(of: root)
    let part = source.slice(node.range)
    let notes = operands.map { $0.note(dump) }
    return part.diagnostic(
      "\(part.text.shortened(to: 60)) does not hold",
      // Literals need no note.
      notes: notes.allSatisfy(\.isOfLiteral) ? [] : notes.map(\.text)
    )
  }
}

// Finding the part of an expression that made it false, and the values in that part.
extension RecordedEvaluation {
  struct Operand {
    let text: String
    let value: Value
    var isLiteral = false
    /// The text of an operand that has no value of its own, such as `.active`.
    var written: String?
    /// The number of elements, if there are many and only their number matters.
    var count: Int?

    /// A note that gives the value, and whether the value is that of a literal as it was written.
    func note(_ dump: (Any) -> String) -> (text: String, isOfLiteral: Bool) {
      let label = text.shortened(to: 60)
      if let count { return ("\(label) has \(count) elements", false) }
      let value = written ?? ExpressionValue(wrapped: value.any).formatted(dump: dump)
      if written != nil || isLiteral, text == value { return ("compared with \(value)", true) }
      return ("\(label) is" + (value.contains("\n") ? "\n" + Self.cut(value) : " " + value), false)
    }

    private static func cut(_ text: String) -> String {
      let lines = text.allLines
      let rest = lines.count - longestNote
      // The line that reports one omitted line would take the same space.
      guard rest > 1 else { return text }
      return lines.prefix(longestNote).joined(separator: "\n") + "\n… (\(rest) more lines)"
    }

    /// The maximum number of lines in a note; a longer value is truncated.
    private static var longestNote: Int { 20 }
  }

  /// The number of elements up to which a collection that should be empty is shown.
  private static var fewElements: Int { 5 }

  /// The part that made the whole false, and the values that decided it.
  func failure(of node: SyntaxNode) throws(Diagnostic) -> (SyntaxNode, [Operand]) {
    switch node.kind {
    case .binary(.and, let left, let right): try failure(of: holds(left) ? right : left)
    case .binary(.coalesce, let left, let right): try failure(of: value(left).isNull ? right : left)
    default: (node, try operands(of: node))
    }
  }

  private func operand(_ node: SyntaxNode) throws(Diagnostic) -> Operand {
    let text = source.slice(node.range).text
    // The meaning of a case depends on the other operand.
    if node.isImplicitMember { return Operand(text: text, value: .null, written: text) }
    return Operand(text: text, value: try value(node), isLiteral: node.isLiteral)
  }

  /// The values that decided a condition: both sides of a comparison with what decided them, the receiver of a method,
  /// or the value itself.
  private func operands(of node: SyntaxNode) throws(Diagnostic) -> [Operand] {
    switch node.kind {
    case _ where isPlain(node): return []
    case .binary(let binary, let left, let right) where binary.isComparison:
      return try side(left) + side(right)
    case .method(let base, let name, let arguments, _):
      if let element = try decidingElement(of: base, name, arguments) {
        return [Operand(text: element.path, value: element.value)]
      }
      return [try operand(base)]
    case .member(let base, "isEmpty", _):
      var operand = try operand(base)
      if operand.value.shape?.has(.string) == false, let count = operand.value.elementCount,
        count > Self.fewElements
      {
        operand.count = count
      }
      return [operand]
    default: break
    }
    guard let parts = try deciding(node) else { return [try operand(node)] }
    var found: [Operand] = []
    for part in parts { found += try operands(of: part) }
    return found
  }

  /// A side of a comparison, and the parts of one that is neither a path nor arithmetic.
  private func side(_ node: SyntaxNode) throws(Diagnostic) -> [Operand] {
    let whole = try operand(node)
    switch node.kind {
    case .conditional, .tuple, .call: return [whole] + (try operands(of: node))
    default: return [whole]
    }
  }
}
