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
    case .null: return Term(node) { _ in nil }
    case .tuple, .range, .wildcard:
      return Term(node) { (evaluator) throws(Diagnostic) in
        throw evaluator.error("\(node.noun) is not allowed in an expression")
      }
    case .array(let elements): return try array(elements, at: node)
    case .dictionary(let entries): return try dictionary(entries, at: node)
    case .enumCase(let name, let arguments): return try enumCase(name, arguments ?? [], at: node)
    case .call("before", let arguments): return try before(arguments, at: node)
    case .call(let name, let arguments):
      let arguments = try self.arguments(arguments)
      _ = try evaluator(at: node).initializer(name)
      return Term(node, .of((["UUID": UUID.self, "URL": URL.self] as [String: Any.Type])[name] ?? Date.self))
      { (evaluator) throws(Diagnostic) in
        try evaluator.evaluateCall(name, arguments)
      }
    case .root:
      inputs?.add(0..<root.size)
      return Term(node, .type(root), at: Place(root: root)) { flattened($0.context.root) }
    case .subject: return element(at: node)
    case .name(let name): return try self.name(name, at: node)
    case .member(let base, let name, _):
      if let type = namedType(base) { return try constant(name, nil, of: type, at: node) }
      return try member(name, of: term(base), at: node)
    case .index(let base, let arguments, _):
      return try index(of: term(base), self.arguments(arguments), at: node)
    case .method(let base, let name, let arguments, _):
      if let type = namedType(base) { return try constant(name, arguments, of: type, at: node) }
      return try method(name, of: term(base), arguments, at: node)
    case .unwrapped(let base):
      let base = try term(base)
      return Term(node, base.type, at: base.place.flatMap(\.present)) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluateUnwrapped(base)
      }
    case .prefix(let prefix, let operand):
      let operand = try term(operand)
      let type = try type(at: node, [operand]) { (evaluator, operands) throws(Diagnostic) in
        try evaluator.evaluatePrefix(prefix, operands[0])
      }
      return Term(node, type, at: prefix == .not ? Place(not: operand) : nil) {
        (evaluator) throws(Diagnostic) in
        try evaluator.evaluatePrefix(prefix, operand)
      }
    case .binary(let binary, let left, let right):
      let (left, right) = (try term(left), try term(right))
      let type = try type(of: binary, left, right, at: node)
      return Term(node, type, at: Place(binary, left, right)) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluateBinary(binary, left, right)
      }
    }
  }

  private mutating func array(_ elements: [SyntaxNode], at node: SyntaxNode) throws(Diagnostic) -> Term {
    let elements = try terms(elements)
    let type = elements.dropFirst().reduce(elements.first?.type ?? .unknown) { $0.joined(with: $1.type) }
    return Term(node, .list(of: type)) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateArray(elements)
    }
  }

  private mutating func dictionary(
    _ entries: [SyntaxNode.Entry],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Term {
    let (keys, values) = (try terms(entries.map(\.key)), try terms(entries.map(\.value)))
    return Term(node, .of([AnyHashable: Any].self)) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateDictionary(keys, values)
    }
  }

  private mutating func enumCase(
    _ name: String,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Term {
    let arguments = try self.arguments(arguments)
    let example = CaseLiteral(name: name, arguments: arguments.map { ($0.label?.text, $0.value.typical) })
    return Term(node, example: example) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateCase(name, arguments)
    }
  }

  private mutating func before(_ arguments: [SyntaxNode.Argument], at node: SyntaxNode) throws(Diagnostic)
    -> Term
  {
    guard arguments.count == 1, arguments[0].label == nil else {
      throw source.diagnostic("'before' expects one expression", at: node.range, hint: "write: before(EXPR)")
    }
    let value = try term(arguments[0].value)
    inputs = nil
    return Term(node, value.type) { (evaluator) throws(Diagnostic) in try evaluator.evaluateBefore(value) }
  }

  private mutating func terms(_ nodes: [SyntaxNode]) throws(Diagnostic) -> [Term] {
    try nodes.map { (node) throws(Diagnostic) in try term(node) }
  }

  private mutating func arguments(_ arguments: [SyntaxNode.Argument]) throws(Diagnostic) -> [Term.Argument] {
    let terms = try terms(arguments.map(\.value))
    return zip(arguments, terms).map { Term.Argument(label: $0.label, value: $1) }
  }

  /// The current element of the enclosing method.
  private func element(at node: SyntaxNode) -> Term {
    Term(node, subject, at: subject.shape.map(Place.init(element:))) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateSubject()
    }
  }

  private mutating func name(_ name: String, at node: SyntaxNode) throws(Diagnostic) -> Term {
    let members = StaticType.type(root).members
    let member = members?[name]
    // A computed member may depend on the whole value.
    if let member { inputs?.add(member.part?.bytes ?? 0..<root.size) } else { inputs = nil }
    if let members, member == nil {
      if let facts, facts[name] == nil {
        throw source.unknownName(
          name,
          at: node,
          in: root.unwrapped.name,
          among: members.names + facts.keys.sorted()
        )
      }
      let shape = facts?[name].map(Shape.of)
      return Term(node, shape.map(StaticType.type) ?? .unknown, at: shape.map { Place(fact: name, $0) }) {
        (evaluator) throws(Diagnostic) in try evaluator.evaluateVariable(name)
      }
    }
    return Term(node, Self.type(of: member), at: Place(root: root).member(name)) {
      (evaluator) throws(Diagnostic) in
      try evaluator.evaluateName(name)
    }
  }

  private static func type(of member: Member?) -> StaticType {
    member?.type.map(StaticType.of) ?? .unknown
  }

  private func member(_ name: String, of base: Term, at node: SyntaxNode) throws(Diagnostic) -> Term {
    let members = base.type.members
    let member = members?[name]
    if let shape = base.type.exact, let members, member == nil {
      throw source.unknownMember(name, of: shape.type, members.names, after: base.node, at: node)
    }
    let parts = (base.type.exact?.type as? any UnorderedPairs.Type)?.memberTypes
    let isText = base.type.exact?.has(.string) == true
    let type: StaticType
    switch (name, parts) {
    case ("keys", let parts?): type = .list(of: .of(parts[0]))
    case ("values", let parts?): type = .list(of: .of(parts[1]))
    case _ where member?.type != nil: type = Self.type(of: member)
    case ("first", _) where !isText, ("last", _) where !isText: type = base.type.element
    default:
      type = try self.type(at: node, [base]) { (evaluator, operands) throws(Diagnostic) in
        try evaluator.evaluateMember(name, of: operands[0])
      }
    }
    return Term(node, type, at: base.place?.member(name) ?? sizePlace(name, of: base)) {
      (evaluator) throws(Diagnostic) in
      try evaluator.evaluateMember(name, of: base)
    }
  }

  /// `todos.filter(…).count` and `isEmpty`, without the filtered list.
  private func sizePlace(_ name: String, of base: Term) -> Place? {
    guard let (list, arguments) = base.filter, let condition = arguments.condition else { return nil }
    return switch name {
    case "count": list.place?.counting(.number, where: condition)
    case "isEmpty": list.place?.counting(.condition { matching, _ in matching == 0 }, where: condition)
    default: nil
    }
  }

  private func index(of base: Term, _ arguments: [Term.Argument], at node: SyntaxNode) throws(Diagnostic)
    -> Term
  {
    var place: Place?
    if arguments.count == 1, arguments[0].label == nil, let position = arguments[0].value.constant as? Int {
      place = base.place?.element(at: position)
    }
    let lookup = base.type.shape?.type as? any ExpressionLookup.Type
    // An index without a label may be a key.
    let isKeyed = lookup.map { $0.expressionLookupLabel == nil } ?? false
    // Whether a key can be converted depends on its value.
    if let index = arguments.first?.value, arguments.count == 1, arguments[0].label == nil,
      !isKeyed || index.constant != nil
    {
      let known = Term(index.node, index.type, example: index.constant, index.body)
      _ = try type(at: node, [base, known]) { (evaluator, operands) throws(Diagnostic) in
        try evaluator.evaluateIndex(of: operands[0], [Term.Argument(label: nil, value: operands[1])])
      }
    }
    let value = (lookup as? any UnorderedPairs.Type).map { StaticType.of($0.memberTypes[1]) } ?? .unknown
    return Term(node, isKeyed ? value : base.type.element, at: place) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateIndex(of: base, arguments)
    }
  }

  private mutating func method(
    _ name: String,
    of base: Term,
    _ nodes: [SyntaxNode.Argument],
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
    let arguments = try self.arguments(nodes)
    let found = table == nil ? .unknown : try type(of: method, on: base, arguments, at: node)
    let type: StaticType =
      switch method.result {
      case .elements where shape?.has(.unordered) == true && name == "filter": base.type
      case .elements: .list(of: base.type.element)
      case .list: .list(of: arguments.last?.value.type ?? .unknown)
      case .element: base.type.element
      case .other: found
      }
    let filter = name == "filter" ? (base, arguments) : nil
    let place = method.counted.flatMap { counted in
      arguments.condition.flatMap { base.place?.counting(counted, where: $0) }
    }
    return Term(node, type, at: place, filter: filter) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateMethod(name, of: base, arguments)
    }
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
