import Core

/// An expression that is asked of one moment after the other.
///
/// It keeps what it found at the last moment and nothing else, so that a question needs no more memory for a longer
/// record.
final class HistoryQuery<State, Action> {
  /// What an expression comes to at a moment; `nil` for what is not there, as an element that is still to come.
  struct Answer {
    let value: ExpressionValue?
  }

  let expression: Expression
  /// The first reason why there was no answer.
  private(set) var failure: Diagnostic?
  /// Whether there was an answer at any moment.
  private(set) var hasAnswer = false
  let memo = ExpressionMemo()
  private var last: Moment<State, Action>?
  private let isInterrupted: () -> Bool
  private let namesFacts: Bool

  init(_ expression: Expression, isInterrupted: @escaping () -> Bool = { false }) {
    self.expression = expression
    self.isInterrupted = isInterrupted
    namesFacts = expression.mayNameFacts
  }

  /// What the expression comes to at a moment.
  ///
  /// - Throws: `CommandFailure` if interrupted.
  func answer(at moment: Moment<State, Action>) throws(CommandFailure) -> Answer {
    Answer(
      value: try ask(at: moment) { (context) throws(Diagnostic) in
        try expression.evaluate(in: context, memo: memo)
      }
    )
  }

  /// Whether the expression is there and true at a moment.
  ///
  /// - Throws: `CommandFailure` if interrupted.
  func holds(at moment: Moment<State, Action>) throws(CommandFailure) -> Bool {
    try ask(at: moment) { (context) throws(Diagnostic) in try expression.holds(in: context, memo: memo) }
      ?? false
  }

  private func ask<Value>(
    at moment: Moment<State, Action>,
    _ evaluate: (ExpressionContext) throws(Diagnostic) -> Value
  ) throws(CommandFailure) -> Value? {
    try prepare(for: moment)
    let result = moment.withState { state in
      let context = ExpressionContext(state, at: moment, namesFacts: namesFacts)
      return Result { () throws(Diagnostic) in try evaluate(context) }
    }
    switch result {
    case .success(let value):
      hasAnswer = true
      return value
    case .failure(let diagnostic):
      failure = failure ?? diagnostic
      return nil
    }
  }

  /// Makes sure that there was an answer at some moment.
  ///
  /// - Parameter ask: Asks at the current moment, if there was none: what is wrong there can be seen, while the moment that
  ///   was asked first may lie far back.
  /// - Throws: Why there was no answer at any moment, if there was none.
  func checkAnswered(orAsk ask: () throws(CommandFailure) -> Void) throws {
    guard let first = failure, !hasAnswer else { return }
    failure = nil
    try ask()
    if !hasAnswer { throw failure ?? first }
  }

  /// Whether the expression comes to the same at two moments.
  func isSame(
    _ old: Answer,
    _ before: Moment<State, Action>,
    _ new: Answer,
    _ after: Moment<State, Action>
  ) -> Bool {
    guard let old = old.value, let new = new.value else { return (old.value == nil) == (new.value == nil) }
    return Core.isSame(old.wrapped, before, new.wrapped, after)
  }

  private func prepare(for moment: Moment<State, Action>) throws(CommandFailure) {
    if let last, !last.hasSameSharedValues(as: moment) { memo.reset() }
    last = moment
    // One moment may have a million elements to look at.
    if isInterrupted() { throw CommandFailure("interrupted") }
  }
}
