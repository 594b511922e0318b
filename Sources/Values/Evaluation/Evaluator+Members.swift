import Core

extension Evaluator {
  mutating func evaluateName(_ name: String) throws(Diagnostic) -> Any? {
    let root = flattened(context.root)
    if let root, let member = Members.value(name, of: root) { return member }
    // It is computed once for all elements of a method.
    if let known = variables[name] { return known }
    if let value = context.variable(name) {
      let value = flattened(value)
      if !isOutsideOfMethods { variables.updateValue(value, forKey: name) }
      return value
    }
    let names = (root.map(Members.names) ?? []) + context.names
    var error = source.unknownName(name, at: part.node, in: typeName(of: root), among: names)
    error.concernsMissingValue = root == nil
    throw error
  }

  mutating func evaluateMember(_ name: String, of base: Term) throws(Diagnostic) -> Any? {
    if memo != nil, isOutsideOfMethods, name == "count" || name == "isEmpty",
      let (filtered, condition) = base.filter,
      let list = try evaluateBase(filtered, of: base, for: "method 'filter'"),
      let count = rememberedCount(in: list, where: condition)?.matching
    {
      return name == "count" ? count : count == 0
    }
    guard let value = try evaluateBase(base, for: "member '\(name)'") else { return nil }
    if type(of: value) != CaseLiteral.self, let member = Members.value(name, of: value) { return member }
    throw source.unknownMember(
      name,
      of: type(of: value),
      Members.names(of: value),
      after: base.node,
      at: part.node
    )
  }

  /// The value of the base of a member, index or method.
  ///
  /// - Returns: `nil` if the base is `nil` and a `?` in the chain propagates it.
  mutating func evaluateBase(
    _ base: Term,
    of term: Term? = nil,
    for what: @autoclosure () -> String
  ) throws(Diagnostic) -> Any? {
    if let value = try evaluate(base) {
      if Shape.of(value: value).typeKind == .reference { readsObject = true }
      return value
    }
    if (term ?? part).node.isOptionalChain { return nil }
    throw error(
      "`\(shown(base.node))` is nil and has no \(what())",
      at: base,
      hint: "write \(shown(base.node))? to get nil instead",
      isMissing: true
    )
  }
}

extension Evaluator {
  mutating func evaluateIndex(_ term: Term) throws(Diagnostic) -> Any? {
    let base = term[0]
    guard let value = try evaluateBase(base, for: "element") else { return nil }
    guard term.operands.count == 2 else { throw error("expected one index, as in todos[0]") }
    let argument = term.operands[1]
    let index = try evaluate(argument.value)
    part = argument.value
    let shape = Shape.of(value: value)
    if shape.has(.lookup), let lookup = value as? any ExpressionLookup,
      type(of: lookup).expressionLookupLabel == argument.label?.text
    {
      return try element(of: lookup, for: index)
    }
    guard !shape.has(.string), shape.has(.collection), let collection = value as? any Collection else {
      throw error("`\(shown(base.node))` is \(typeName(of: value)), which has no elements", at: base)
    }
    return switch argument.label?.text {
    case nil: try element(of: collection, at: index, base: shown(base.node))
    case "id": try element(of: collection, id: index)
    case let label?:
      throw error("unknown index label '\(label):'", hint: "write todos[0] or todos[id: UUID(0)]")
    }
  }

  private func element(of lookup: any ExpressionLookup, for key: Any?) throws(Diagnostic) -> Any? {
    guard let key else { throw error("`\(shown(part.node))` is nil, which is not a key", isMissing: true) }
    switch lookup.expressionElement(for: key) {
    case .element(let element): return element.flatMap { flattened($0) }
    case .wrongType(let expected):
      throw error("`\(shown(part.node))` is \(typeName(of: key)); the keys are \(expected)")
    }
  }

  private func element(
    of collection: any Collection,
    at index: Any?,
    base list: String
  ) throws(Diagnostic) -> Any? {
    guard let index, Shape.of(value: index).has(.integer), case .integer(let number) = Number(index) else {
      throw error(
        "`\(shown(part.node))` is \(typeName(of: index)); an index must be an Int",
        isMissing: index == nil
      )
    }
    guard !collection.isUnordered else {
      throw error("`\(list)` is unordered, so it has no element \(number)")
    }
    let count = collection.elementCount
    guard let offset = Int(exactly: number), offset >= 0, offset < count else {
      let extent =
        count == 0 ? "is empty" : count == 1 ? "has only element 0" : "has \(count) (0 to \(count - 1))"
      throw error(
        "index \(number) is out of range; \(list) \(extent)",
        hint: hint(forIndex: number, in: list),
        isMissing: true
      )
    }
    return collection.element(at: offset)
  }

  private func hint(forIndex number: Int128, in list: String) -> String {
    if number < 0 { return "indices count from 0; .last is the last element" }
    if number == 0 {
      return "\(list).first is nil for an empty list: \(list).first?.NAME"
    }
    return "check the count first: \(list).count > \(number) && …"
  }

  /// Finds the element with an id by linear search.
  private mutating func element(of collection: any Collection, id: Any?) throws(Diagnostic) -> Any? {
    for element in try iterator(over: collection) {
      guard let element = flattened(element) as? any Identifiable else {
        throw error("the elements have no id")
      }
      let own = element.anyID
      let wanted = own is UUID ? id.flatMap { ExpressionKey.convert($0, to: UUID.self) } ?? id : id
      guard let isEqual = try areEqual(own, wanted) else {
        throw error("`\(shown(part.node))` is \(typeName(of: id)); an id is \(typeName(of: own))")
      }
      if isEqual { return element }
    }
    return nil
  }
}

// Initializers: the only values that an expression can construct.
extension Evaluator {
  mutating func evaluateCall(_ name: String, _ arguments: [Term.Argument]) throws(Diagnostic) -> Any? {
    let initializer = try initializer(name)
    if arguments.count == 1, let value = try evaluate(arguments[0].value), value is any LiteralConvertible {
      let label = arguments[0].label
      if label == nil, type(of: value) == initializer.type { return value }
      let text = "\(name)(\(label.map { "\($0.text): " } ?? "")\(actionText(value)))"
      if let made = try? ValueReader(parsing: SourceText(text)).value(of: initializer.type) { return made }
    }
    throw error(
      "\(name) expects \(initializer.expected)",
      hint: "for example \(initializer.example)"
    )
  }

  /// - Throws: An error if there is none for a type of this name.
  func initializer(_ name: String) throws(Diagnostic) -> Initializer {
    if let initializer = Self.initializers[name] { return initializer }
    throw error(
      "unknown function '\(name)'",
      hint:
        "call a method on a value, as in value.count; the only functions are before(…), UUID(…), Date(…) and URL(…)"
    )
  }

  struct Initializer {
    let type: Any.Type
    let expected: String
    let example: String
  }

  private static let initializers = [
    "UUID": Initializer(
      type: UUID.self,
      expected: "a number or a 36-character string",
      example: #"UUID(0) or UUID("00000000-0000-0000-0000-000000000000")"#
    ),
    "Date": Initializer(type: Date.self, expected: "an ISO 8601 string", example: Date.literalExample),
    "URL": Initializer(type: URL.self, expected: "a string", example: URL.literalExample),
  ]
}

extension SourceText {
  /// The error for an unknown member.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type without such a member.
  ///   - names: The type's members.
  ///   - base: The expression before the member.
  ///   - node: The member.
  func unknownMember(
    _ name: String,
    of type: Any.Type,
    _ names: [String],
    after base: SyntaxNode,
    at node: SyntaxNode
  ) -> Diagnostic {
    let shape = Shape.of(type)
    let methods = Method.table(for: shape).names
    let hint: String?
    if type == Duration.self {
      let unit = DurationUnit.allCases.first { "\($0)" == name } ?? .seconds
      hint = "divide it by another duration: \(shown(base)) / 1\(unit.rawValue)"
    } else if shape.has(.unordered), name == "first" || name == "last" {
      let order = type is any DictionaryElements.Type ? #"sorted(\.key)"# : "sorted()"
      hint = "it is unordered; sort it first: \(shown(base)).\(order).\(name)"
    } else if methods.contains(name) {
      hint = "'\(name)' is a method; add brackets to call it"
    } else {
      hint = Spelling.suggestion(for: name, among: names + methods)
    }
    return diagnostic(
      "no member '\(name)' on \(typeName(type))",
      at: node.range(ofName: name, after: base, in: self),
      notes: Self.available(names),
      hint: hint
    )
  }

  /// The error for an unknown method, like that for an unknown member.
  ///
  /// - Parameter type: The receiver's type; `nil` if it is unknown, and no type has such a method.
  func unknownMethod(
    _ name: String,
    of type: Any.Type?,
    _ members: [String] = [],
    after base: SyntaxNode,
    at node: SyntaxNode
  ) -> Diagnostic {
    let names =
      type.map { Method.table(for: .of($0)).names } ?? Method.ofCollections.names + Method.ofTexts.names
    let isProperty = members.contains(name)
    return diagnostic(
      "no method '\(name)'\(type.map { " on \(typeName($0))" } ?? "")",
      at: node.range(ofName: name, after: base, in: self),
      notes: isProperty ? [] : Self.available(names),
      hint: isProperty
        ? "'\(name)' is a property; remove the brackets" : Spelling.suggestion(for: name, among: names)
    )
  }

  /// A note that lists names.
  static func available(_ names: [String]) -> [String] {
    if names.isEmpty { return [] }
    let shown = names.prefix(20).joined(separator: ", ")
    return ["available: \(shown)\(names.count > 20 ? ", …" : "")"]
  }

  /// A part of an expression as written, for a message.
  func shown(_ node: SyntaxNode) -> String {
    let text = slice(node.range).text
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }
}
