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
    return try term.body(&self)
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
  mutating func evaluateArray(_ elements: [Term]) throws(Diagnostic) -> Any? {
    try elements.map { (element) throws(Diagnostic) in try evaluate(element) as Any }
  }

  mutating func evaluateCase(_ name: String, _ arguments: [Term.Argument]) throws(Diagnostic) -> Any? {
    CaseLiteral(
      name: name,
      arguments: try arguments.map { (argument) throws(Diagnostic) in
        (argument.label?.text, try evaluate(argument.value))
      }
    )
  }

  func evaluateSubject() throws(Diagnostic) -> Any? {
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
  mutating func evaluateBefore(_ term: Term) throws(Diagnostic) -> Any? {
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

  mutating func evaluateUnwrapped(_ base: Term) throws(Diagnostic) -> Any? {
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
