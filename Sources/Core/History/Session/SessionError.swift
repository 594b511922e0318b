/// Why a session refuses to do what it is asked. Nothing has changed.
public enum SessionError: Error, Hashable, Sendable {
  /// There are only `available` turns to undo.
  case cannotUndo(available: Int)
  /// There are only `available` turns to redo.
  case cannotRedo(available: Int)
  /// There are only `available` moments before this one.
  case cannotGoBack(available: Int)
  /// There are only `available` moments after this one.
  case cannotGoForward(available: Int)
  /// Only `available` of virtual time has passed.
  case cannotGoEarlier(available: Duration)
  /// The line ends `available` of virtual time from here.
  case cannotGoLater(available: Duration)
  /// There is no place to return to: nothing has moved yet, or all movements have been taken back.
  case noPlaceBefore
  /// No moment has the name.
  case noMark(String)
  /// The moment is not on the line, and what is asked for concerns the line.
  case notOnLine(Int)
  /// The start belongs to no turn: it can be neither skipped nor moved.
  case startHasNoTurn
  /// The turn is on the line already.
  case alreadyOnLine(Int)
  /// The turn is where it is to be moved to.
  case alreadyInPlace(Int)
  /// Nothing came of what was to take a turn's place, or it did something other than making turns.
  case noAmendment
  /// ``Session/Policy/shouldStop`` or ``Session/Policy/isInterrupted`` put an end to it. What had been made again of a what-if is a
  /// branch of its own.
  case interrupted
  /// No moment has the number; they go up to `last`.
  case noMoment(Int, last: Int)
  /// Time does not go backwards; `undo` does.
  case negativeDuration
  /// The virtual time would no longer fit its type.
  case durationTooLarge
  /// ``Session/Policy/willChange`` refused the change, for this reason.
  case refused(String)
  /// The past could not be made again.
  case diverged(Divergence)
}

extension SessionError {
  /// The virtual time, in seconds, beyond which no clock goes.
  public static var furthestSeconds: Int64 { .max / 4 }
}

/// The first difference between the record and the attempt to make it again.
public struct Divergence: Hashable, Sendable {
  /// The moment that came out differently.
  public let moment: Int
  /// What the record holds.
  public let recorded: String
  /// What happened now.
  public let replayed: String
  /// What distinguishes the state now from the recorded one, in the format of ``diff(_:_:format:)-(T,_,_)``; `nil` if
  /// the states are the same.
  public let difference: String?
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotUndo(0): "nothing to undo"
    case .cannotUndo(let available): "only \(Self.count(available, "turn")) to undo"
    case .cannotRedo(0): "nothing to redo"
    case .cannotRedo(let available): "only \(Self.count(available, "turn")) to redo"
    case .cannotGoBack(0): "this is the start"
    case .cannotGoBack(let available): "only \(Self.count(available, "moment")) before this one"
    case .cannotGoForward(0): "this is the last moment"
    case .cannotGoForward(let available): "only \(Self.count(available, "moment")) after this one"
    case .cannotGoEarlier(.zero): "no time has passed yet"
    case .cannotGoEarlier(let available): "only \(available) have passed"
    case .cannotGoLater(.zero): "no time passes after this"
    case .cannotGoLater(let available): "the line ends in \(available)"
    case .noPlaceBefore: "there is no earlier place to return to"
    case .noMark(let name): "there is no mark '\(name)'"
    case .notOnLine(let moment): "moment \(moment) is not on this line"
    case .startHasNoTurn: "the start is no command's doing"
    case .alreadyOnLine(let moment): "what moment \(moment) belongs to is on this line already"
    case .alreadyInPlace(let moment): "what moment \(moment) belongs to is there already"
    case .noAmendment: "nothing came of it that could take the place"
    case .interrupted: "interrupted"
    case .noMoment(let number, let last): "no moment \(number); they go from 0 to \(last)"
    case .negativeDuration: "time does not go backwards"
    case .durationTooLarge: "the clock does not reach that far"
    case .refused(let reason): reason
    case .diverged(let divergence): divergence.description
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Divergence: CustomStringConvertible {
  public var description: String {
    """
    moment \(moment) came out differently when it was played again, so the feature uses something that the session \
    does not control: recorded \(recorded), now \(replayed)\(difference == nil ? "" : " with another state")
    """
  }
}
