/// Why an expectation is false: the values of the parts that decided it.
public struct Explanation: Sendable {
  /// A part of the expression, and what it came to.
  public struct Part: Sendable {
    /// The part of the expression as it was written, or the path to the element that decided.
    public let text: String
    /// Its value as text; several lines for a large one.
    public let value: String
    /// Whether the part says its value itself.
    public let isLiteral: Bool
    /// How many elements it has, if that is all that matters of a long collection; its value is empty then.
    public let count: Int?
  }

  /// What did not hold: all of the expression, or the half of a `&&` that failed.
  public let source: SourceText
  /// The values, in the order in which they are written; two for a comparison.
  public let parts: [Part]

  /// How many lines a note may take; of a longer value the first ones tell what it is.
  private static let longestNote = 20

  /// The failed expectation as an error at what did not hold, with a note for each value.
  public func diagnostic() -> Diagnostic {
    let isLong = source.text.count > 60
    // What is written there needs no note.
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
    // A line that says that one line is left out would take the place of that line.
    guard rest > 1 else { return text }
    return lines.prefix(longestNote).joined(separator: "\n") + "\n… (\(rest) more lines)"
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

/// Finds the part of an expression that made it false, and the values in it.
private struct Explainer {
  struct Operand {
    let node: SyntaxNode
    /// What to call it, if not as it was written.
    var text: String?
    let value: Any?
    /// The number of elements, when those themselves do not matter and are many.
    var count: Int?
  }

  /// Up to how many elements a collection is shown that should have been empty.
  private static let fewElements = 5

  var evaluator: Evaluator

  mutating func cause(of node: SyntaxNode) throws(Diagnostic) -> (SyntaxNode, [Operand]) {
    guard case .binary(let binary, let left, let right) = node.kind else {
      return (node, try operands(of: node))
    }
    switch binary {
    case .and: return try evaluator.condition(left) ? cause(of: right) : cause(of: left)
    case .or: return (node, try cause(of: left).1 + cause(of: right).1)
    default: return (node, [try operand(left), try operand(right)])
    }
  }

  private mutating func operand(_ node: SyntaxNode) throws(Diagnostic) -> Operand {
    Operand(node: node, value: try evaluator.evaluate(node))
  }

  /// What a `Bool` that is no comparison came from: the value whose method was asked, or the value itself.
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
        CollectionAccess.count(collection) > Self.fewElements
      {
        operand.count = CollectionAccess.count(collection)
      }
      return [operand]
    default:
      // What is written there needs no explanation.
      return node.isLiteral ? [] : [try operand(node)]
    }
  }

  /// The element for which a condition on all does not hold: of a long list, the one that is worth showing.
  private mutating func firstException(
    in base: SyntaxNode,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> Operand? {
    guard let condition = arguments.first?.value,
      let collection = try evaluator.evaluate(base) as? any Collection,
      !CollectionAccess.isUnordered(collection),
      let index = try evaluator.firstIndex(in: collection, of: condition, matching: false)
    else { return nil }
    return Operand(
      node: base,
      text: "\(evaluator.shown(base))[\(index)]",
      value: CollectionAccess.element(of: collection, at: index)
    )
  }
}
