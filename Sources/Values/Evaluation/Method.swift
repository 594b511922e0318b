import Core

/// A method that expressions can call.
///
/// Evaluation, checking, completion, explanations and help all read these declarations, so adding a method takes one
/// declaration.
package struct Method: Sendable {
  /// What an argument is.
  enum Parameter: Sendable {
    case value(_ label: String? = nil, Expected, isOptional: Bool = false)
    /// A condition on an element.
    case condition(_ label: String? = nil)
    /// A value for each element.
    case transform(_ label: String? = nil)
    /// A value for each value of a dictionary.
    case valueTransform
    /// Whether an element comes before another, or what elements are ordered by.
    case order
    /// A result from that for the elements before, and an element.
    case combination

    var label: String? {
      switch self {
      case .value(let label, _, _), .condition(let label), .transform(let label): label
      case .order: "by"
      case .combination, .valueTransform: nil
      }
    }

    var isOptional: Bool { if case .value(_, _, true) = self { true } else { false } }

    var isClosure: Bool { if case .value = self { false } else { true } }

    /// Whether an argument may be this one.
    func accepts(_ argument: SyntaxNode.Argument) -> Bool {
      guard isClosure == argument.value.isClosure else { return false }
      switch argument.label?.text {
      case label: return true
      case nil: return isClosure || isOptional
      case "where"?: if case .condition = self { return true } else { return false }
      case _?: return false
      }
    }
  }

  /// The type that an argument is read as.
  enum Expected: Sendable {
    case element, text, number, count, list, any
    /// That of the receiver.
    case own
    case kind(any Sendable.Type)
  }

  /// What is known of a call before there are values.
  struct Types {
    let base: Shape
    let element: Shape?
    /// The types of the values of the arguments, or of what they return.
    let arguments: [Shape?]
  }

  /// What the elements of the receiver must be.
  enum Elements: Sendable {
    case any, texts, numbers
    /// Only the receiver: `map` of an optional text does not look at its characters.
    case itself
    /// Values with an order: the elements, or what they are ordered by.
    case ordered
  }

  typealias Body = @Sendable (Call) throws -> Value

  package let name: String
  /// What the method returns, for help and completion.
  package let summary: String
  let parameters: [Parameter]
  /// The value of the condition for an element that decides the result.
  let decisive: Bool?
  /// Whether the result is an element, which another state may not have.
  let isElement: Bool
  /// What the elements must be.
  let elements: Elements
  let result: @Sendable (Types) -> Shape?
  let body: Body

  init(
    _ name: String,
    _ parameters: [Parameter],
    _ summary: String,
    decisive: Bool? = nil,
    isElement: Bool = false,
    elements: Elements = .any,
    _ result: @escaping @Sendable (Types) -> Shape?,
    _ body: @escaping Body
  ) {
    (self.name, self.parameters, self.summary, self.decisive, self.isElement) =
      (name, parameters, summary, decisive, isElement)
    (self.elements, self.result, self.body) = (elements, result, body)
  }

  /// A method whose result has always the same type.
  init<Result>(
    _ name: String,
    _ parameters: [Parameter],
    _ summary: String,
    decisive: Bool? = nil,
    elements: Elements = .any,
    returns _: Result.Type,
    _ body: @escaping @Sendable (Call) throws -> Result?
  ) {
    let type = Shape.of(Result.self)
    self.init(name, parameters, summary, decisive: decisive, elements: elements) { _ in
      type
    } _: { call in
      try body(call).map { .made($0) } ?? .null
    }
  }

  /// A sample call, for errors about the argument.
  var example: String {
    let arguments = parameters.map { parameter in
      let text =
        switch parameter {
        case .condition: #"\.isComplete"#
        case .transform, .valueTransform, .order: #"\.description"#
        case .combination: "+"
        case .value(_, .number, _), .value(_, .count, _), .value(_, .any, _): "3"
        case .value(_, .list, _): "[1]"
        case .value: "\"text\""
        }
      return (parameter.label.map { "\($0): " } ?? "") + text
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension Method {
  /// The methods of the values of a type, in display order; several may have one name.
  package static func all(of shape: Shape) -> [Method] {
    if shape.has(.text) { return shape.has(.string) ? ofTexts + ofLists : ofTexts }
    let ofRanges = shape.type is any WrittenRange.Type ? Self.ofRanges : []
    if shape.has(.collection) {
      let ofUnordered = shape.kind == .table ? ofDictionaries : shape.kind == .set ? ofSets : []
      return ofUnordered + ofRanges + ofLists
    }
    let ofScalars = shape.has(.integer) ? ofIntegers : shape.has(.number) ? ofNumbers : []
    return ofScalars + (shape.type == Date.self ? ofDates : []) + ofRanges
  }

  /// The names of the methods of collections, of those of strings, and of others, for help.
  package static let listed = [
    ofLists, ofTexts, ofSets + ofDictionaries + ofIntegers + ofNumbers + ofDates,
  ]
  .map {
    $0.map(\.name).removingDuplicates
  }

  static func names(of shape: Shape) -> [String] { all(of: shape).map(\.name).removingDuplicates }

  /// The methods of all types, for help and for receivers of unknown types.
  package static let everything =
    ofLists + ofTexts + ofSets + ofDictionaries + ofRanges + ofIntegers + ofNumbers + ofDates
    + ofValues
}

extension SyntaxNode {
  /// Whether it is something to do with each element, when it is an argument.
  var isClosure: Bool {
    switch kind {
    case .closure, .function: true
    case .member(let base, "init", _): base.dottedName != nil
    default: usesSubject
    }
  }

  /// The number of parameters that it uses: one for `$0`.
  fileprivate var parameterCount: Int {
    switch kind {
    case .parameter(let number): number + 1
    case .closure: 0
    default: kind.children.map(\.parameterCount).max() ?? 0
    }
  }
}

// Compiling a call.
extension ExpressionCompiler {
  func method(
    _ name: String,
    of base: SyntaxNode,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws -> Term {
    let base = try receiver(base, for: arguments)
    let isKnown = base.type.map { Method.all(of: $0) } ?? Method.everything
    if base.type == nil, !isKnown.contains(where: { $0.name == name }) {
      let names = isKnown.map(\.name).removingDuplicates
      throw source.diagnostic(
        "no method '\(name)'",
        at: node.range(ofName: name, after: base.node, in: source),
        notes: SourceText.available(names),
        hint: Spelling.suggestion(for: name, among: names)
      )
    }
    return try term(node, of: base, missing: "method '\(name)'") { shape in
      let isOptional = base.isOptional || !shape.has(.collection)
      let methods = ((isOptional ? Method.ofValues : []) + Method.all(of: shape)).filter {
        $0.name == name
      }
      let isProperty = arguments.isEmpty && Members.of(shape)[name] != nil
      if methods.isEmpty || isProperty && methods.allSatisfy({ !$0.parameters.isEmpty }) {
        throw source.unknownMethod(name, of: shape, after: base.node, at: node)
      }
      return try call(select(methods, for: arguments, at: node), on: shape, arguments, at: node)
    }
  }

  /// The receiver of a call. A list of cases has the type of the argument: `[.all, .active].contains(filter)`.
  private func receiver(_ node: SyntaxNode, for arguments: [SyntaxNode.Argument]) throws -> Term {
    if node.isImplicitMember, arguments.count == 1, !arguments[0].value.isClosure,
      arguments[0].value.isCompiledAgain,
      let type = try term(arguments[0].value).type
    {
      return try term(node, as: .list(of: type))
    }
    return try term(node)
  }

  /// The method that takes such arguments.
  func select(
    _ methods: [Method],
    for arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  )
    throws
    -> Method
  {
    func accepts(_ method: Method) -> Bool {
      arguments.count <= method.parameters.count
        && method.parameters.dropFirst(arguments.count).allSatisfy(\.isOptional)
        && zip(method.parameters, arguments).allSatisfy { $0.accepts($1) }
    }
    if let method = methods.first(where: accepts) { return method }
    let name = methods[0].name
    let longest = methods.max { $0.parameters.count < $1.parameters.count } ?? methods[0]
    guard let first = arguments.first else {
      throw source.diagnostic(
        "'\(name)' needs an argument",
        at: node.range,
        hint: methods.map(\.example).joined(separator: " or ")
      )
    }
    if longest.parameters.isEmpty {
      throw source.error("'\(name)' takes no arguments", at: first.value)
    }
    if arguments.count > longest.parameters.count {
      let number =
        longest.parameters.count == 1 ? "one argument" : "\(longest.parameters.count) arguments"
      throw source.error(
        "'\(name)' takes \(number), not \(arguments.count)",
        at: arguments[longest.parameters.count].value
      )
    }
    let candidates = methods.compactMap(\.parameters.first)
    let hasLabel = candidates.contains { parameter in
      first.label?.text == parameter.label || first.label == nil && parameter.isClosure
        || first.label?.text == "where" && parameter.isClosure
    }
    guard hasLabel else {
      let labels = candidates.flatMap { parameter in
        var labels = [parameter.label.map { "\($0):" } ?? "no label"]
        if case .condition(nil) = parameter { labels.append("where:") }
        return labels
      }.removingDuplicates
      throw source.error(
        "wrong argument label in '\(name)': expected \(labels.joined(separator: " or ")), found "
          + (first.label.map { "'\($0.text):'" } ?? "none"),
        at: first.value
      )
    }
    let method = methods.first { $0.parameters.first?.isClosure == true } ?? methods[0]
    throw source.error(
      "`\(source.shown(first.value))` does not depend on the element",
      at: first.value,
      hint: "start with a key path or write a closure: \(method.example)"
    )
  }

  func call(
    _ method: Method,
    on shape: Shape,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws -> Code {
    let element = method.elements == .itself || !shape.has(.collection) ? shape : shape.element?.settled
    let compiled = try self.arguments(arguments, of: method, shape, element)
    try check(method, element, compiled, at: node)
    let types = Method.Types(base: shape, element: element, arguments: compiled.map(\.term.type))
    let result = method.result(types)
    return Code(result, isOptional: method.isElement) {
      evaluation,
      base in
      try method.body(
        Call(
          method: method,
          evaluation: evaluation,
          base: base,
          shape: shape,
          element: element,
          result: result,
          arguments: compiled,
          node: node,
          source: source
        )
      )
    }
  }

  private func arguments(
    _ arguments: [SyntaxNode.Argument],
    of method: Method,
    _ shape: Shape,
    _ element: Shape?
  ) throws -> [Call.Argument] {
    var compiled: [Call.Argument] = []
    for (parameter, argument) in zip(method.parameters, arguments) {
      let node = argument.value
      switch parameter {
      case .value(_, let expected, _):
        compiled.append(try value(node, as: expected, of: shape, element, for: method))
      case .condition:
        let condition = try closure(node, [element], for: method, as: .of(Bool.self))
        try condition.term.checkIsCondition()
        compiled.append(condition)
      case .transform: compiled.append(try closure(node, [element], for: method))
      case .valueTransform:
        let value = (shape.type as? any UnorderedPairs.Type).flatMap { Shape.of($0.memberTypes[1]).settled }
        compiled.append(try closure(node, [value], for: method))
      case .order:
        compiled.append(try closure(node, node.isComparator ? [element, element] : [element], for: method))
      case .combination:
        // The result may have another type than the first value: `reduce(0) { $0 + $1.price }`.
        let first = arguments[0].value
        let body = try closure(node, [compiled[0].term.type, element], for: method)
        if let type = body.term.type, type !== compiled[0].term.type, first.isAdaptable,
          argument.value.isCompiledAgain
        {
          let adapted = try value(first, as: .any, of: shape, type, for: method)
          if adapted.term.type === type {
            return [adapted, try closure(node, [type, element], for: method)]
          }
        }
        compiled.append(body)
      }
    }
    return compiled
  }

  /// Checks what the elements of the receiver are, before there are any.
  private func check(
    _ method: Method,
    _ element: Shape?,
    _ arguments: [Call.Argument],
    at node: SyntaxNode
  )
    throws
  {
    guard let element else { return }
    switch method.elements {
    case .texts where !element.has(.text):
      throw source.error("only strings can be joined; an element is \(typeName(element))", at: node)
    case .numbers where !element.has(.number) && element.type != Duration.self:
      throw source.error("cannot add elements of type \(typeName(element))", at: node)
    case .ordered:
      if let first = arguments.first, first.arity == 2 { return try first.term.checkIsCondition() }
      let key = arguments.isEmpty ? element : arguments[0].term.type
      guard let key, Comparison.order(key, key) == nil else { return }
      throw source.error("values of \(typeName(key)) have no order", at: node)
    default: break
    }
  }

  /// The value of an argument, read as the type that the method expects.
  private func value(
    _ node: SyntaxNode,
    as expected: Method.Expected,
    of shape: Shape,
    _ element: Shape?,
    for method: Method
  ) throws -> Call.Argument {
    let type: Shape? =
      switch expected {
      case .element: element
      case .text: .of(String.self)
      case .number: nil
      case .count: .of(Int.self)
      case .own: shape
      case .list: node.isAdaptable ? .list(of: element) : nil
      case .any: element
      case .kind(let type): .of(type)
      }
    let term = try term(node, as: type)
    let argument = Call.Argument(term: term, slot: 0, arity: 0)
    guard let found = term.type else { return argument }
    if let wrong = argument.mismatch(found, as: expected, element, for: method.name) { throw wrong }
    if case .element = expected, let element, Comparison.equality(element, found) == nil {
      throw term.incomparable(element, found, in: shape)
    }
    return argument
  }

  /// Compiles what is done with values of certain types.
  private func closure(
    _ node: SyntaxNode,
    _ types: [Shape?],
    for method: Method,
    as expected: Shape? = nil
  )
    throws -> Call.Argument
  {
    func parameter(_ number: Int) -> SyntaxNode {
      SyntaxNode(.parameter(number), range: node.range)
    }
    switch node.kind {
    case .function(let binary):
      let body = SyntaxNode(.binary(binary, parameter(0), parameter(1)), range: node.range)
      guard types.count == 2 else {
        throw source.error(
          "'\(method.name)' takes an expression of one element here",
          at: node,
          hint: method.example
        )
      }
      return Call.Argument(term: try inside([], types).term(body), slot: nextSlot, arity: 2)
    case .member(let type, "init", _):
      let call = SyntaxNode(
        .call(
          type.dottedName?.names.joined(separator: ".") ?? "",
          [.init(label: nil, value: parameter(0))]
        ),
        range: node.range
      )
      return Call.Argument(
        term: try inside([], types).term(call),
        slot: nextSlot,
        arity: types.count
      )
    case .closure(let names, let body):
      let count = names.isEmpty ? body.parameterCount : names.count
      var types = types
      var isSplit = false
      if count > types.count, types.count == 1 {
        guard let parts = types[0]?.tuple?.stored, parts.count == count else {
          throw source.error(
            "the closure has \(count) parameters, but '\(method.name)' passes \(types.count)",
            at: node
          )
        }
        types = parts.map { $0.shape.settled }
        isSplit = true
      }
      let term = try inside(names.map(\.text), types).term(body, as: expected)
      return Call.Argument(term: term, slot: nextSlot, arity: types.count, isSplit: isSplit)
    default:
      return Call.Argument(
        term: try inside([], types).term(node, as: expected),
        slot: nextSlot,
        arity: types.count
      )
    }
  }
}

extension SyntaxNode {
  /// Whether it compares two elements, rather than naming what one is ordered by.
  fileprivate var isComparator: Bool {
    switch kind {
    case .function: true
    case .closure(let names, let body): (names.isEmpty ? body.parameterCount : names.count) == 2
    default: false
    }
  }
}

extension Term {
  /// The error for a value that no element of a collection can equal.
  func incomparable(_ element: Shape?, _ type: Shape?, in collection: Shape) -> Diagnostic {
    error(
      "cannot compare elements of type \(typeName(element)) with \(typeName(type))",
      hint: collection.type is any DictionaryElements.Type
        ? "use .keys to find a key and .values to find a value"
        : ComparisonHint.comparing(self, element, with: self, type)
    )
  }
}

/// A call of a method, with the values for one evaluation.
struct Call {
  /// A value, or what is done with each element.
  struct Argument: Sendable {
    let term: Term
    /// Where its parameters are kept.
    let slot: Int
    let arity: Int
    /// Whether its parameters are the parts of a tuple.
    var isSplit = false
  }

  let method: Method
  let evaluation: Evaluation
  let base: Value
  let shape: Shape
  /// The type of the elements.
  let element: Shape?
  /// The type of the result.
  let result: Shape?
  let arguments: [Argument]
  let node: SyntaxNode
  let source: SourceText

  /// The value of an argument; `nil` if it was left out.
  func value(_ index: Int) throws -> Value? {
    guard index < arguments.count else { return nil }
    return try arguments[index].term.value(in: evaluation)
  }

  func text(_ index: Int) throws -> String? {
    guard let value = try value(index) else { return nil }
    if let text = Values.text(of: value.any) { return text }
    throw wrong(index, value.shape, .text)
  }

  /// A number of elements.
  func count(_ index: Int) throws -> Int? {
    guard let value = try value(index) else { return nil }
    guard case .integer(let number)? = Number(value.any), number >= 0 else {
      throw wrong(index, value.shape, .count)
    }
    return Int(clamping: number)
  }

  func number(_ index: Int) throws -> Number? {
    guard let value = try value(index) else { return nil }
    guard let number = Number(value.any) else { throw wrong(index, value.shape, .number) }
    return number
  }

  private func wrong(_ index: Int, _ type: Shape?, _ expected: Method.Expected) -> Diagnostic {
    arguments[index].mismatch(type, as: expected, element, for: method.name)
      ?? arguments[index].term.error(
        "'\(method.name)' expects a non-negative number",
        isMissing: type == nil
      )
  }

  /// The value of a closure for an element.
  func apply(_ index: Int, to element: Value) throws -> Value {
    bind(index, element)
    return try arguments[index].term.value(in: evaluation)
  }

  /// The value of a closure for two values.
  func apply(_ index: Int, to first: Value, _ second: Value) throws -> Value {
    evaluation.bind(first, at: arguments[index].slot)
    evaluation.bind(second, at: arguments[index].slot + 1)
    return try arguments[index].term.value(in: evaluation)
  }

  func holds(_ index: Int, for element: Value) throws -> Bool {
    bind(index, element)
    return try arguments[index].term.holds(in: evaluation)
  }

  func bind(_ index: Int, _ element: Value) {
    let argument = arguments[index]
    guard argument.isSplit else { return evaluation.bind(element, at: argument.slot) }
    for (offset, part) in element.parts.enumerated() { evaluation.bind(part, at: argument.slot + offset) }
  }

  func forEach(_ body: (Value) throws -> Bool) throws {
    try base.forEachElement(body)
  }

  func take(steps count: Int) throws { try evaluation.take(steps: count, at: node, in: source) }

  /// Copies of all elements, unless there are more than the remaining steps.
  func elements() throws -> [Value] { try elements(of: base) }

  /// Copies of all elements of a value; none if it is not a collection.
  func elements(of value: Value?) throws -> [Value] {
    try take(steps: value?.elementCount ?? 0)
    return value?.elements ?? []
  }

  func error(_ message: String, hint: String? = nil, isMissing: Bool = false) -> Diagnostic {
    source.error(message, at: node, hint: hint, isMissing: isMissing)
  }
}

extension Call.Argument {
  /// The error for a value of a type that the method does not expect.
  fileprivate func mismatch(
    _ type: Shape?,
    as expected: Method.Expected,
    _ element: Shape?,
    for name: String
  )
    -> Diagnostic?
  {
    let isExpected =
      switch expected {
      case .text: type?.has(.text) == true
      case .number: type?.has(.number) == true
      case .count: type?.has(.integer) == true
      case .list: type?.has(.collection) == true
      case .kind(let kind): type?.type == kind
      case .element, .own, .any: true
      }
    if isExpected { return nil }
    let shown = "`\(term.shown)` is \(typeName(type))"
    return switch expected {
    case .own, .kind:
      term.error("'\(name)' expects another value; \(shown)", isMissing: type == nil)
    case .text: term.error("'\(name)' expects a String; \(shown)", isMissing: type == nil)
    case .list: term.error("'\(name)' expects a list; \(shown)", isMissing: type == nil)
    case .number: term.error("'\(name)' expects a number; \(shown)", isMissing: type == nil)
    default: term.error("'\(name)' expects a non-negative number", isMissing: type == nil)
    }
  }
}
