import Core

/// The parts of an action that depend on the state: values of it, as `items[0]` in `.tap(items[0])`, and changes of
/// parts of a property, as `.set(\.items[0].name, "Milk")`, which set the property, as a control in SwiftUI does.
///
/// What is a literal of the expected type is never one of them.
package struct ActionValues {
  private let source: SourceText
  private let focus: Focus
  private let facts: [String: Any.Type]
  /// What replaces each of them in a state.
  private var parts: [Filling] = []
  private typealias Filling = (ExpressionContext) throws(Diagnostic) -> [TextReplacement]

  /// Finds these parts in an action that is not a literal.
  ///
  /// - Parameters:
  ///   - source: The action, as one of the feature.
  ///   - focus: What the names in it are relative to.
  ///   - facts: The names in scope besides those of the state, with their types.
  /// - Throws: An error in the action, or in an expression in it.
  package init(
    in source: SourceText,
    relativeTo focus: Focus,
    besides facts: [String: Any.Type]
  ) throws(Diagnostic) {
    (self.source, self.focus, self.facts) = (source, focus, facts)
    try find(in: try ValueReader(parsing: source).node, .of(focus.feature))
  }

  /// The literals that replace the parts, in order.
  ///
  /// - Parameter context: The state, with the names in scope.
  /// - Throws: An error in an expression, or in one that is `nil` where a value is expected.
  package func literals(in context: ExpressionContext) throws(Diagnostic) -> [TextReplacement] {
    let replacements = try parts.map { (part) throws(Diagnostic) in
      do throws(Diagnostic) { return try part(context) } catch {
        var error = error
        // An action has no condition.
        if error.hint?.hasSuffix(Diagnostic.beforeCondition) == true { error.hint = nil }
        throw error
      }
    }
    return replacements.joined().sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func find(in node: SyntaxNode, _ type: Shape) throws(Diagnostic) {
    let reader = ValueReader(source: source, node: node)
    do { _ = try reader.value(of: type.type) } catch {
      let count = parts.count
      guard let inner = try inner(node, type, reader) else { return try add(node, type, orElse: error) }
      for (node, type) in inner { try find(in: node, type) }
      if parts.count == count { throw error }
    }
  }

  /// The parts of a literal, with their types; none if it has an error of its own, `nil` if it is not a literal.
  private mutating func inner(_ node: SyntaxNode, _ type: Shape, _ reader: ValueReader) throws(Diagnostic)
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
      guard let root = type.changes?.rootType, arguments.count == 2 else { return [] }
      let (path, value) = (arguments[0].value, arguments[1].value)
      guard let names = path.keyPath else {
        return [(value, try addChange(of: path, in: root, to: value.range))]
      }
      let property = try NamedKeyPath.path(names, from: root, reader.at(path))
      return [(value, .of(Swift.type(of: property).valueType))]
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
    if case .call = node.kind { return nil }
    return node.isLiteral || node.isCase ? [] : nil
  }

  /// Adds a change of a part of a property.
  ///
  /// - Parameters:
  ///   - path: The key path of the part.
  ///   - root: The type of the state with the property.
  /// - Returns: The type of the part.
  private mutating func addChange(
    of path: SyntaxNode,
    in root: Any.Type,
    to value: Range<Int>
  ) throws(Diagnostic) -> Shape {
    let range = path.range.dropFirst(2)
    let isOwn = [".binding(", ".view(.binding("].contains {
      source.text.hasPrefix("\(focus.opening)\($0).set(\\.")
    }
    guard isOwn, root == focus.state else {
      throw source.diagnostic(
        "only a property can be set here",
        at: path.range,
        hint: "'cd' to its feature, then set parts of its properties: .set(\\.items[0].name, …)"
      )
    }
    let (part, type) = try read(range)
    let steps = try Expression(parsing: source.slice(range)).root.path ?? []
    guard let type, case .name(let name)? = steps.first?.kind else {
      throw part.source.diagnostic("`\(part.source.shown)` cannot be set")
    }
    let property = try read(steps[0].range).0
    let filling: Filling = { context throws(Diagnostic) in
      _ = try part.evaluate(in: context)
      let whole = try property.evaluate(in: context).wrapped
      let old = SourceText(ValueText().text(whole) ?? "nil")
      var node: SyntaxNode? = try ValueReader(parsing: old).node
      for step in steps.dropFirst() { node = node?.part(at: step.kind) }
      guard let place = node?.range else {
        throw part.source.diagnostic("there is no `\(part.source.shown)` to set")
      }
      let (before, after) = (old.slice(0..<place.lowerBound).text, old.slice(place.upperBound..<Int.max).text)
      return [
        (path.range.lowerBound..<value.lowerBound, "\\.\(name), \(before)"),
        (value.upperBound..<value.upperBound, after),
      ]
    }
    parts.append(filling)
    return type
  }

  /// An expression over the state, and its type if that is known.
  private func read(_ range: Range<Int>) throws(Diagnostic) -> (Expression, Shape?) {
    let source = source.slice(range)
    let insertions = focus.insertions(inExpressions: source, besides: Array(facts.keys))
    let expression = try Expression(parsing: source.replacing(insertions))
    return (expression, try expression.compiled(for: focus.whole.state, naming: facts).term.type)
  }

  /// Adds an expression, if it can have the type.
  ///
  /// - Parameter error: Why it is not a literal.
  private mutating func add(_ node: SyntaxNode, _ type: Shape, orElse error: Diagnostic) throws(Diagnostic) {
    switch node.kind {
    case .wildcard, .closure, .function, .missing: throw error
    default: break
    }
    // A name of nothing in scope may be that of a type or a function, or be misspelled.
    let isKnown = node.dottedName.map { name, _ in
      focus.names.contains(name[0]) || focus.whole.names.contains(name[0]) || facts[name[0]] != nil
    }
    let expression: Expression
    let found: Shape?
    do throws(Diagnostic) { (expression, found) = try read(node.range) } catch let other {
      throw isKnown ?? true ? other : error
    }
    if let found, let expected = type.settled, found !== expected, found.type != UntypedCase.self,
      // Their literals may be read as each other's.
      ![TypeTrait.text, .number, .collection].contains(where: { found.has($0) && expected.has($0) })
    {
      throw expression.source.diagnostic(
        "expected \(typeName(type)), found \(typeName(found)) in `\(expression.source.shown)`"
      )
    }
    let filling: Filling = { context throws(Diagnostic) in
      let value = try expression.evaluate(in: context).wrapped
      if value == nil, type.wrapped == nil {
        throw expression.source.diagnostic("`\(expression.source.shown)` is nil; expected \(typeName(type))")
      }
      return [(node.range, ValueText().text(value) ?? "")]
    }
    parts.append(filling)
  }
}

extension SyntaxNode {
  /// The part of a literal at a step of a path; `nil` if it has none.
  fileprivate func part(at step: Kind) -> SyntaxNode? {
    switch (kind, step) {
    case (.array(let elements), .index(_, let index, _)):
      if index[0].label == nil, case .integer(let position) = index[0].value.kind {
        return elements[Int(position)]
      }
      return elements.first { $0.argument("id") == index[0].value }
    case (_, .member(_, let name, _)): return argument(name)
    default: return nil
    }
  }

  private func argument(_ label: String) -> SyntaxNode? {
    callArguments?.first { $0.label?.text == label }?.value
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
