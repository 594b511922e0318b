import Core

/// Compiles an expression for one type of root value.
///
/// An evaluation asks only the values that it meets, so an expression about the elements of an empty list would hold
/// whatever it names. Therefore members that no value of the types in question has are errors here. Types that are
/// unknown, or whose members depend on the value, are left to the evaluation.
struct ExpressionCompiler {
  private let root: Shape
  private let names: [String]?
  private let facts: [String: Any.Type]
  private let source: SourceText
  /// The type of the current element of the enclosing method.
  private var subject = StaticType.unknown
  /// The parts of the root value that the expression reads; `nil` if it also reads anything else, such as the virtual
  /// time.
  private(set) var inputs: ExpressionInputs?

  /// - Parameters:
  ///   - root: The type of the root value.
  ///   - names: The names in scope besides the root's members; `nil` if unknown.
  ///   - facts: The types of the values of such names, as far as they are known.
  ///   - source: The expression's text.
  init(root: Any.Type, names: [String]? = nil, facts: [String: Any.Type] = [:], source: SourceText) {
    (self.root, self.names, self.facts, self.source) = (Shape.of(root), names, facts, source)
    inputs = self.root.typeKind == .structure ? ExpressionInputs() : nil
  }

  /// Compiles a part.
  ///
  /// - Throws: A diagnostic for the first unknown member.
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
    case .array(let elements):
      let elements = try terms(elements)
      return Term(node) { (evaluator) throws(Diagnostic) in try evaluator.evaluateArray(elements) }
    case .dictionary(let entries):
      let (keys, values) = (try terms(entries.map(\.key)), try terms(entries.map(\.value)))
      return Term(node) { (evaluator) throws(Diagnostic) in try evaluator.evaluateDictionary(keys, values) }
    case .enumCase(let name, let arguments):
      let arguments = try self.arguments(arguments ?? [])
      return Term(node) { (evaluator) throws(Diagnostic) in try evaluator.evaluateCase(name, arguments) }
    case .call("before", let arguments): return try before(arguments, at: node)
    case .call(let name, let arguments):
      let arguments = try self.arguments(arguments)
      return Term(node) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluateCall(name, arguments)
      }
    case .root:
      inputs?.add(0..<root.size)
      return Term(node, .type(root), at: Place(root: root)) { flattened($0.context.root) }
    case .subject: return element(at: node)
    case .name(let name): return try self.name(name, at: node)
    case .member(let base, let name, _): return try member(name, of: term(base), at: node)
    case .index(let base, let arguments, _):
      return try index(of: term(base), self.arguments(arguments), at: node)
    case .method(let base, let name, let arguments, _):
      return try method(name, of: term(base), arguments, at: node)
    case .unwrapped(let base):
      let base = try term(base)
      return Term(node, base.type, at: base.place.flatMap(\.present)) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluateUnwrapped(base)
      }
    case .prefix(let prefix, let operand):
      let operand = try term(operand)
      return Term(node, at: prefix == .not ? Place(not: operand) : nil) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluatePrefix(prefix, operand)
      }
    case .binary(let binary, let left, let right):
      let (left, right) = (try term(left), try term(right))
      return Term(node, at: Place(binary, left, right)) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluateBinary(binary, left, right)
      }
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
    if let members, !members.mayHave(name) {
      if let names, !names.contains(name) {
        throw source.unknownName(name, at: node, in: root.unwrapped.name, among: members.names + names)
      }
      let shape = facts[name].map(Shape.of)
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
    member?.type.map { .type(.of($0)) } ?? .unknown
  }

  private func member(_ name: String, of base: Term, at node: SyntaxNode) throws(Diagnostic) -> Term {
    var type = StaticType.unknown
    let isEnd = name == "first" || name == "last"
    if let shape = base.type.shape, let members = base.type.members {
      guard members.mayHave(name) else {
        throw source.diagnostic(
          "no member '\(name)' on \(shape.name)",
          at: node.range(ofName: name, after: base.node, in: source),
          notes: Evaluator.list(members.names),
          hint: hint(for: name, of: shape.type, base.node, among: members)
        )
      }
      type = members.isCollection && isEnd ? base.type.element : Self.type(of: members[name])
    } else if isEnd {
      type = base.type.element
    }
    return Term(node, type, at: base.place?.member(name) ?? sizePlace(name, of: base)) {
      (evaluator) throws(Diagnostic) in
      try evaluator.evaluateMember(name, of: base)
    }
  }

  private func hint(for name: String, of type: Any.Type, _ base: SyntaxNode, among members: Members)
    -> String?
  {
    if type is any UnorderedElements.Type, name == "first" || name == "last" {
      return Evaluator.orderHint(name, of: source.slice(base.range).text, type)
    }
    if members.isCollection, Method.ofCollections[name] != nil {
      return "'\(name)' is a method; add brackets to call it"
    }
    return Spelling.suggestion(for: name, among: members.names)
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

  private func index(of base: Term, _ arguments: [Term.Argument], at node: SyntaxNode) -> Term {
    var place: Place?
    if arguments.count == 1, arguments[0].label == nil, let position = arguments[0].value.constant as? Int {
      place = base.place?.element(at: position)
    }
    // An index without a label may be a key.
    let lookup = base.type.shape?.type as? any ExpressionLookup.Type
    let isKeyed = lookup.map { $0.expressionLookupLabel == nil } ?? false
    return Term(node, isKeyed ? .unknown : base.type.element, at: place) { (evaluator) throws(Diagnostic) in
      try evaluator.evaluateIndex(of: base, arguments)
    }
  }

  private mutating func method(
    _ name: String,
    of base: Term,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Term {
    let method = Method.ofCollections[name]
    let outer = subject
    defer { subject = outer }
    if method?.looksAtElements == true { subject = base.type.element }
    let arguments = try self.arguments(arguments)
    let type: StaticType =
      switch method?.result {
      case .elements: .list(of: base.type.element)
      case .list: .list(of: arguments.last?.value.type ?? .unknown)
      case .element: base.type.element
      case .other, nil: .unknown
      }
    let filter = name == "filter" ? (base, arguments) : nil
    let place = method?.counted.flatMap { counted in
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
      notes: Evaluator.list(names),
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
