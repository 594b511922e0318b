import Core

/// Whether and why the command that is running, or ran last, was stopped.
package struct Halt<State, Action> {
  /// The number of the breakpoint that it was stopped by.
  package var breakpoint: Int?
  /// That breakpoint and the moment, as long as nothing has been told of it.
  package var untold: (moment: Int, breakpoint: Breakpoint<State, Action>)?
  /// Whether someone wanted it to end.
  package var wasInterrupted = false
  /// Whether it came to an interruption that was recorded, and is replayed.
  package var isCut = false
  /// Where it was stopped when it was recorded.
  package var recorded = SessionEntry.Outcome()

  /// Whether the rest of the command does not happen.
  package var isInterruption: Bool { wasInterrupted || isCut }

  /// Another command begins.
  package mutating func reset() { (breakpoint, wasInterrupted, isCut) = (nil, false, false) }
}
