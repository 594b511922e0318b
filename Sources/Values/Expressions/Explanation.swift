/// Why an expectation failed: the values of the parts that made it false.
public struct Explanation: Sendable {
  /// A part of the expression, and its value.
  public struct Part: Sendable {
    /// The part as it was written, or the path to the element that made the expectation false.
    public let text: String
    /// Its value as text; several lines if it is large.
    public let value: String
    /// Whether the part is a literal, whose text is its value.
    public let isLiteral: Bool
    /// The number of elements, if only that matters about a long collection; the value is empty then.
    public let count: Int?
  }

  /// The part that failed: the whole expression, or one operand of `&&`.
  public let source: SourceText
  /// The values in the order in which they are written; two for a comparison.
  public let parts: [Part]

  /// The maximum number of lines in a note; a longer value is truncated.
  private static let longestNote = 20

  /// The failed expectation as an error at the part that failed, with a note for each value.
  public func diagnostic() -> Diagnostic {
    let isLong = source.text.count > 60
    // Literals need no note.
    let parts = parts.allSatisfy { $0.isLiteral && $0.text == $0.value } ? [] : parts
    return source.diagnostic(
      isLong ? "the expectation does not hold" : "\(source.text) does not hold",
      notes: parts.map { part in
        let text = part.text
        if part.isLiteral, text == part.value { return "compared with \(part.value)" }
        let label = text.count > 60 ? text.prefix(59) + "…" : text
        if let count = part.count { return "\(label) has \(count) elements" }
        return part.value.contains("\n")
          ? "\(label) is\n\(Self.cut(part.value))" : "\(label) is \(part.value)"
      }
    )
  }

  private static func cut(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.count - longestNote
    // The line that reports one omitted line would take the same space.
    guard rest > 1 else { return text }
    return lines.prefix(longestNote).joined(separator: "\n") + "\n… (\(rest) more lines)"
  }
}

extension Expression {
  /// Evaluates an expectation and explains its failure.
  ///
  /// - Parameter dump: Formats a value that is too large for one line.
  /// - Returns: `nil` if it holds, otherwise the reason why not.
  /// - Throws: A diagnostic if it cannot be evaluated, or its value is not a `Bool`.
  public func explanationOfFailure(
    in context: ExpressionContext,
    dump: (Any) -> String
  ) throws(Diagnostic) -> Explanation? {
    if try holds(in: context) { return nil }
    // Explaining starts a new step count, so that the steps of the evaluation cannot make it fail.
    var explainer = Explainer(
      compiler: ExpressionCompiler(root: type(of: context.root), source: source),
      evaluator: Evaluator(try compiled(for: type(of: context.root)).term, in: context, source: source)
    )
    let (node, operands) = try explainer.cause(of: root)
    var parts: [Explanation.Part] = []
    for operand in operands {
      parts.append(
        Explanation.Part(
          text: operand.text ?? source.slice(operand.node.range).text,
          value: operand.count == nil ? ExpressionValue(operand.value).formatted(dump: dump) : "",
          isLiteral: operand.node.isLiteral,
          count: operand.count
        )
      )
    }
    return Explanation(source: source.slice(node.range), parts: parts)
  }
}

/// Finds the part of an expression that made it false, and the values in that part.
private struct Explainer {
  struct Operand {
    let node: SyntaxNode
    /// Its text, if not as written.
    var text: String?
    let value: Any?
    /// The number of elements, if there are many and only their number matters.
    var count: Int?
  }

  /// The number of elements up to which a collection that should be empty is shown.
  private static let fewElements = 5

  var compiler: ExpressionCompiler
  var evaluator: Evaluator

  mutating func cause(of node: SyntaxNode) throws(Diagnostic) -> (SyntaxNode, [Operand]) {
    guard case .binary(let binary, let left, let right) = node.kind else {
      return (node, try operands(of: node))
    }
    return switch binary {
    case .and: try evaluator.condition(compiler.term(left)) ? cause(of: right) : cause(of: left)
    case .or: (node, try cause(of: left).1 + cause(of: right).1)
    case .coalesce: try evaluator.evaluate(compiler.term(left)) == nil ? cause(of: right) : cause(of: left)
    default: (node, [try operand(left), try operand(right)])
    }
  }

  private mutating func operand(_ node: SyntaxNode) throws(Diagnostic) -> Operand {
    Operand(node: node, value: try evaluator.evaluate(compiler.term(node)))
  }

  /// The values that decided a `Bool` other than a comparison: the receiver of a method, or the value itself.
  private mutating func operands(of node: SyntaxNode) throws(Diagnostic) -> [Operand] {
    switch node.kind {
    case .prefix(_, let inner):
      if case .binary(let binary, let left, let right) = inner.kind, binary.isComparison {
        return [try operand(left), try operand(right)]
      }
      return try operands(of: inner)
    case .method(let base, let name, let arguments, _):
      if Method.ofCollections[name]?.failsByElement == true,
        let exception = try firstException(in: base, arguments)
      {
        return [exception]
      }
      return [try operand(base)]
    case .member(let base, "isEmpty", _):
      var operand = try operand(base)
      if !(operand.value is any StringProtocol), let collection = operand.value as? any Collection,
        collection.elementCount > Self.fewElements
      {
        operand.count = collection.elementCount
      }
      return [operand]
    default:
      // Literals need no explanation.
      return node.isLiteral ? [] : [try operand(node)]
    }
  }

  /// The element for which a condition on all elements does not hold, so that a long list can be shown by that element.
  private mutating func firstException(
    in base: SyntaxNode,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> Operand? {
    guard let condition = arguments.first?.value,
      let collection = try evaluator.evaluate(compiler.term(base)) as? any Collection,
      !collection.isUnordered,
      let index = try evaluator.firstIndex(in: collection, of: compiler.term(condition), matching: false)
    else { return nil }
    return Operand(
      node: base,
      text: "\(evaluator.shown(base))[\(index)]",
      value: collection.element(at: index)
    )
  }
}
