import Core

extension Expression {
  /// The parts that make its value what it is: the operands that decide it, and the element that makes a condition on the
  /// elements of a list hold or fail. Literals are left out.
  ///
  /// - Returns: Nothing if the expression is such a part itself.
  /// - Throws: A diagnostic if a part cannot be evaluated.
  package func decidingParts(in context: ExpressionContext) throws(Diagnostic) -> [Expression] {
    let evaluation = RecordedEvaluation(of: self, in: context)
    var found: [Expression] = []
    for part in try evaluation.parts(of: root) where part != self && !found.contains(part) {
      found.append(part)
    }
    return found
  }

  /// The expression as conditions, taken apart at `&&`, `||` and `!`.
  ///
  /// - Parameter condition: What the tree contains for a condition.
  /// - Throws: A diagnostic if the opposite of a part cannot be written, or the error of `condition`.
  package func conditions<Leaf>(_ condition: (Expression) throws(Diagnostic) -> Leaf)
    throws(Diagnostic)
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
    case .member(let base, "isEmpty", _):
      return [try Expression(parsing: SourceText("\(text(of: base)).count"))]
    case .method(let base, "allSatisfy", let arguments, _):
      guard let condition = arguments.first?.value else { return [] }
      let text = "\(text(of: base)).count(where: !(\(text(of: condition))))"
      return [try Expression(parsing: SourceText(text))]
    default: return []
    }
  }

  private func conditions<Leaf>(
    of node: SyntaxNode,
    isTrue: Bool,
    _ leaf: (Expression) throws(Diagnostic) -> Leaf
  ) throws(Diagnostic) -> ConditionTree<Leaf> {
    let text: String
    switch node.kind {
    case .prefix(.not, let inner): return try conditions(of: inner, isTrue: !isTrue, leaf)
    case .binary(let binary, let left, let right) where binary == .and || binary == .or:
      let parts = [
        try conditions(of: left, isTrue: isTrue, leaf),
        try conditions(of: right, isTrue: isTrue, leaf),
      ]
      return (binary == .and) == isTrue ? .all(parts) : .any(parts)
    case _ where isTrue:
      var condition = Expression(node, in: source)
      // The brackets of a part are those around it in the whole.
      while condition.source.text.hasPrefix("("),
        let inner = try? Expression(
          parsing: SourceText(String(condition.source.text.dropFirst().dropLast()))
        ),
        inner == condition
      {
        condition = inner
      }
      return .one(try leaf(condition))
    case .binary(let binary, let left, let right):
      if let opposite = binary.opposite {
        text = "\(self.text(of: left)) \(opposite.rawValue) \(self.text(of: right))"
      } else {
        text = "!(\(self.text(of: node)))"
      }
    case .conditional, .cast: text = "!(\(self.text(of: node)))"
    default: text = "!\(self.text(of: node))"
    }
    return .one(try leaf(Expression(parsing: SourceText(text))))
  }

  private func text(of node: SyntaxNode) -> String { source.slice(node.range).text }
}

/// Conditions, all or any of which must hold.
package indirect enum ConditionTree<Leaf> {
  case one(Leaf)
  case all([ConditionTree])
  case any([ConditionTree])
}

/// An evaluation with the values of its parts, which show what decided the value of the whole.
final class RecordedEvaluation {
  private let compiler: ExpressionCompiler
  private let context: ExpressionContext
  /// The values that parts had, by their places in the source.
  private var values: [Range<Int>: Value] = [:]
  var source: SourceText { compiler.source }

  init(of expression: Expression, in context: ExpressionContext) {
    compiler = ExpressionCompiler(root: type(of: context.root), source: expression.source)
    self.context = context
    // Some parts may have values though the whole has none.
    _ = try? value(expression.root)
  }

  /// The value of a part, which is evaluated now if the evaluation did not reach it.
  func value(_ node: SyntaxNode) throws(Diagnostic) -> Value {
    if let known = values[node.range] { return known }
    return try compiler.value(of: node, in: context, record: self)
  }

  func note(_ value: Value, of node: SyntaxNode) { values[node.range] = value.kept }

  func holds(_ node: SyntaxNode) throws(Diagnostic) -> Bool {
    let value = try value(node)
    return try Diagnostic.only { try compiler.term(node).holds(value) }
  }

  /// Whether it is a literal or a static member, which needs no explanation.
  func isPlain(_ node: SyntaxNode) -> Bool { node.isLiteral || node.base.flatMap(compiler.namedType) != nil }

  /// The parts that a value depends on: of an operator or a condition, those that decided it.
  ///
  /// - Returns: `nil` if the value is not made of others.
  func deciding(_ node: SyntaxNode) throws(Diagnostic) -> [SyntaxNode]? {
    switch node.kind {
    case .binary(let binary, let left, let right) where binary == .and || binary == .or:
      let decisive = binary == .or
      if try holds(left) == decisive { return [left] }
      return try holds(right) == decisive ? [right] : [left, right]
    case .binary(.coalesce, let left, _) where try !value(left).isNull: return [left]
    case .conditional(let condition, let first, let second):
      return [condition, try holds(condition) ? first : second]
    case .call("before", _): return nil
    case .prefix, .call, .binary, .interpolation, .array, .tuple, .range: return node.kind.children
    default: return nil
    }
  }

  /// The parts that decide a value, as expressions of their own.
  func parts(of node: SyntaxNode) throws(Diagnostic) -> [Expression] {
    if isPlain(node) { return [] }
    if case .method(let base, let name, let arguments, _) = node.kind {
      guard let element = try decidingElement(of: base, name, arguments) else {
        let isOfText = try value(base).shape?.has(.string) == true
        return [Expression(isOfText ? base : node, in: source)]
      }
      let text = element.condition.text(in: source, replacingElementWith: element.path)
      // A part that cannot be written by itself is not taken out of the whole.
      guard let expression = try? Expression(parsing: SourceText(text)),
        let parts = try? expression.decidingParts(in: context)
      else { return [Expression(node, in: source)] }
      return parts.isEmpty ? [expression] : parts
    }
    guard let operands = try deciding(node) else { return [Expression(node, in: source)] }
    var found: [Expression] = []
    for operand in operands { found += try parts(of: operand) }
    return found
  }

  /// The element whose condition decides the result of a method, and the path to it.
  func decidingElement(
    of base: SyntaxNode,
    _ name: String,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> (path: String, value: Value, condition: SyntaxNode)? {
    let method = Method.everything.first { $0.name == name && $0.decisive != nil }
    guard let decisive = method?.decisive, let condition = arguments.first?.value,
      condition.isClosure,
      try value(base).shape?.isList == true
    else { return nil }
    let wanted: SyntaxNode =
      switch condition.kind {
      case _ where decisive: condition
      case .closure(let names, let body): condition.with(.closure(names, condition.with(.prefix(.not, body))))
      default: condition.with(.prefix(.not, condition))
      }
    let search = condition.with(
      .method(base, "firstIndex", [.init(label: nil, value: wanted)], isOptional: false)
    )
    guard let index = try compiler.value(of: search, in: context).unboxed(as: Int.self) else {
      return nil
    }
    return ("\(source.slice(base.range).text)[\(index)]", try value(base).element(at: index).kept, condition)
  }
}

extension ExpressionCompiler {
  /// The value of a part, outside of an evaluation of the whole.
  ///
  /// - Parameter element: The current element, if the part is inside a closure.
  func value(
    of node: SyntaxNode,
    in context: ExpressionContext,
    for element: Any? = nil,
    record: RecordedEvaluation? = nil
  ) throws(Diagnostic) -> Value {
    try Evaluation.run(in: context) { evaluation in
      evaluation.record = record
      if let element { evaluation.bind(Value(flattening: element), at: 0) }
      return try term(node).value(in: evaluation).kept
    }
  }
}

extension SyntaxNode {
  /// The source of an argument that is evaluated for each element, with a path in place of the element, or of the parts of
  /// a tuple.
  fileprivate func text(in source: SourceText, replacingElementWith path: String) -> String {
    guard case .closure(let names, let body) = kind else {
      return text(in: source, replacing: elements(named: [], isOwn: true)) { _ in path }
    }
    let isSplit = (names.isEmpty ? body.parameterCount : names.count) > 1
    let elements = body.elements(named: names.map(\.text), isOwn: names.isEmpty)
    return body.text(in: source, replacing: elements) { isSplit ? "\(path).\($0)" : path }
  }

  private func text(
    in source: SourceText,
    replacing elements: [(range: Range<Int>, parameter: Int)],
    with path: (_ parameter: Int) -> String
  ) -> String {
    var text = ""
    var end = range.lowerBound
    for (element, parameter) in elements {
      let isBeforeName =
        source.slice(element).text == #"\."#
        && source.page.bytes[element.upperBound] != .openBracket
      text += source.slice(end..<element.lowerBound).text + path(parameter) + (isBeforeName ? "." : "")
      end = element.upperBound
    }
    return text + source.slice(end..<range.upperBound).text
  }

  /// Where the parameters of a closure are named.
  ///
  /// - Parameter isOwn: Whether `$0` and key paths mean its parameters, not those of a nested closure.
  private func elements(named names: [String], isOwn: Bool) -> [(range: Range<Int>, parameter: Int)] {
    switch kind {
    case .subject where isOwn: [(range, 0)]
    case .parameter(let number) where isOwn: [(range, number)]
    case .name(let name): names.firstIndex(of: name).map { [(range, $0)] } ?? []
    case .closure(let inner, let body):
      body.elements(
        named: names.map { name in inner.contains { $0.text == name } ? "" : name },
        isOwn: false
      )
    case .method(let base, _, let arguments, _):
      base.elements(named: names, isOwn: isOwn)
        + arguments.flatMap { $0.value.elements(named: names, isOwn: isOwn && !$0.value.isClosure) }
    default: kind.children.flatMap { $0.elements(named: names, isOwn: isOwn) }
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
