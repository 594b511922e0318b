import Core

/// Evaluates an expression by walking its tree.
///
/// A value is a flattened `Any?`: `nil` if there is none, and never an optional inside.
struct Evaluator {
  let context: ExpressionContext
  let source: SourceText
  /// The results for another value, if the expression is evaluated for several.
  let memo: ExpressionMemo?
  private var steps = 0
  /// The current element, from which key paths start.
  private var subject = Subject.none

  /// Not an optional, let alone a nested one: copying those goes through the runtime and is many times slower.
  private enum Subject {
    /// There is no current element.
    case none
    /// The element is `nil`.
    case null
    case value(Any)

    init(_ element: Any?) {
      if let element { self = .value(element) } else { self = .null }
    }
  }

  init(context: ExpressionContext, source: SourceText, memo: ExpressionMemo? = nil) {
    self.context = context
    self.source = source
    self.memo = memo
  }

  /// Whether there is no current element.
  var isOutsideOfMethods: Bool {
    if case .none = subject { true } else { false }
  }

  mutating func evaluate(_ node: SyntaxNode) throws(Diagnostic) -> Any? {
    try step(at: node)
    switch node.kind {
    case .integer(let value): return Int(exactly: value) ?? UInt64(clamping: value)
    case .double(let value): return value
    case .duration(let value): return value
    case .string(let value): return value
    case .bool(let value): return value
    case .null: return nil
    case .tuple, .range, .wildcard:
      throw error("\(node.noun) is not allowed in an expression", at: node)
    case .array(let elements): return try evaluateArray(elements)
    case .dictionary(let entries): return try evaluateDictionary(entries)
    case .enumCase(let name, let arguments): return try evaluateCase(name, arguments ?? [])
    case .name(let name): return try evaluateName(name, at: node)
    case .call(let name, let arguments): return try evaluateCall(name, arguments, at: node)
    case .root: return Reflection.flattened(context.root)
    case .subject: return try evaluateSubject(at: node)
    case .member(let base, let name, _): return try evaluateMember(name, of: base, at: node)
    case .index(let base, let arguments, _): return try evaluateIndex(of: base, arguments, at: node)
    case .method(let base, let name, let arguments, _):
      return try evaluateMethod(name, of: base, arguments, at: node)
    case .unwrapped(let base): return try evaluateUnwrapped(base)
    case .prefix(let prefix, let operand): return try evaluatePrefix(prefix, operand)
    case .binary(let binary, let left, let right):
      return try evaluateBinary(binary, left, right, at: node)
    }
  }

  /// The value of a part that must be a `Bool`.
  mutating func condition(_ node: SyntaxNode) throws(Diagnostic) -> Bool {
    let value = try evaluate(node)
    if let value, let holds = unboxed(value, as: Bool.self) { return holds }
    throw error(
      "`\(shown(node))` is \(Reflection.typeName(of: value)), not Bool",
      at: node,
      hint: node.isLiteral
        ? "a condition is true, false or a comparison, such as n == \(shown(node))"
        : "compare it with a value: \(shown(node)) == …",
      isMissing: value == nil
    )
  }

  /// Evaluates a part of the expression with the current element set, from which its key paths start.
  mutating func evaluate(_ node: SyntaxNode, for element: Any?) throws(Diagnostic) -> Any? {
    let outer = subject
    subject = Subject(element)
    let result = try evaluate(node)
    subject = outer
    return result
  }

  mutating func condition(_ node: SyntaxNode, for element: Any?) throws(Diagnostic) -> Bool {
    let outer = subject
    subject = Subject(element)
    let result = try condition(node)
    subject = outer
    return result
  }

  mutating func step(at node: SyntaxNode) throws(Diagnostic) {
    try take(steps: 1, at: node)
  }

  /// Counts steps before they are taken.
  mutating func take(steps count: Int, at node: SyntaxNode) throws(Diagnostic) {
    guard count <= context.stepLimit - steps else {
      throw error("the expression takes more than \(context.stepLimit) steps", at: node)
    }
    steps += count
  }

  /// A copy of all elements, unless there are more than the remaining steps.
  mutating func elements(of collection: any Collection, at node: SyntaxNode) throws(Diagnostic) -> [Any] {
    try account(for: collection, at: node)
    return CollectionAccess.elements(of: collection)
  }

  /// The elements one at a time; `body` counts a step for each. The elements of a set or dictionary must be copied to
  /// be sorted.
  mutating func iterator(
    over collection: any Collection,
    at node: SyntaxNode
  ) throws(Diagnostic) -> AnyIterator<Any> {
    if CollectionAccess.isUnordered(collection) { try account(for: collection, at: node) }
    return CollectionAccess.iterator(over: collection)
  }

  /// Counts a step for each element before all of them are visited.
  mutating func account(for collection: any Collection, at node: SyntaxNode) throws(Diagnostic) {
    try take(steps: CollectionAccess.count(collection), at: node)
  }
}

extension Evaluator {
  private mutating func evaluateArray(_ elements: [SyntaxNode]) throws(Diagnostic) -> Any? {
    var values: [Any] = []
    for element in elements { values.append(try evaluate(element) as Any) }
    return values
  }

  private mutating func evaluateCase(
    _ name: String,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> Any? {
    var values: [(label: String?, value: Any?)] = []
    for argument in arguments { values.append((argument.label?.text, try evaluate(argument.value))) }
    return CaseLiteral(name: name, arguments: values)
  }

  private func evaluateSubject(at node: SyntaxNode) throws(Diagnostic) -> Any? {
    switch subject {
    case .value(let element): return element
    case .null: return nil
    case .none:
      throw error(
        "a key path needs a collection method around it",
        at: node,
        hint: #"write it as an argument: todos.filter(\.isComplete)"#
      )
    }
  }

  private mutating func evaluateUnwrapped(_ base: SyntaxNode) throws(Diagnostic) -> Any? {
    if let value = try evaluate(base) { return value }
    throw error(
      "`\(shown(base))` is nil",
      at: base,
      hint: "remove the !, or write ?. to access a member: \(shown(base))?.NAME",
      isMissing: true
    )
  }

  /// A part of the expression as written, for a message.
  func shown(_ node: SyntaxNode) -> String {
    let text = source.slice(node.range).text
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }

  /// - Parameter isMissing: Whether a value is missing that may exist in another state.
  func error(
    _ message: String,
    at node: SyntaxNode,
    notes: [String] = [],
    hint: String? = nil,
    isMissing: Bool = false
  ) -> Diagnostic {
    var error = source.diagnostic(message, at: node.range, notes: notes, hint: hint)
    error.concernsMissingValue = isMissing
    return error
  }
}
