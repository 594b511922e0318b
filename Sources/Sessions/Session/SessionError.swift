/// Why a session refused a request. The session is unchanged.
public enum SessionError: Error, Hashable, Sendable {
  /// There are only `available` turns to undo.
  case cannotUndo(available: Int)
  /// There are only `available` turns to redo.
  case cannotRedo(available: Int)
  /// There is no earlier place to return to: nothing has moved yet, or all movements have been reversed.
  case noPlaceBefore
  /// There is no mark with the name.
  case noMark(String)
  /// The moment is not on the line, as the operation requires.
  case notOnLine(Int)
  /// The start belongs to no turn, so it can be neither skipped nor moved.
  case startHasNoTurn
  /// The moment's turn is already on the branch.
  case alreadyOnLine(Int)
  /// The moment's turn is already where it is to be moved.
  case alreadyInPlace(Int)
  /// The replacement for a turn made no moments, or did something other than making turns.
  case noAmendment
  /// ``SessionPolicy/shouldStop`` or ``SessionPolicy/isInterrupted`` ended the operation. The part of a what-if
  /// that was completed remains as a branch.
  case interrupted
  /// There is no moment with the number; the last one is `last`.
  case noMoment(Int, last: Int)
  /// No effect that is due next has the position; there are `count` of them.
  case notDue(Int, count: Int)
  /// The duration is negative. Time moves backwards only by `undo`.
  case negativeDuration
  /// The virtual time would overflow.
  case durationTooLarge
  /// ``SessionPolicy/willChange`` refused the change, for the given reason.
  case refused(String)
  /// The past could not be reproduced.
  case diverged(Divergence)
  /// A reducer changes an object of the named class in the state, which changes the state at all moments.
  case notAValue(String)
}

extension SessionError {
  /// The maximum virtual time, in seconds.
  public static var furthestSeconds: Int64 { Duration.furthestSeconds }
}

/// The first difference between the record and its replay.
public struct Divergence: Hashable, Sendable {
  /// The moment that came out differently.
  public let moment: Int
  /// The recorded event.
  public let recorded: String
  /// The replayed event.
  public let replayed: String
  /// The difference between the recorded and the replayed state, in the format of `diff(_:_:format:)`;
  /// `nil` if the states are the same.
  public let difference: String?
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotUndo(0): "nothing to undo"
    case .cannotUndo(let available): "only \(counted(available, "turn")) to undo"
    case .cannotRedo(0): "nothing to redo"
    case .cannotRedo(let available): "only \(counted(available, "turn")) to redo"
    case .noPlaceBefore: "there is no earlier place to return to"
    case .noMark(let name): "unknown mark '\(name)'"
    case .notOnLine(let moment): "moment \(moment) is not on this branch"
    case .startHasNoTurn: "moment 0 is the start, which no command made"
    case .alreadyOnLine(let moment): "the turn of moment \(moment) is already on this branch"
    case .alreadyInPlace(let moment): "the turn of moment \(moment) is already there"
    case .noAmendment: "the replacement made no moments"
    case .interrupted: "interrupted"
    case .noMoment(let number, let last): "no moment \(number); they go from 0 to \(last)"
    case .notDue(_, 0): "no effect waits for the clock"
    case .notDue(let position, let count):
      "no effect \(position) is due next; \(count == 1 ? "the only one is 0" : "they go from 0 to \(count - 1)")"
    case .negativeDuration: "time does not go backwards"
    case .durationTooLarge: "the clock cannot go that far"
    case .refused(let reason): reason
    case .diverged(let divergence): divergence.description
    case .notAValue(let name):
      "the state contains an object of class \(name) that a reducer changes, so history cannot rewind it"
    }
  }
}

extension Divergence: CustomStringConvertible {
  public var description: String {
    """
    moment \(moment) came out differently when it was replayed, so the feature uses something that the session \
    does not control: recorded \(recorded), now \(replayed)\(difference == nil ? "" : " with a different state")
    """
  }
}
