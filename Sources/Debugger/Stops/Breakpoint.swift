import Core

/// A place to stop at: where an expression becomes true, or at an action.
package struct Breakpoint<State, Action> {
  /// The number that `unbreak` takes.
  package let number: Int
  let condition: BreakCondition<Action>

  /// Asks the expression, if it is one, of one moment after the other, so that what did not change is not looked at.
  private let query: HistoryQuery<State, Action>?

  init(number: Int, condition: BreakCondition<Action>) {
    self.number = number
    self.condition = condition
    query = if case .expression(let expression) = condition { HistoryQuery(expression) } else { nil }
  }

  /// What was typed.
  package var text: String { condition.text }

  /// Whether to stop at a moment.
  ///
  /// An expression that cannot be evaluated yet, as one about an element that is still to come, does not hold.
  func isReached(at moment: Moment<State, Action>, after before: Moment<State, Action>) -> Bool {
    switch condition {
    case .action(let pattern): moment.action.map(pattern.matches) ?? false
    case .expression: !holds(at: before) && holds(at: moment)
    case .command: false
    }
  }

  /// Whether to stop after what is running.
  func isReached(by calls: CallStack) -> Bool {
    if case .command(let name) = condition { calls.runs(name) } else { false }
  }

  private func holds(at moment: Moment<State, Action>) -> Bool {
    // Only a query that can be interrupted throws.
    (try? query?.holds(at: moment)) ?? false
  }
}

/// What to stop at.
public enum BreakCondition<Action> {
  /// Where an expression becomes true.
  case expression(Expression)
  /// At an action.
  case action(ActionPattern<Action>)
  /// After a command or macro of the language.
  case command(name: String)

  /// What was typed.
  var text: String {
    switch self {
    case .expression(let expression): expression.source.text
    case .action(let pattern): pattern.source.text
    case .command(let name): name
    }
  }
}
