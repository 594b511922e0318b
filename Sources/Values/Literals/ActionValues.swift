import Core

/// The parts of an action that are values of the state: `items[0]` in `.tap(items[0])`.
///
/// What is a literal of the expected type is never one of them.
package struct ActionValues {
  /// Reads an expression over the state, and checks its names.
  package typealias Reading = (SourceText) throws(Diagnostic) -> Expression

  private let source: SourceText
  private let read: Reading
  /// The type of the state.
  private let state: Any.Type
  /// Whether an expression can start with a name.
  private let isName: (String) -> Bool
  private var parts: [(range: Range<Int>, type: Shape, expression: Expression)] = []

  /// Finds the values in an action that is not a literal.
  ///
  /// - Parameters:
  ///   - source: The action.
  ///   - type: The type of the actions.
  ///   - state: The type of the state.
  ///   - isName: Whether an expression can start with a name.
  ///   - read: Reads an expression over the state.
  /// - Throws: An error in the action, or in one of the expressions.
  package init(
    in source: SourceText,
    as type: Any.Type,
    of state: Any.Type,
    isName: @escaping (String) -> Bool,
    _ read: @escaping Reading
  ) throws(Diagnostic) {
    (self.source, self.state, self.isName, self.read) = (source, state, isName, read)
    try find(in: try ValueReader(parsing: source).node, .of(type))
  }

  /// The literals that replace the values.
  ///
  /// - Parameter context: The state, with the names in scope.
  /// - Throws: An error in an expression, or in one that is `nil` where a value is expected.
  package func literals(in context: ExpressionContext) throws(Diagnostic) -> [TextReplacement] {
    try parts.map { (part) throws(Diagnostic) in
      let value = try part.expression.evaluate(in: context).wrapped
      if value == nil, part.type.wrapped == nil {
        throw part.expression.source.diagnostic(
          "`\(part.expression.source.shown)` is nil; expected \(typeName(part.type))"
        )
      }
      return (part.range, ValueText().text(value) ?? "")
    }
  }

  private mutating func find(in node: SyntaxNode, _ type: Shape) throws(Diagnostic) {
    let reader = ValueReader(source: source, node: node)
    do { _ = try reader.value(of: type.type) } catch {
      guard let inner = try inner(node, type, reader) else { return try add(node, type, orElse: error) }
      let count = parts.count
      for (node, type) in inner { try find(in: node, type) }
      if parts.count == count { throw error }
    }
  }

  /// The parts of a literal, with their types; none if it has an error of its own, `nil` if it is not a literal.
  private func inner(_ node: SyntaxNode, _ type: Shape, _ reader: ValueReader) throws(Diagnostic)
    -> [(SyntaxNode, Shape)]?
  {
    func labelled(_ arguments: [SyntaxNode.Argument], _ fields: [Part]) throws(Diagnostic)
      -> [(SyntaxNode, Shape)]
    {
      if arguments.map(\.label?.text) == fields.map(\.label) {
        return zip(arguments, fields).map { ($0.value, $1.shape) }
      }
      if arguments.allSatisfy(\.value.isLiteral) { return [] }
      throw reader.error("expected (\(fields.signature))")
    }
    switch node.kind {
    case .enumCase("set", let arguments?) where type.changes != nil:
      guard let root = type.changes?.rootType, arguments.count == 2, let names = arguments[0].value.keyPath
      else { return [] }
      let path = try NamedKeyPath.path(names, from: root, reader.at(arguments[0].value))
      return [(arguments[1].value, .of(Swift.type(of: path).valueType))]
    case .array(let elements): return type.element.map { element in elements.map { ($0, element) } } ?? []
    case .dictionary(let entries):
      return type.pairs.map { pairs in entries.flatMap { [($0.key, pairs.key), ($0.value, pairs.value)] } }
        ?? []
    case .tuple(let arguments): return try labelled(arguments, type.tuple?.stored ?? [])
    default: break
    }
    let unwrapped = type.unwrapped
    if let choice = unwrapped.choice, let (name, arguments) = reader.caseSyntax(of: unwrapped.type),
      let element = choice.named(name)
    {
      return try labelled(element.spread(arguments ?? []), element.parameters)
    }
    if let record = unwrapped.memberwise, let arguments = try? reader.call(of: unwrapped.type) {
      return arguments.compactMap { argument in
        record.visible.first { $0.label == argument.label?.text }.map { (argument.value, $0.shape) }
      }
    }
    return node.isLiteral || node.isCase ? [] : nil
  }

  /// Adds an expression, if it can have the type.
  ///
  /// - Parameter error: Why it is not a literal.
  private mutating func add(_ node: SyntaxNode, _ type: Shape, orElse error: Diagnostic) throws(Diagnostic) {
    switch node.kind {
    case .wildcard, .closure, .function, .missing: throw error
    default: break
    }
    if let (names, _) = node.dottedName, !isName(names[0]) { throw error }
    let expression = try read(source.slice(node.range))
    let found = try expression.compiled(for: state).term.type
    if let found, let expected = type.settled, found !== expected,
      // Their literals may be read as each other's.
      ![TypeTrait.text, .number, .collection].contains(where: { found.has($0) && expected.has($0) })
    {
      throw expression.source.diagnostic(
        "expected \(typeName(type)), found \(typeName(found)) in `\(expression.source.shown)`"
      )
    }
    parts.append((node.range, type, expression))
  }
}

extension Shape {
  /// Whether its values are structures that can be written with all of their parts.
  var isLiteralStructure: Bool {
    memberwise != nil && literal == nil
      && !contains { [.function, .existential, .reference, .metatype, .other].contains($0.typeKind) }
  }
}

extension ActionSyntax {
  /// A structure as a literal.
  ///
  /// - Returns: `nil` for a value of another type, and for one that cannot be read back.
  package static func literal(of value: Any) -> String? {
    let (type, text) = (Shape.of(value: value), actionText(value))
    guard type.isLiteralStructure, (try? action(of: type.type, parsing: SourceText(text))) != nil else {
      return nil
    }
    return text
  }
}
