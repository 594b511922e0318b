import Core

extension Expression {
  /// The parts that make its value what it is: the operands that decide it, and the element that makes a condition on the
  /// elements of a list hold or fail. Literals are left out.
  ///
  /// - Returns: Nothing if the expression is such a part itself.
  /// - Throws: A diagnostic if a part cannot be evaluated.
  package func decidingParts(in context: ExpressionContext) throws(Diagnostic) -> [Expression] {
    var finder = PartFinder(
      compiler: ExpressionCompiler(root: type(of: context.root), source: source),
      evaluator: Evaluator(try compiled(for: type(of: context.root)).term, in: context, source: source)
    )
    let parts = try finder.parts(of: root)
    var found: [Expression] = []
    for part in parts where part != self && !found.contains(part) { found.append(part) }
    return found
  }

  /// The expression as conditions, taken apart at `&&`, `||` and `!`.
  ///
  /// - Throws: A diagnostic if the opposite of a part cannot be written.
  package func conditions() throws(Diagnostic) -> ConditionTree { try conditions(of: root, isTrue: true) }

  /// What must become equal, or 0, for a condition to come closer to being true: the sides of a comparison, or the number of
  /// elements that should not be there.
  package func distanceOperands() throws(Diagnostic) -> [Expression] {
    switch root.kind {
    case .binary(let binary, let left, let right) where binary.isComparison && binary != .notEqual:
      return [Expression(left, in: source), Expression(right, in: source)]
    case .member(let base, "isEmpty", _): return [try Expression(parsing: SourceText("\(base.asBase).count"))]
    case .method(let base, "allSatisfy", let arguments, _):
      guard let condition = arguments.first?.value else { return [] }
      return [try Expression(parsing: SourceText("\(base.asBase).count(where: !(\(condition)))"))]
    default: return []
    }
  }

  private func conditions(of node: SyntaxNode, isTrue: Bool) throws(Diagnostic) -> ConditionTree {
    switch node.kind {
    case .prefix(.not, let inner): return try conditions(of: inner, isTrue: !isTrue)
    case .binary(let binary, let left, let right) where binary == .and || binary == .or:
      let parts = [try conditions(of: left, isTrue: isTrue), try conditions(of: right, isTrue: isTrue)]
      return (binary == .and) == isTrue ? .all(parts) : .any(parts)
    case _ where isTrue:
      let condition = Expression(node, in: source)
      // The brackets of a part are those around it in the whole.
      let isBracketed = condition.source.text.hasPrefix("(")
      return .one(isBracketed ? try Expression(parsing: SourceText(node.description)) : condition)
    case .binary(let binary, let left, let right):
      guard let opposite = binary.opposite else { break }
      let text = SyntaxNode(.binary(opposite, left, right), range: node.range).description
      return .one(try Expression(parsing: SourceText(text)))
    default: break
    }
    let text = SyntaxNode(.prefix(.not, node), range: node.range).description
    return .one(try Expression(parsing: SourceText(text)))
  }
}

/// Conditions, all or any of which must hold.
package indirect enum ConditionTree {
  case one(Expression)
  case all([ConditionTree])
  case any([ConditionTree])
}

private struct PartFinder {
  var compiler: ExpressionCompiler
  var evaluator: Evaluator

  mutating func parts(of node: SyntaxNode) throws(Diagnostic) -> [Expression] {
    switch node.kind {
    case _ where node.isLiteral: return []
    case .member(let base, _, _) where compiler.namedType(base) != nil: return []
    case .method(let base, _, _, _) where compiler.namedType(base) != nil: return []
    case .prefix(_, let inner): return try parts(of: inner)
    case .binary(let binary, let left, let right) where binary == .and || binary == .or:
      let decisive = binary == .or
      if try evaluator.condition(compiler.term(left)) == decisive { return try parts(of: left) }
      if try evaluator.condition(compiler.term(right)) == decisive { return try parts(of: right) }
      return try parts(of: left) + parts(of: right)
    case .binary(.coalesce, let left, let right):
      return try parts(of: left) + (evaluator.evaluate(compiler.term(left)) == nil ? parts(of: right) : [])
    case .binary(_, let left, let right): return try parts(of: left) + parts(of: right)
    case .method(let base, let name, let arguments, _):
      if let element = try decidingElement(of: base, name, arguments) { return element }
      return [Expression(Method.ofCollections[name] == nil ? base : node, in: evaluator.source)]
    default: return [Expression(node, in: evaluator.source)]
    }
  }

  /// The parts of the condition, for the element that makes `allSatisfy` false or `contains` true.
  private mutating func decidingElement(
    of base: SyntaxNode,
    _ name: String,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> [Expression]? {
    guard name == "allSatisfy" || name == "contains", let condition = arguments.first?.value,
      condition.usesSubject,
      let list = try evaluator.evaluate(compiler.term(base)) as? any Collection, !list.isUnordered
    else { return nil }
    let isMatch = name == "contains"
    guard let index = try evaluator.firstIndex(in: list, of: compiler.term(condition), matching: isMatch)
    else { return nil }
    let element = "\(base.asBase)[\(index)]"
    let text = condition.text(in: evaluator.source, replacingSubjectWith: element)
    let expression = try Expression(parsing: SourceText(text))
    let parts = try expression.decidingParts(in: evaluator.context)
    return parts.isEmpty ? [expression] : parts
  }
}

extension SyntaxNode {
  /// The source with another value in place of the current element.
  fileprivate func text(in source: SourceText, replacingSubjectWith value: String) -> String {
    var text = ""
    var end = range.lowerBound
    for subject in subjects {
      let isBeforeName =
        source.slice(subject).text == #"\."# && source.page.bytes[subject.upperBound] != UInt8(ascii: "[")
      text += source.slice(end..<subject.lowerBound).text + value + (isBeforeName ? "." : "")
      end = subject.upperBound
    }
    return text + source.slice(end..<range.upperBound).text
  }

  /// Where the current element of the enclosing method is named.
  private var subjects: [Range<Int>] {
    switch kind {
    case .subject: [range]
    case .method(let base, _, _, _): base.subjects
    default: kind.children.flatMap(\.subjects)
    }
  }
}

extension BinaryOperator {
  /// The comparison that is true where this one is false.
  fileprivate var opposite: BinaryOperator? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: nil
    }
  }
}
