import Core

/// An expression that is evaluated at one moment after another.
///
/// It keeps only the results of the last moment, so a query needs constant memory, however long the history.
package final class HistoryQuery {
  package let expression: Expression
  /// The error at the first moment at which a value is missing.
  private(set) var failure: Diagnostic?
  /// Whether any evaluation succeeded.
  private(set) var hasAnswer = false
  /// The last moment that changed its value, if it was looked for; `nil` if none has.
  var lastChange: AnyMoment?
  let memo = ExpressionMemo()
  // Unchecked, like the answer: nothing that they call returns here.
  @exclusivity(unchecked) private var last: AnyMoment?
  /// Whether it is used as a condition, so that `nil` is not an answer.
  private var isCondition = false
  /// The answer at the last moment, if ``answer(at:)`` was called for it.
  @exclusivity(unchecked) private var lastAnswer: ExpressionValue??
  private let isOptional: Bool
  private let isInterrupted: () -> Bool
  /// The expression as it is read in place, once it has been compiled for the type of the state.
  private var compiled: CompiledExpression?
  /// One for all moments.
  private lazy var evaluation = Evaluation(memo: memo) { [unowned self] name in
    last.flatMap { ExpressionContext.fact(name, at: $0) }
  }

  /// - Parameter isOptional: Whether its value counts as missing where it cannot be evaluated, for any reason.
  package init(
    _ expression: Expression,
    isOptional: Bool = false,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.expression = expression
    self.isOptional = isOptional
    self.isInterrupted = isInterrupted
  }

  /// Evaluates the expression at a moment.
  ///
  /// - Returns: `nil` if the value does not exist, such as an element that is added later.
  /// - Throws: A `Diagnostic` if it cannot be evaluated, unless a value is merely missing; `CommandFailure` if
  ///   interrupted.
  func answer(at moment: AnyMoment) throws -> ExpressionValue? {
    if let lastAnswer, let last, last.isIdentical(to: moment) { return lastAnswer }
    try prepare(for: moment)
    let answer =
      try inPlace(at: moment) { $0.answer(for: $1, ownedBy: $2, in: evaluation) }
      ?? ask(at: moment) { (context) throws(Diagnostic) in try expression.evaluate(in: context, memo: memo) }
    lastAnswer = .some(answer)
    return answer
  }

  /// Whether the expression is true at a moment; `false` if a value that it needs is missing.
  ///
  /// - Throws: As ``answer(at:)``.
  package func holds(at moment: AnyMoment) throws -> Bool {
    isCondition = true
    try prepare(for: moment)
    return try inPlace(at: moment) { $0.holds(for: $1, ownedBy: $2, in: evaluation) }
      ?? ask(at: moment) { (context) throws(Diagnostic) in try expression.holds(in: context, memo: memo) }
      ?? false
  }

  /// Whether the value changed between two neighbouring moments.
  ///
  /// - Throws: As ``answer(at:)``.
  /// - Complexity: A comparison, if the value is read from memory that is the same at both moments.
  package func isChanged(at moment: AnyMoment, after before: AnyMoment) throws -> Bool {
    let new = try answer(at: moment)
    let old = try answer(at: before)
    return !isSame(old, before, new, moment)
  }

  /// - Returns: `nil` if it cannot be evaluated there.
  private func inPlace<Value>(
    at moment: AnyMoment,
    _ evaluate: (CompiledExpression, _ state: UnsafeRawPointer, _ owner: AnyObject) -> Value?
  ) -> Value? {
    if compiled == nil {
      compiled = try? expression.compiled(for: type(of: moment.state), naming: ExpressionContext.facts)
    }
    guard let compiled else { return nil }
    var result: Value?
    moment.readState(as: compiled.type) { result = evaluate(compiled, $0, $1) }
    if result != nil { hasAnswer = true }
    return result
  }

  private func ask<Value>(
    at moment: AnyMoment,
    _ evaluate: (ExpressionContext) throws(Diagnostic) -> Value
  ) throws -> Value? {
    do {
      let value = try moment.withContext(evaluate)
      hasAnswer = true
      return value
    } catch {
      guard error.concernsMissingValue || isOptional else {
        throw error.adding(notes: ["evaluated at #\(moment.number)"])
      }
      failure = failure ?? error
      return nil
    }
  }

  /// Checks that an evaluation succeeded at some moment.
  ///
  /// - Parameter moment: Where it is evaluated if none succeeded, since an error there is easier to understand than one
  ///   at a moment far back.
  /// - Throws: The error there, or the first one, if no evaluation succeeded.
  func checkAnswered(orAskAt moment: AnyMoment) throws {
    guard let first = failure, !hasAnswer else { return }
    failure = nil
    lastAnswer = nil
    if isCondition { _ = try holds(at: moment) } else { _ = try answer(at: moment) }
    if !hasAnswer { throw failure ?? first }
  }

  /// Whether the expression has the same value at two moments.
  func isSame(
    _ old: ExpressionValue?,
    _ before: AnyMoment,
    _ new: ExpressionValue?,
    _ after: AnyMoment
  ) -> Bool {
    guard let old, let new else { return (old == nil) == (new == nil) }
    return comparing(before, after) { old.isSame(as: new) }
  }

  private func checkInterruption() throws(CommandFailure) {
    if isInterrupted() { throw CommandFailure("interrupted") }
  }

  private func prepare(for moment: AnyMoment) throws(CommandFailure) {
    if let last, !last.hasSameSharedValues(as: moment) { memo.reset() }
    last = moment
    lastAnswer = nil
    // Evaluating a single moment may visit a million elements.
    try checkInterruption()
  }
}

extension ValueChange {
  /// The change of a value between two moments.
  init(
    of path: Expression,
    from old: ExpressionValue?,
    _ before: AnyMoment,
    to new: ExpressionValue?,
    _ after: AnyMoment
  ) {
    func text(_ answer: ExpressionValue?, _ moment: AnyMoment) -> String? {
      moment.withState { _ in answer.map { $0.formatted() } }
    }
    self.init(
      expression: path.source.text,
      old: text(old, before),
      new: text(new, after),
      difference: {
        guard let old = old?.wrapped, let new = new?.wrapped,
          before.hasSameSharedValues(as: after)
        else { return nil }
        return diff(old, new, format: .withMoves)
      }
    )
  }
}
