import Core

/// Walks an expression over a value.
///
/// A value is an `Any?` that has been flattened: never an optional inside, `nil` for none.
struct Evaluator {
  let context: ExpressionContext
  let source: SourceText
  /// What the expression came to for another value, if anyone wants to know it for many.
  let memo: ExpressionMemo?
  private var steps = 0
  /// The element that key paths start from.
  private var subject = Subject.none

  /// No optional, and no optional of one: to copy these goes through the runtime and takes many times as long.
  private enum Subject {
    /// No method looks at an element.
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

  /// Whether no method is looking at an element.
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
      throw error("\(node.noun) is nothing that an expression comes to", at: node)
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

  /// A part of the expression that must be a `Bool`.
  mutating func condition(_ node: SyntaxNode) throws(Diagnostic) -> Bool {
    let value = try evaluate(node)
    if let value, let holds = unboxed(value, as: Bool.self) { return holds }
    let failure = error(
      "`\(shown(node))` is \(Reflection.typeName(of: value)), not Bool",
      at: node,
      hint: node.isLiteral
        ? "a condition is true, false or a comparison, such as n == \(shown(node))"
        : "compare it with something: \(shown(node)) == …"
    )
    throw value == nil ? failure : failure.concerningTypes
  }

  /// Evaluates a part of the expression for an element, at which its key paths start.
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

  /// Accounts for work before it is done.
  mutating func take(steps count: Int, at node: SyntaxNode) throws(Diagnostic) {
    guard count <= context.stepLimit - steps else {
      throw error("the expression takes more than \(context.stepLimit) steps", at: node)
    }
    steps += count
  }

  /// A copy of all elements, unless there are more than the steps that are left.
  mutating func elements(of collection: any Collection, at node: SyntaxNode) throws(Diagnostic) -> [Any] {
    try account(for: collection, at: node)
    return CollectionAccess.elements(of: collection)
  }

  /// The elements one after the other, each for a step of its own that `body` takes. Those of a set or
  /// dictionary must be copied to be sorted.
  mutating func iterator(
    over collection: any Collection,
    at node: SyntaxNode
  ) throws(Diagnostic) -> AnyIterator<Any> {
    if CollectionAccess.isUnordered(collection) { try account(for: collection, at: node) }
    return CollectionAccess.iterator(over: collection)
  }

  /// Takes a step for each element, as is due before all are looked at.
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
        "a key path has no element to start from here",
        at: node,
        hint: #"use it in a method of a collection: todos.filter(\.isComplete)"#
      )
    }
  }

  private mutating func evaluateUnwrapped(_ base: SyntaxNode) throws(Diagnostic) -> Any? {
    if let value = try evaluate(base) { return value }
    throw error(
      "`\(shown(base))` is nil",
      at: base,
      hint: "without the ! it may be nil; write ?. before a member of it: \(shown(base))?.NAME"
    )
  }

  /// A part of the expression as it was written, for a message.
  func shown(_ node: SyntaxNode) -> String {
    let text = source.slice(node.range).text
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }

  func error(
    _ message: String,
    at node: SyntaxNode,
    notes: [String] = [],
    hint: String? = nil
  ) -> Diagnostic {
    source.diagnostic(message, at: node.range, notes: notes, hint: hint)
  }
}
