import Core

/// Whether and why the command that is running, or ran last, was stopped.
package struct Halt<State, Action> {
  /// The number of the breakpoint that it was stopped by.
  package var breakpoint: Int?
  /// That breakpoint and the moment, as long as nothing has been told of it.
  package var untold: (moment: Int, breakpoint: Breakpoint<State, Action>)?
  /// Whether the user interrupted it.
  package var wasInterrupted = false
  /// Whether it came to an interruption that was recorded, and is replayed.
  package var isCut = false
  /// The moments at which it was stopped when it was recorded.
  private(set) var recordedStops: Set<Int> = []
  /// The last of them, if that was an interruption, so that the rest of the command did not happen.
  private(set) var recordedInterruption: Int?

  /// Whether the rest of the command does not happen.
  package var isInterruption: Bool { wasInterrupted || isCut }

  /// A command of a session file is about to run, which went like this when it was recorded.
  package mutating func replay(_ outcome: SessionEntry.Outcome) {
    recordedStops = Set(outcome.stops)
    recordedInterruption = outcome.isInterrupted ? outcome.stops.max() : nil
  }

  /// Another command begins.
  package mutating func reset() { (breakpoint, wasInterrupted, isCut) = (nil, false, false) }
}
