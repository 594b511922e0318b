import Core

extension Evaluator {
  func evaluateName(_ name: String, at node: SyntaxNode) throws(Diagnostic) -> Any? {
    let root = Reflection.flattened(context.root)
    if let root, let member = Reflection.member(name, of: root) { return member }
    if let variable = context.variables[name] { return Reflection.flattened(variable) }
    let names = (root.map(Reflection.memberNames) ?? []) + context.variables.keys.sorted()
    var error = source.unknownName(name, at: node, in: Reflection.typeName(of: root), among: names)
    error.concernsMissingValue = root == nil
    throw error
  }

  mutating func evaluateMember(
    _ name: String,
    of base: SyntaxNode,
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    if memo != nil, isOutsideOfMethods, name == "count" || name == "isEmpty",
      let count = try countOfFilter(base)
    {
      return name == "count" ? count : count == 0
    }
    guard let value = try evaluateBase(base, of: node, for: "member '\(name)'") else { return nil }
    if type(of: value) != CaseLiteral.self, let member = Reflection.member(name, of: value) { return member }
    throw unknownMember(name, of: value, base: base, at: node)
  }

  /// The number of elements that pass a filter, if it is known from the last evaluation or useful for the next one.
  private mutating func countOfFilter(_ node: SyntaxNode) throws(Diagnostic) -> Int? {
    guard case .method(let base, "filter", let arguments, _) = node.kind,
      let collection = try evaluateBase(base, of: node, for: "method 'filter'"),
      let filter = Method.ofCollections["filter"]
    else { return nil }
    let call = try MethodCall(filter, arguments, at: node, in: self)
    return try rememberedCount(in: collection, where: call.required)?.matching
  }

  /// The value of the base of a member, index or method.
  ///
  /// - Returns: `nil` if the base is `nil` and a `?` in the chain propagates it.
  mutating func evaluateBase(
    _ base: SyntaxNode,
    of node: SyntaxNode,
    for what: @autoclosure () -> String
  ) throws(Diagnostic) -> Any? {
    if let value = try evaluate(base) { return value }
    if node.isOptionalChain { return nil }
    throw error(
      "`\(shown(base))` is nil and has no \(what())",
      at: base,
      hint: "write \(shown(base))? to get nil instead",
      isMissing: true
    )
  }

  private func unknownMember(
    _ name: String,
    of value: Any,
    base: SyntaxNode,
    at node: SyntaxNode
  ) -> Diagnostic {
    let names = Reflection.memberNames(of: value)
    return source.diagnostic(
      "no member '\(name)' on \(Reflection.typeName(of: value))",
      at: node.range(ofName: name, after: base, in: source),
      notes: Self.list(names),
      hint: hint(for: name, of: value, base: base, among: names)
    )
  }

  private func hint(for name: String, of value: Any, base: SyntaxNode, among names: [String])
    -> String?
  {
    if value is Duration { return durationHint(name, of: base) }
    if Shape.of(value: value).has(.unordered), name == "first" || name == "last" {
      return Self.orderHint(name, of: shown(base), type(of: value))
    }
    let methods = Method.table(for: value).names
    if methods.contains(name) { return "'\(name)' is a method; add brackets to call it" }
    return Spelling.suggestion(for: name, among: names + methods)
  }

  /// The hint for `first` or `last` of an unordered collection.
  static func orderHint(_ name: String, of base: String, _ type: Any.Type) -> String {
    let order = type is any DictionaryElements.Type ? #"sorted(\.key)"# : "sorted()"
    return "it is unordered; sort it first: \(base).\(order).\(name)"
  }

  /// The hint for `seconds` and the like: divide the duration.
  private func durationHint(_ name: String, of base: SyntaxNode) -> String {
    let units = ["days": "1d", "hours": "1h", "minutes": "1m", "milliseconds": "1ms", "microseconds": "1us"]
    let unit = units[name] ?? (name == "nanoseconds" ? "1ns" : "1s")
    return "divide it by another duration: \(shown(base)) / \(unit)"
  }

  static func list(_ names: [String]) -> [String] {
    if names.isEmpty { return [] }
    let shown = names.prefix(20).joined(separator: ", ")
    return ["available: \(shown)\(names.count > 20 ? ", …" : "")"]
  }
}

extension Evaluator {
  mutating func evaluateIndex(
    of base: SyntaxNode,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard let value = try evaluateBase(base, of: node, for: "element") else { return nil }
    return try remembering(node, on: value) { (evaluator) throws(Diagnostic) in
      try evaluator.element(of: value, base, arguments, at: node)
    }
  }

  private mutating func element(
    of value: Any,
    _ base: SyntaxNode,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard let argument = arguments.first, arguments.count == 1 else {
      throw error("expected one index, as in todos[0]", at: node)
    }
    let index = try evaluate(argument.value)
    let shape = Shape.of(value: value)
    if shape.has(.lookup), let lookup = value as? any ExpressionLookup,
      type(of: lookup).expressionLookupLabel == argument.label?.text
    {
      return try element(of: lookup, for: index, at: argument.value)
    }
    guard !shape.has(.string), shape.has(.collection), let collection = value as? any Collection else {
      throw error("`\(shown(base))` is \(Reflection.typeName(of: value)), which has no elements", at: base)
    }
    switch argument.label?.text {
    case nil: return try element(of: collection, at: index, base: base, node: argument.value)
    case "id": return try element(of: collection, id: index, at: argument.value)
    case let label?:
      throw error(
        "unknown index label '\(label):'",
        at: argument.value,
        hint: "write todos[0] or todos[id: UUID(0)]"
      )
    }
  }

  private func element(
    of lookup: any ExpressionLookup,
    for key: Any?,
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard let key else {
      throw error("`\(shown(node))` is nil, which is not a key", at: node, isMissing: true)
    }
    switch lookup.expressionElement(for: key) {
    case .element(let element): return element.flatMap(Reflection.flattened)
    case .wrongType(let expected):
      throw error("`\(shown(node))` is \(Reflection.typeName(of: key)); the keys are \(expected)", at: node)
    }
  }

  private func element(
    of collection: any Collection,
    at index: Any?,
    base: SyntaxNode,
    node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard let index, Shape.of(value: index).has(.integer), case .integer(let number) = Number(index) else {
      throw error(
        "`\(shown(node))` is \(Reflection.typeName(of: index)); an index must be an Int",
        at: node,
        isMissing: index == nil
      )
    }
    guard !CollectionAccess.isUnordered(collection) else {
      throw error("`\(shown(base))` is unordered, so it has no element \(number)", at: node)
    }
    let count = CollectionAccess.count(collection)
    guard let offset = Int(exactly: number), offset >= 0, offset < count else {
      let extent =
        count == 0 ? "is empty" : count == 1 ? "has only element 0" : "has \(count) (0 to \(count - 1))"
      throw error(
        "index \(number) is out of range; \(shown(base)) \(extent)",
        at: node,
        hint: hint(forIndex: number, in: base),
        isMissing: true
      )
    }
    return CollectionAccess.element(of: collection, at: offset)
  }

  private func hint(forIndex number: Int128, in base: SyntaxNode) -> String {
    let list = shown(base)
    if number < 0 { return "indices count from 0; .last is the last element" }
    if number == 0 {
      return "\(list).first is nil for an empty list: \(list).first?.NAME"
    }
    return "check the count first: \(list).count > \(number) && …"
  }

  /// Finds the element with an id by linear search.
  private mutating func element(
    of collection: any Collection,
    id: Any?,
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    for element in try iterator(over: collection, at: node) {
      guard let element = Reflection.flattened(element) as? any Identifiable else {
        throw error("the elements have no id", at: node)
      }
      let own = Reflection.identity(of: element)
      let wanted = own is UUID ? id.flatMap(ExpressionKey.uuid) ?? id : id
      guard let isEqual = try areEqual(own, wanted, at: node) else {
        throw error(
          "`\(shown(node))` is \(Reflection.typeName(of: id)); an id is \(Reflection.typeName(of: own))",
          at: node
        )
      }
      if isEqual { return element }
    }
    return nil
  }

  /// `UUID(0)`, `UUID("…")`, dates and URLs: the only values that an expression can construct.
  mutating func evaluateCall(
    _ name: String,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    switch name {
    case "UUID": return try uuid(arguments, at: node)
    case "Date": return try date(arguments, at: node)
    case "URL": return try url(arguments, at: node)
    default:
      throw error(
        "unknown function '\(name)'",
        at: node,
        hint:
          "call a method on a value, as in value.count; the only initializers are UUID(…), Date(…) and URL(…)"
      )
    }
  }

  private mutating func date(
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Date {
    if arguments.count == 1, let value = try evaluate(arguments[0].value) {
      let seconds = (value as? Double ?? (value as? Int).map(Double.init)).flatMap(Date.checkedInterval)
      switch (arguments[0].label?.text, value) {
      case (nil, let text as String): if let date = Date(iso8601: text) { return date }
      case ("timeIntervalSinceReferenceDate", _):
        if let seconds { return Date(timeIntervalSinceReferenceDate: seconds) }
      case ("timeIntervalSince1970", _): if let seconds { return Date(timeIntervalSince1970: seconds) }
      default: break
      }
    }
    throw error(
      "Date expects an ISO 8601 string",
      at: node,
      hint: "for example \(Date.literalExample)"
    )
  }

  private mutating func url(
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> URL {
    if arguments.count == 1, [nil, "string"].contains(arguments[0].label?.text),
      let text = try evaluate(arguments[0].value) as? String, let url = URL(string: text)
    {
      return url
    }
    throw error("URL expects a string", at: node, hint: "for example \(URL.literalExample)")
  }

  private mutating func uuid(
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> UUID {
    let isWellFormed = arguments.count == 1 && [nil, "uuidString"].contains(arguments[0].label?.text)
    if isWellFormed, let value = try evaluate(arguments[0].value), let uuid = ExpressionKey.uuid(value) {
      return uuid
    }
    throw error(
      "UUID expects a number or a 36-character string",
      at: node,
      hint: #"for example UUID(0) or UUID("00000000-0000-0000-0000-000000000000")"#
    )
  }
}
