import Core

/// Evaluates a compiled expression.
///
/// A value is a flattened `Any?`: `nil` if there is none, and never an optional inside.
struct Evaluator {
  let context: ExpressionContext
  let source: SourceText
  /// The results for another value, if the expression is evaluated for several.
  let memo: ExpressionMemo?
  /// The part that is evaluated, at which errors are reported.
  var part: Term
  /// How deep the values that are being compared are nested.
  var depth = 0
  /// Whether an object was read, whose members can change while the reference stays the same.
  var readsObject = false
  /// The values of context names that were computed inside methods, for use with the other elements.
  var variables: [String: Any?] = [:]
  private var steps = 0
  /// The current element, from which key paths start.
  private var subject = Place.Reading.none

  init(_ term: Term, in context: ExpressionContext, source: SourceText, memo: ExpressionMemo? = nil) {
    (part, self.context, self.source, self.memo) = (term, context, source, memo)
  }

  /// Whether there is no current element.
  var isOutsideOfMethods: Bool {
    if case .none = subject { true } else { false }
  }

  mutating func evaluate(_ term: Term) throws(Diagnostic) -> Any? {
    let outer = part
    part = term
    defer { part = outer }
    try step()
    if let place = term.place {
      switch place.value(in: context, for: subject) {
      case .none: break
      case .null: return nil
      case .value(let value): return value
      }
    }
    if let constant = term.constant { return constant }
    return try compute(term)
  }

  /// The value of a part, from those of its operands.
  private mutating func compute(_ term: Term) throws(Diagnostic) -> Any? {
    switch term.node.kind {
    case .integer, .double, .duration, .string, .bool, .null: return nil
    case .tuple, .range, .wildcard, .interpolation, .closure, .parameter, .function, .conditional, .cast:
      throw error("\(term.node.noun) is not allowed in an expression")
    case .array:
      return try term.operands.map { (element) throws(Diagnostic) in try evaluate(element.value) as Any }
    case .dictionary: return try evaluateDictionary(term)
    case .enumCase(let name, _): return try evaluateCase(name, term)
    case .call("before", _): return try evaluateBefore(term[0])
    case .call(let name, _): return try evaluateCall(name, term.operands)
    case .root: return flattened(context.root)
    case .subject: return try evaluateSubject()
    case .name(let name): return try evaluateName(name)
    case .member(_, let name, _): return try evaluateMember(name, of: term[0])
    case .index: return try evaluateIndex(term)
    case .method(_, let name, _, _): return try evaluateMethod(name, term)
    case .unwrapped: return try evaluateUnwrapped(term[0])
    case .prefix(let prefix, _): return try evaluatePrefix(prefix, term[0])
    case .binary(let binary, _, _): return try evaluateBinary(binary, term[0], term[1])
    }
  }

  /// The value of a part that must be a `Bool`.
  mutating func condition(_ term: Term) throws(Diagnostic) -> Bool {
    try condition(term, evaluate(term))
  }

  /// The value of a part that must be a `Bool`.
  ///
  /// - Parameter value: What it was evaluated to.
  func condition(_ term: Term, _ value: Any?) throws(Diagnostic) -> Bool {
    if let value, let holds = unboxed(value, as: Bool.self) { return holds }
    let node = term.node
    throw error(
      "`\(shown(node))` is \(typeName(of: value)), not Bool",
      at: term,
      hint: node.isLiteral
        ? "a condition is true, false or a comparison, such as n == \(shown(node))"
        : "compare it with a value: \(shown(node)) == …",
      isMissing: value == nil
    )
  }

  /// Evaluates a part of the expression with the current element set, from which its key paths start.
  mutating func evaluate(_ term: Term, for element: Any) throws(Diagnostic) -> Any? {
    let outer = subject
    subject = Place.Reading(flattened(element))
    defer { subject = outer }
    return try evaluate(term)
  }

  mutating func condition(_ term: Term, for element: Any) throws(Diagnostic) -> Bool {
    try condition(term, evaluate(term, for: element))
  }

  mutating func step() throws(Diagnostic) { try take(steps: 1) }

  /// Counts steps before they are taken.
  ///
  /// - Parameter term: The part that takes them, if it is not the one that is evaluated.
  mutating func take(steps count: Int, at term: Term? = nil) throws(Diagnostic) {
    guard count <= context.stepLimit - steps else {
      throw error("the expression takes more than \(context.stepLimit) steps", at: term)
    }
    steps += count
  }

  /// A copy of all elements, unless there are more than the remaining steps.
  mutating func elements(of collection: any Collection) throws(Diagnostic) -> [Any] {
    try account(for: collection)
    return collection.allElements
  }

  /// The elements one at a time; `body` counts a step for each. The elements of a set or dictionary must be copied to
  /// be sorted.
  mutating func iterator(
    over collection: any Collection,
    at term: Term? = nil
  ) throws(Diagnostic) -> AnyIterator<Any> {
    if collection.isUnordered { try account(for: collection, at: term) }
    return collection.erasedIterator
  }

  /// Counts a step for each element before all of them are visited.
  mutating func account(for collection: any Collection, at term: Term? = nil) throws(Diagnostic) {
    try take(steps: collection.elementCount, at: term)
  }
}

extension Evaluator {
  /// A case, or a static member of a type that is written like one.
  private mutating func evaluateCase(_ name: String, _ term: Term) throws(Diagnostic) -> Any? {
    let literal = CaseLiteral(
      name: name,
      arguments: try term.operands.map { (argument) throws(Diagnostic) in
        (argument.label?.text, try evaluate(argument.value))
      }
    )
    guard case .type(let shape) = term.type else { return literal }
    if let value = literal.value(as: shape.type) { return value }
    throw error("\(typeName(shape.type)) has no member '\(name)' with such arguments")
  }

  private func evaluateSubject() throws(Diagnostic) -> Any? {
    switch subject {
    case .value(let element): element
    case .null: nil
    case .none:
      throw error(
        "a key path needs a collection method around it",
        hint: #"write it as an argument: todos.filter(\.isComplete)"#
      )
    }
  }

  /// The value of a part before the last command.
  private mutating func evaluateBefore(_ term: Term) throws(Diagnostic) -> Any? {
    var result: Result<Any?, Diagnostic> = .success(nil)
    guard let before = context.before else { throw error("there is no history to look back to") }
    before { context in
      var evaluator = Evaluator(term, in: context, source: source)
      (evaluator.subject, evaluator.steps) = (subject, steps)
      result = Result { () throws(Diagnostic) in try evaluator.evaluate(term) }
      steps = evaluator.steps
    }
    return try result.get()
  }

  private mutating func evaluateUnwrapped(_ base: Term) throws(Diagnostic) -> Any? {
    if let value = try evaluate(base) { return value }
    throw error(
      "`\(shown(base.node))` is nil",
      at: base,
      hint: "remove the !, or write ?. to access a member: \(shown(base.node))?.NAME",
      isMissing: true
    )
  }

  /// A part of the expression as written, for a message.
  func shown(_ node: SyntaxNode) -> String { source.shown(node) }

  /// - Parameters:
  ///   - term: The part that it is about, if that is not the one that is evaluated.
  ///   - isMissing: Whether a value is missing that may exist in another state.
  func error(
    _ message: String,
    at term: Term? = nil,
    notes: [String] = [],
    hint: String? = nil,
    isMissing: Bool = false
  ) -> Diagnostic {
    var error = source.diagnostic(message, at: (term ?? part).node.range, notes: notes, hint: hint)
    error.concernsMissingValue = isMissing
    return error
  }
}
