import Core

/// A condition to stop at: an expression that becomes true, or an action.
package struct Breakpoint {
  /// The number that `break -d` takes.
  package let number: Int
  package let condition: BreakCondition

  /// Evaluates the expression, if any, at successive moments, reusing results for what did not change.
  private let query: HistoryQuery?

  package init(number: Int, condition: BreakCondition) {
    self.number = number
    self.condition = condition
    query = if case .expression(let expression) = condition { HistoryQuery(expression) } else { nil }
  }

  /// The condition as typed.
  package var text: String { condition.text }

  /// Whether to stop at a moment.
  ///
  /// - Throws: Why the expression cannot be evaluated from there on.
  package func isReached(at moment: AnyMoment, after before: AnyMoment) throws -> Bool {
    switch condition {
    case .action(let pattern): return moment.action.map(pattern.matches) ?? false
    case .expression:
      guard let query else { return false }
      let heldBefore = Result { try query.holds(at: before) }
      do { return try query.holds(at: moment) && (try? heldBefore.get()) != true } catch {
        if case .failure = heldBefore { return false }
        throw error
      }
    case .command: return false
    }
  }

  /// Whether to stop after what is running.
  package func isReached(by calls: CallStack) -> Bool {
    if case .command(let name) = condition { calls.runs(name) } else { false }
  }
}

/// The condition of a breakpoint.
public enum BreakCondition {
  /// Where an expression becomes true.
  case expression(Expression)
  /// At an action.
  case action(ActionPattern<Any>)
  /// After a command or macro of the language.
  case command(name: String)

  /// The condition as typed.
  var text: String {
    switch self {
    case .expression(let expression): expression.source.text
    case .action(let pattern): pattern.source.text
    case .command(let name): name
    }
  }
}

/// A value that is reported whenever it changes.
package struct Watch {
  /// The number that `watch -d` takes.
  package let number: Int
  package var expression: Expression { query.expression }
  /// Evaluates the expression at successive moments, reusing results for what did not change.
  let query: HistoryQuery
}
