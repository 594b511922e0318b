/// How far to go, besides to a breakpoint.
package enum StepGoal {
  /// To the end, or back to the start.
  case end
  /// To the next command or moment.
  case moment
  /// To a command that is not a part of the current one: one with at most so many callers.
  case command(depth: Int)

  func isReached(
    at position: Trace.Position,
    of trace: Trace
  ) -> Bool {
    switch self {
    case .end: false
    case .moment: true
    case .command(let depth): position.step == 0 && trace.entries[position.entry].depth <= depth
    }
  }
}
