/// Why an expectation is false: the values of the parts that decided it.
public struct Explanation: Sendable {
  public struct Part: Sendable {
    /// The part of the expression, as it was written.
    public let source: SourceText
    /// Its value as text; several lines for a large one.
    public let value: String
    /// Whether the part says its value itself.
    public let isLiteral: Bool
  }

  /// What did not hold: all of the expression, or the half of a `&&` that failed.
  public let source: SourceText
  /// The values, in the order in which they are written; two for a comparison.
  public let parts: [Part]

  /// The failed expectation as an error at what did not hold, with a note for each value.
  public func diagnostic() -> Diagnostic {
    let isLong = source.text.count > 60
    return source.diagnostic(
      isLong ? "the expectation does not hold" : "\(source.text) does not hold",
      notes: parts.map { part in
        let text = part.source.text
        if part.isLiteral, text == part.value { return "compared with \(part.value)" }
        let label = text.count > 60 ? text.prefix(59) + "…" : text
        return part.value.contains("\n") ? "\(label) is\n\(part.value)" : "\(label) is \(part.value)"
      }
    )
  }
}

extension Expression {
  /// Checks an expectation.
  ///
  /// - Parameter dump: writes a value that is too large for one line.
  /// - Returns: `nil` if it holds, otherwise why not.
  /// - Throws: why it cannot be evaluated; also if it does not come to a `Bool`.
  public func explanationOfFailure(
    in context: ExpressionContext,
    dump: (Any) -> String
  ) throws(Diagnostic) -> Explanation? {
    var evaluator = Evaluator(context: context, source: source)
    if try evaluator.condition(root) { return nil }
    // The steps that finding the answer took must not make explaining it fail.
    var explainer = Explainer(evaluator: Evaluator(context: context, source: source))
    let (node, operands) = try explainer.cause(of: root)
    var parts: [Explanation.Part] = []
    for operand in operands {
      parts.append(
        Explanation.Part(
          source: source.slice(operand.node.range),
          value: ExpressionValue(operand.value).formatted(dump: dump),
          isLiteral: operand.node.isLiteral
        )
      )
    }
    return Explanation(source: source.slice(node.range), parts: parts)
  }
}

/// Finds the part of an expression that made it false, and the values in it.
private struct Explainer {
  typealias Operand = (node: ExpressionNode, value: Any?)

  var evaluator: Evaluator

  mutating func cause(of node: ExpressionNode) throws(Diagnostic) -> (ExpressionNode, [Operand]) {
    guard case .binary(let binary, let left, let right) = node.kind else {
      return (node, try operands(of: node))
    }
    switch binary {
    case .and:
      return try evaluator.condition(left) ? cause(of: right) : cause(of: left)
    case .or:
      return (node, try cause(of: left).1 + cause(of: right).1)
    default:
      return (node, [(left, try evaluator.evaluate(left)), (right, try evaluator.evaluate(right))])
    }
  }

  /// What a `Bool` that is no comparison came from: the value whose method was asked, or the value itself.
  private mutating func operands(of node: ExpressionNode) throws(Diagnostic) -> [Operand] {
    switch node.kind {
    case .prefix(_, let operand):
      if case .binary(let binary, let left, let right) = operand.kind, binary.isComparison {
        return [(left, try evaluator.evaluate(left)), (right, try evaluator.evaluate(right))]
      }
      return try operands(of: operand)
    case .method(let base, _, _, _):
      return [(base, try evaluator.evaluate(base))]
    case .member(let base, "isEmpty", _):
      return [(base, try evaluator.evaluate(base))]
    default:
      return [(node, try evaluator.evaluate(node))]
    }
  }
}
