import Core

/// Whether and why the running command, or the last one, was stopped.
package struct Halt {
  /// The number of the breakpoint that stopped it.
  package var breakpoint: Int?
  /// That breakpoint and the moment, until they have been reported.
  var untold: (moment: Int, breakpoint: Breakpoint)?
  /// Why a breakpoint's condition or a watched value could not be evaluated at some moment of the command.
  package var failure: (any Error)?
  /// Whether the user interrupted it.
  package var wasInterrupted = false
  /// Whether it reached a recorded interruption during a replay.
  package var isCut = false
  /// The moments at which it was stopped when it was recorded.
  private(set) var recordedStops: Set<Int> = []
  /// The last of them, if it was an interruption, which cancelled the rest of the command.
  private(set) var recordedInterruption: Int?

  /// Whether the rest of the command is cancelled.
  var isInterruption: Bool { wasInterrupted || isCut }

  /// Prepares to replay a command of a session file with its recorded outcome.
  package mutating func replay(_ outcome: SessionEntry.Outcome) {
    recordedStops = Set(outcome.stops)
    recordedInterruption = outcome.isInterrupted ? outcome.stops.max() : nil
  }

  /// Whether the last command was stopped.
  var isSet: Bool { breakpoint != nil || failure != nil || isInterruption }

  /// Prepares for the next command.
  mutating func reset() { (breakpoint, failure, wasInterrupted, isCut) = (nil, nil, false, false) }
}
