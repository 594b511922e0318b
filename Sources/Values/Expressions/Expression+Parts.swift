import Core

extension Expression {
  /// The parts that make its value what it is: the operands that decide it, and the element that makes a condition on the
  /// elements of a list hold or fail. Literals are left out.
  ///
  /// - Returns: Nothing if the expression is such a part itself.
  /// - Throws: A diagnostic if a part cannot be evaluated.
  package func decidingParts(in context: ExpressionContext) throws(Diagnostic) -> [Expression] {
    var finder = try PartFinder(self, in: context)
    var found: [Expression] = []
    for part in try finder.parts(of: root) where part != self && !found.contains(part) { found.append(part) }
    return found
  }

  /// The expression as conditions, taken apart at `&&`, `||` and `!`.
  ///
  /// - Parameter condition: What the tree contains for a condition.
  /// - Throws: A diagnostic if the opposite of a part cannot be written, or the error of `condition`.
  package func conditions<Leaf>(_ condition: (Expression) throws(Diagnostic) -> Leaf) throws(Diagnostic)
    -> ConditionTree<Leaf>
  {
    try conditions(of: root, isTrue: true, condition)
  }

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

  private func conditions<Leaf>(
    of node: SyntaxNode,
    isTrue: Bool,
    _ leaf: (Expression) throws(Diagnostic) -> Leaf
  ) throws(Diagnostic) -> ConditionTree<Leaf> {
    var part = node
    switch node.kind {
    case .prefix(.not, let inner): return try conditions(of: inner, isTrue: !isTrue, leaf)
    case .binary(let binary, let left, let right) where binary == .and || binary == .or:
      let parts = [
        try conditions(of: left, isTrue: isTrue, leaf), try conditions(of: right, isTrue: isTrue, leaf),
      ]
      return (binary == .and) == isTrue ? .all(parts) : .any(parts)
    case _ where isTrue:
      let condition = Expression(node, in: source)
      // The brackets of a part are those around it in the whole.
      if !condition.source.text.hasPrefix("(") { return .one(try leaf(condition)) }
    case .binary(let binary, let left, let right):
      part = SyntaxNode(
        binary.opposite.map { .binary($0, left, right) } ?? .prefix(.not, node),
        range: node.range
      )
    default: part = SyntaxNode(.prefix(.not, node), range: node.range)
    }
    return .one(try leaf(Expression(parsing: SourceText(part.description))))
  }
}

/// Conditions, all or any of which must hold.
package indirect enum ConditionTree<Leaf> {
  case one(Leaf)
  case all([ConditionTree])
  case any([ConditionTree])
}

/// Finds what made the value of an expression what it is, from the values of its parts.
struct PartFinder {
  private var compiler: ExpressionCompiler
  private var evaluator: Evaluator
  var source: SourceText { evaluator.source }

  init(_ expression: Expression, in context: ExpressionContext) throws(Diagnostic) {
    let type = type(of: context.root)
    compiler = ExpressionCompiler(root: type, source: expression.source)
    evaluator = Evaluator(try expression.compiled(for: type).term, in: context, source: expression.source)
  }

  mutating func value(_ node: SyntaxNode) throws(Diagnostic) -> Any? {
    try evaluator.evaluate(compiler.term(node))
  }

  mutating func holds(_ node: SyntaxNode) throws(Diagnostic) -> Bool {
    try evaluator.condition(compiler.term(node))
  }

  mutating func parts(of node: SyntaxNode) throws(Diagnostic) -> [Expression] {
    switch node.kind {
    case _ where node.isLiteral: return []
    case .member(let base, _, _) where compiler.namedType(base) != nil: return []
    case .method(let base, _, _, _) where compiler.namedType(base) != nil: return []
    case .prefix(_, let inner): return try parts(of: inner)
    case .binary(let binary, let left, let right) where binary == .and || binary == .or:
      let decisive = binary == .or
      if try holds(left) == decisive { return try parts(of: left) }
      if try holds(right) == decisive { return try parts(of: right) }
    case .binary(.coalesce, let left, _) where try value(left) != nil: return try parts(of: left)
    case .binary: break
    case .method(let base, let name, let arguments, _):
      guard let element = try decidingElement(of: base, name, arguments) else {
        return [Expression(Method.ofCollections[name] == nil ? base : node, in: source)]
      }
      let text = element.condition.text(in: source, replacingSubjectWith: element.path)
      let expression = try Expression(parsing: SourceText(text))
      let parts = try expression.decidingParts(in: evaluator.context)
      return parts.isEmpty ? [expression] : parts
    default: return [Expression(node, in: source)]
    }
    var found: [Expression] = []
    for operand in node.kind.children { found += try parts(of: operand) }
    return found
  }

  /// The element whose condition decides the result of a method, and the path to it.
  mutating func decidingElement(
    of base: SyntaxNode,
    _ name: String,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> (path: String, value: Any?, condition: SyntaxNode)? {
    guard let decisive = Method.ofCollections[name]?.decisive, let condition = arguments.first?.value,
      condition.usesSubject, let list = try value(base) as? any Collection, !list.isUnordered,
      let (index, element) = try evaluator.first(
        in: evaluator.iterator(over: list),
        where: compiler.term(condition),
        is: decisive
      )
    else { return nil }
    return ("\(base.asBase)[\(index)]", element, condition)
  }
}

extension SyntaxNode {
  /// The source with another value in place of the current element.
  fileprivate func text(in source: SourceText, replacingSubjectWith value: String) -> String {
    var text = ""
    var end = range.lowerBound
    for subject in subjects {
      let isBeforeName =
        source.slice(subject).text == #"\."# && source.page.bytes[subject.upperBound] != .openBracket
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
