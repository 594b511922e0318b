import Core

/// Compiles an expression for one type of root value.
///
/// An evaluation checks only the values that it meets, so an expression about the elements of an empty list would hold
/// even if its names and comparisons were invalid. Therefore, a member or an operation that no value of the types has
/// is an error here, the same as in an evaluation. Types that are unknown, or whose members depend on the value, are
/// left to the evaluation.
struct ExpressionCompiler {
  private let root: Shape
  private let facts: [String: Any.Type]?
  let source: SourceText
  /// The type of the current element of the enclosing method.
  private var subject = StaticType.unknown
  /// The parts of the root value that the expression reads; `nil` if it also reads anything else, such as the virtual
  /// time.
  private(set) var inputs: ExpressionInputs?

  /// - Parameters:
  ///   - root: The type of the root value.
  ///   - facts: The names in scope besides the root's members, with the types of their values; `nil` if unknown.
  ///   - source: The expression's text.
  init(root: Any.Type, facts: [String: Any.Type]? = nil, source: SourceText) {
    (self.root, self.facts, self.source) = (Shape.of(root), facts, source)
    inputs = self.root.typeKind == .structure ? ExpressionInputs() : nil
  }

  /// Compiles a part.
  ///
  /// - Throws: A diagnostic for the first part that no value can make valid.
  /// - Complexity: O(*n*) in the length of the part.
  mutating func term(_ node: SyntaxNode) throws(Diagnostic) -> Term {
    switch node.kind {
    case .integer(let value): return Term(node, constant: Int(exactly: value) ?? UInt64(clamping: value))
    case .double(let value): return Term(node, constant: value)
    case .duration(let value): return Term(node, constant: value)
    case .string(let value): return Term(node, constant: value)
    case .bool(let value): return Term(node, constant: value)
    case .null, .tuple, .range, .wildcard, .interpolation, .closure, .parameter, .function, .conditional, .cast:
      return Term(node)
    case .array:
      let elements = try operands(of: node)
      let types = elements.map(\.value.type)
      return Term(
        node,
        elements,
        .list(of: types.dropFirst().reduce(types.first ?? .unknown) { $0.joined(with: $1) })
      )
    case .dictionary: return Term(node, try operands(of: node), .of([AnyHashable: Any].self))
    case .enumCase(let name, _):
      let arguments = try operands(of: node)
      let typical = arguments.map { ($0.label?.text, $0.value.typical) }
      return Term(node, arguments, example: CaseLiteral(name: name, arguments: typical))
    case .call("before", let arguments):
      guard arguments.count == 1, arguments[0].label == nil else {
        throw source.diagnostic(
          "'before' expects one expression",
          at: node.range,
          hint: "write: before(EXPR)"
        )
      }
      let value = try operands(of: node)
      inputs = nil
      return Term(node, value, value[0].value.type)
    case .call(let name, _): return try call(name, at: node)
    case .root:
      inputs?.add(0..<root.size)
      return Term(node, [], .type(root), at: Place(root: root))
    case .subject: return Term(node, [], subject, at: subject.shape.map(Place.init(element:)))
    case .name(let name): return try self.name(name, at: node)
    case .member(let base, let name, _):
      if let type = namedType(base) { return try constant(name, nil, of: type, at: node) }
      return try member(name, at: node)
    case .index: return try index(at: node)
    case .method(let base, let name, let arguments, _):
      if let type = namedType(base) { return try constant(name, arguments, of: type, at: node) }
      return try method(name, of: term(base), arguments, at: node)
    case .unwrapped:
      let base = try operands(of: node)
      return Term(node, base, base[0].value.type, at: base[0].value.place.flatMap(\.present))
    case .prefix(let prefix, _):
      let operand = try operands(of: node)
      let place = prefix == .not ? Place(not: operand[0].value) : nil
      return Term(node, operand, try type(of: node, operand), at: place)
    case .binary(let binary, _, _):
      let operands = try operands(of: node)
      let type = try type(of: binary, operands, at: node)
      return Term(node, operands, type, at: Place(binary, operands[0].value, operands[1].value))
    }
  }

  private mutating func operands(of node: SyntaxNode) throws(Diagnostic) -> [Term.Argument] {
    try arguments(node.kind.operands)
  }

  private mutating func arguments(_ arguments: [SyntaxNode.Argument]) throws(Diagnostic) -> [Term.Argument] {
    try arguments.map { (argument) throws(Diagnostic) in
      Term.Argument(label: argument.label, value: try term(argument.value))
    }
  }

  /// A call of an initializer, which is made once if its argument is a literal.
  private mutating func call(_ name: String, at node: SyntaxNode) throws(Diagnostic) -> Term {
    let arguments = try operands(of: node)
    let type = try Evaluator(Term(node), in: ExpressionContext(()), source: source).initializer(name).type
    let term = Term(node, arguments, .of(type))
    guard arguments.allSatisfy({ $0.value.constant != nil }), let value = try self.value(of: term) else {
      return term
    }
    return Term(node, constant: value)
  }

  /// The value of a static member: `Duration.seconds(1)`, `Double.infinity`.
  private mutating func constant(
    _ name: String,
    _ arguments: [SyntaxNode.Argument]?,
    of type: Any.Type,
    at node: SyntaxNode
  ) throws(Diagnostic) -> Term {
    let literal = SyntaxNode(.enumCase(name, arguments), range: node.range)
    let arguments = try operands(of: literal)
    _ = try self.type(of: literal, arguments, as: .of(type))
    return Term(literal, arguments, .of(type))
  }

  private mutating func name(_ name: String, at node: SyntaxNode) throws(Diagnostic) -> Term {
    let members = StaticType.type(root).members
    let member = members?[name]
    // A computed member may depend on the whole value.
    if let member { inputs?.add(member.part?.bytes ?? 0..<root.size) } else { inputs = nil }
    guard let members, member == nil else {
      return Term(node, [], Self.type(of: member), at: Place(root: root).member(name))
    }
    if let facts, facts[name] == nil {
      throw source.unknownName(
        name,
        at: node,
        in: root.unwrapped.name,
        among: members.names + facts.keys.sorted()
      )
    }
    guard let shape = facts?[name].map(Shape.of) else { return Term(node) }
    return Term(node, [], .type(shape), at: Place(fact: name, shape))
  }

  private static func type(of member: Member?) -> StaticType {
    member?.type.map(StaticType.of) ?? .unknown
  }

  private mutating func member(_ name: String, at node: SyntaxNode) throws(Diagnostic) -> Term {
    let operands = try operands(of: node)
    let base = operands[0].value
    let members = base.type.members
    let member = members?[name]
    if let shape = base.type.exact, let members, member == nil {
      throw source.unknownMember(name, of: shape.type, members.names, after: base.node, at: node)
    }
    let parts = (base.type.exact?.type as? any UnorderedPairs.Type)?.memberTypes
    let isText = base.type.exact?.has(.string) == true
    let type: StaticType =
      switch (name, parts) {
      case ("keys", let parts?): .list(of: .of(parts[0]))
      case ("values", let parts?): .list(of: .of(parts[1]))
      case _ where member?.type != nil: Self.type(of: member)
      case ("first", _) where !isText, ("last", _) where !isText: base.type.element
      default: try self.type(of: node, operands)
      }
    return Term(node, operands, type, at: base.place?.member(name) ?? sizePlace(name, of: base))
  }

  /// `todos.filter(…).count` and `isEmpty`, without the filtered list.
  private func sizePlace(_ name: String, of base: Term) -> Place? {
    guard let (list, condition) = base.filter else { return nil }
    return switch name {
    case "count": list.place?.counting(.number, where: condition)
    case "isEmpty": list.place?.counting(.condition { matching, _ in matching == 0 }, where: condition)
    default: nil
    }
  }

  private mutating func index(at node: SyntaxNode) throws(Diagnostic) -> Term {
    let operands = try operands(of: node)
    let base = operands[0].value
    // An index without a label is a position, unless it is a key.
    let index = operands.count == 2 && operands[1].label == nil ? operands[1].value : nil
    let lookup = base.type.shape?.type as? any ExpressionLookup.Type
    let isKeyed = lookup.map { $0.expressionLookupLabel == nil } ?? false
    // Whether a key can be converted depends on its value.
    if let index, !isKeyed || index.constant != nil {
      let known = Term(index.node, [], index.type, example: index.constant)
      _ = try type(of: node, [operands[0], Term.Argument(value: known)])
    }
    let value = (lookup as? any UnorderedPairs.Type).map { StaticType.of($0.memberTypes[1]) } ?? .unknown
    let place = (index?.constant as? Int).flatMap { base.place?.element(at: $0) }
    return Term(node, operands, isKeyed ? value : base.type.element, at: place)
  }

  private mutating func method(
    _ name: String,
    of base: Term,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Term {
    let shape = base.type.exact
    let table = shape.map(Method.table)
    guard let method = table.map({ $0[name] }) ?? Method.ofCollections[name] ?? Method.ofTexts[name] else {
      let members = base.type.members?.names ?? []
      throw source.unknownMethod(name, of: shape?.type, members, after: base.node, at: node)
    }
    let outer = subject
    defer { subject = outer }
    if method.looksAtElements { subject = base.type.element }
    let operands = [Term.Argument(value: base)] + (try self.arguments(arguments))
    let found = table == nil ? .unknown : try type(of: method, operands, at: node)
    let type: StaticType =
      switch method.result {
      case .elements where shape?.has(.unordered) == true && name == "filter": base.type
      case .elements: .list(of: base.type.element)
      case .list: .list(of: operands.dropFirst().last?.value.type ?? .unknown)
      case .element: base.type.element
      case .other: found
      }
    let place = method.counted.flatMap { counted in
      Term(node, operands).condition.flatMap { base.place?.counting(counted, where: $0) }
    }
    return Term(node, operands, type, at: place)
  }
}

extension SourceText {
  /// The error for an unknown name at the start of an expression.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - node: Its location.
  ///   - type: The name of the type without such a member.
  ///   - names: The names in scope.
  func unknownName(_ name: String, at node: SyntaxNode, in type: String, among names: [String])
    -> Diagnostic
  {
    diagnostic(
      "cannot find '\(name)' in \(type)",
      at: node.range,
      notes: SourceText.available(names),
      hint: caseBehind(node).map { "write the case without its type: .\($0)" }
        ?? Spelling.suggestion(for: name, among: names)
    )
  }

  /// What follows the names of types: `all` in `Filter.all`, of which `node` is the first part.
  private func caseBehind(_ node: SyntaxNode) -> String? {
    let rest = slice(node.range.lowerBound..<range.upperBound).text
    let end = rest.firstIndex { $0 != "." && !$0.unicodeScalars.allSatisfy(\.continuesIdentifier) }
    let names = rest[..<(end ?? rest.endIndex)].split(separator: ".", omittingEmptySubsequences: false)
    guard let place = names.firstIndex(where: { $0.first?.isUppercase != true }), place > 0 else {
      return nil
    }
    return names[place].isEmpty ? nil : String(names[place])
  }
}
