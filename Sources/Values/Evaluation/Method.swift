import Core

/// A method that expressions can call.
///
/// Evaluation, checking, completion, explanations and help all read these declarations, so adding a method takes one
/// declaration.
package final class Method: Sendable {
  /// The role of an argument.
  enum Parameter: Sendable {
    case value(_ label: String? = nil, Expected, isOptional: Bool = false)
    /// A condition on an element.
    case condition(_ label: String? = nil)
    /// A value for each element, or for each value of a dictionary.
    case transform(_ label: String? = nil, ofValues: Bool = false)
    /// Whether an element comes before another, or the key to sort by.
    case order
    /// The next result, from the previous result and an element.
    case combination

    var label: String? {
      switch self {
      case .value(let label, _, _), .condition(let label), .transform(let label, _): label
      case .order: "by"
      case .combination: nil
      }
    }

    var isOptional: Bool {
      switch self {
      case .value(_, _, let isOptional): isOptional
      case .order: true
      default: false
      }
    }

    var isClosure: Bool { if case .value = self { false } else { true } }

    /// Whether an argument fits this parameter.
    func accepts(_ argument: SyntaxNode.Argument) -> Bool {
      if case .combination = self, argument.value.isExtreme { return argument.label == nil }
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
    /// A list of elements like those of the receiver.
    case members
    /// That of the receiver.
    case own
    case kind(any Sendable.Type)
  }

  /// The types in a call, as far as they are known before there are values.
  struct Types {
    let base: Shape
    let element: Shape?
    /// The types of the arguments, or of the values of closures.
    let arguments: [Shape?]
  }

  /// The requirement on the elements of the receiver.
  enum Elements: Sendable {
    case any, texts, numbers
    /// Only the receiver: `map` of an optional text does not look at its characters.
    case itself
    /// Values with an order: the elements, or their sort keys.
    case ordered

    /// The error for an element that is something else.
    func mismatch(_ element: Shape?) -> String {
      switch self {
      case .texts: "only strings can be joined; an element is \(typeName(element))"
      case .numbers: "cannot add elements of type \(typeName(element))"
      default: "values of \(typeName(element)) have no order"
      }
    }
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
  /// The requirement on the elements.
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

  /// A method whose result always has the same type.
  convenience init<Result>(
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
        case .transform, .order: #"\.description"#
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
    let ofRanges = shape.has(.range) ? Self.ofRanges : []
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
  /// Whether, as an argument, it is evaluated for each element.
  var isClosure: Bool {
    switch kind {
    case .closure, .function: true
    case .member(let base, "init", _): base.dottedName != nil
    default: usesSubject
    }
  }

  /// Whether it is the name of a function of two values, as in `reduce(0, max)`.
  fileprivate var isExtreme: Bool { [.name("min"), .name("max")].contains(kind) }

  /// The number of parameters that it uses: one for `$0`.
  var parameterCount: Int {
    switch kind {
    case .parameter(let number): min(number, .max - 1) + 1
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
    isOptional: Bool,
    at node: SyntaxNode
  ) throws -> Term {
    let base = try receiver(base, for: arguments.count == 1 ? arguments[0].value : nil)
    if base.type == nil, !Method.everything.contains(where: { $0.name == name }) {
      throw source.unknownMethod(name, of: nil, at: node)
    }
    let term = try term(node, of: base, missing: "method '\(name)'") { shape in
      // `x?.map` calls the `map` of the list in an optional.
      let isOfOptional = base.isOptional && !isOptional || !shape.has(.collection)
      let methods = ((isOfOptional ? Method.ofValues : []) + Method.all(of: shape)).filter {
        $0.name == name
      }
      let isProperty = arguments.isEmpty && Members.of(shape)[name] != nil
      if methods.isEmpty || isProperty && methods.allSatisfy({ !$0.parameters.allSatisfy(\.isOptional) }) {
        throw source.unknownMethod(name, of: shape, at: node)
      }
      return try call(select(methods, for: arguments, at: node), on: shape, arguments, at: node)
    }
    // The elements of a literal may have several types, so only its value tells whether it has the method.
    if base.constant != nil, scopes.isEmpty, arguments.allSatisfy(\.value.isClosed) {
      do throws(Diagnostic) {
        _ = try Evaluation.run(in: ExpressionContext(())) { evaluation in try term.value(in: evaluation) }
      } catch {
        var error = error
        error.concernsMissingValue = false
        throw error
      }
    }
    return term
  }

  /// The method that takes the given arguments.
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
      throw source.error(
        "'\(name)' needs an argument",
        at: node,
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
    let wrong = zip(method.parameters, arguments).first { !$0.accepts($1) }?.1 ?? first
    throw source.error(
      "`\(source.shown(wrong.value))` does not depend on the element",
      at: wrong.value,
      hint: "start with a key path or write a closure: \(method.example)"
    )
  }

  func call(
    _ method: Method,
    on shape: Shape,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws -> Code {
    let element =
      shape.has(.collection) && method.elements != .itself
      ? shape.element?.settled : shape.has(.range) ? nil : shape
    let compiled = try self.arguments(arguments, of: method, shape, element)
    try check(method, element, compiled, at: node)
    let types = Method.Types(base: shape, element: element, arguments: compiled.map(\.term.type))
    let result = method.result(types)
    return Code(result, isOptional: method.isElement) { evaluation, base, _ in
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
      case .transform(_, let ofValues):
        compiled.append(try closure(node, [ofValues ? shape.pairs?.value.settled : element], for: method))
      case .order:
        compiled.append(try closure(node, node.isComparator ? [element, element] : [element], for: method))
      case .combination:
        // The result may have another type than the first value: `reduce(0) { $0 + $1.price }`.
        let first = arguments[0].value
        if first.isBlank, node.isCompiledAgain {
          // `Never` stands for what the first result does not tell.
          let none = Shape.of(Never.self)
          let start = first.kind == .null ? none : .list(of: none)
          if let type = try? closure(node, [start, element], for: method).term.type {
            compiled[0] =
              first.kind == .null
              ? Call.Argument(
                term: Term(first, in: source, type, constant: .null) { _ in .null },
                slot: 0,
                arity: 0
              )
              : try value(first, as: .any, of: shape, type, for: method)
          }
        }
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

  /// Checks the type of the receiver's elements, before there are any.
  private func check(
    _ method: Method,
    _ element: Shape?,
    _ arguments: [Call.Argument],
    at node: SyntaxNode
  )
    throws
  {
    guard let element else { return }
    let isOrdered = method.elements == .ordered
    if isOrdered, let first = arguments.first, first.arity == 2 { return try first.term.checkIsCondition() }
    guard let checked = isOrdered && !arguments.isEmpty ? arguments[0].term.type : element else { return }
    let isRight =
      switch method.elements {
      case .texts: checked.has(.text)
      case .numbers: checked.has(.number) || checked.type == Duration.self
      case .ordered: Comparison.order(checked, checked) != nil
      case .any, .itself: true
      }
    if !isRight { throw source.error(method.elements.mismatch(checked), at: node) }
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
      case .list, .members: node.isAdaptable ? .list(of: element) : nil
      case .any: element
      case .kind(let type): .of(type)
      }
    let term = try term(node, as: type)
    let argument = Call.Argument(term: term, slot: 0, arity: 0)
    guard let found = term.type else { return argument }
    if !expected.allows(found) { throw argument.wrong(found, as: expected, for: method.name) }
    if case .element = expected, let element,
      Comparison.equality(element, found) == nil || term.isText(of: element)
    {
      throw term.incomparable(element, found, in: shape)
    }
    if case .members = expected, let element, let other = found.element?.settled, other !== element {
      throw term.incomparable(element, other, in: shape)
    }
    return argument
  }

  /// Compiles an argument that is evaluated for values of certain types.
  private func closure(
    _ node: SyntaxNode,
    _ types: [Shape?],
    for method: Method,
    as expected: Shape? = nil
  )
    throws -> Call.Argument
  {
    var (names, body, types, isSplit) = ([String](), node, types, false)
    switch node.kind {
    case .function(let binary):
      guard types.count == 2 else {
        throw source.error(
          "'\(method.name)' passes one element, but an operator takes two",
          at: node,
          hint: method.example
        )
      }
      body = node.with(.binary(binary, node.with(.parameter(0)), node.with(.parameter(1))))
    case .name(let function):
      let values = [0, 1].map { SyntaxNode.Argument(label: nil, value: node.with(.parameter($0))) }
      body = node.with(.call(function, values))
    case .member(let type, "init", _):
      let name = type.dottedName?.names.joined(separator: ".") ?? ""
      body = node.with(.call(name, [.init(label: nil, value: node.with(.parameter(0)))]))
    case .closure(let parameters, let inner):
      (names, body) = (parameters.map(\.text), inner)
      let count = names.isEmpty ? body.parameterCount : names.count
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
    default: break
    }
    let term = try inside(names, types).term(body, as: expected)
    return Call.Argument(
      term: term,
      slot: nextSlot,
      arity: types.count,
      isSplit: isSplit,
      isClosed: body.isClosed
    )
  }
}

extension SyntaxNode {
  /// Whether it compares two elements, rather than giving a sort key for one.
  fileprivate var isComparator: Bool {
    switch kind {
    case .function: true
    case .closure(let names, let body): (names.isEmpty ? body.parameterCount : names.count) == 2
    default: false
    }
  }
}

extension Term {
  /// Whether it is a text that stands for no value of a type of ids.
  func isText(of type: Shape) -> Bool {
    guard type.type == UUID.self, let text = constant.flatMap({ text(of: $0.any) }) else { return false }
    return UUID(uuidString: text) == nil
  }

  /// The error for a value that no element of a collection can equal.
  func incomparable(_ element: Shape?, _ type: Shape?, in collection: Shape) -> Diagnostic {
    error(
      "cannot compare elements of type \(typeName(element)) with \(typeName(type))",
      hint: collection.kind == .table
        ? "use .keys to find a key and .values to find a value"
        : ComparisonHint.comparing(self, element, with: self, type)
    )
  }
}

/// A call of a method, with the values for one evaluation.
struct Call {
  /// A value, or a closure.
  struct Argument: Sendable {
    let term: Term
    /// The slot of its first parameter.
    let slot: Int
    let arity: Int
    /// Whether its parameters are the parts of a tuple.
    var isSplit = false
    /// Whether it is a closure that depends only on its parameters.
    var isClosed = false
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

  /// The value of an argument, converted; `nil` if it was left out.
  private func value<Converted>(
    _ index: Int,
    as expected: Method.Expected,
    _ convert: (Value) -> Converted?
  ) throws -> Converted? {
    guard let value = try value(index) else { return nil }
    if let converted = convert(value) { return converted }
    throw arguments[index].wrong(value.shape, as: expected, for: method.name)
  }

  func text(_ index: Int) throws -> String? {
    try value(index, as: .text) { TodoShellValues.text(of: $0.any) }
  }

  func number(_ index: Int) throws -> Number? { try value(index, as: .number) { Number($0.any) } }

  /// A number of elements.
  func count(_ index: Int) throws -> Int? {
    try value(index, as: .count) { value in
      guard case .integer(let number)? = Number(value.any), number >= 0 else { return nil }
      return Int(clamping: number)
    }
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

extension Method.Expected {
  fileprivate func allows(_ type: Shape) -> Bool {
    switch self {
    case .text: type.has(.text)
    case .number: type.has(.number)
    case .count: type.has(.integer)
    case .list, .members: type.has(.collection)
    case .kind(let kind): type.type == kind
    case .element, .own, .any: true
    }
  }
}

extension Call.Argument {
  /// The error for a value that the method does not expect.
  fileprivate func wrong(_ type: Shape?, as expected: Method.Expected, for name: String) -> Diagnostic {
    let wanted =
      switch expected {
      case .text: "a String"
      case .list, .members: "a list"
      case .number: "a number"
      case .count: "a non-negative number"
      default: "a value of another type"
      }
    var message = "'\(name)' expects \(wanted)"
    // For a count, the type may be right.
    if case .count = expected {} else { message += "; `\(term.shown)` is \(typeName(type))" }
    return term.error(message, isMissing: type == nil)
  }
}
