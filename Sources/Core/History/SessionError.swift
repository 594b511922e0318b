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
  /// No moment has the number; they go up to `last`.
  case noMoment(Int, last: Int)
  /// Time does not go backwards; `undo` does.
  case negativeDuration
  /// The virtual time would no longer fit its type.
  case durationTooLarge
  /// The past could not be made again.
  case diverged(Divergence)
}

/// The first difference between the record and the attempt to make it again.
public struct Divergence: Hashable, Sendable {
  /// The moment that came out differently.
  public let moment: Int
  /// What the record holds.
  public let recorded: String
  /// What happened now.
  public let replayed: String
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
    case .noMoment(let number, let last): "no moment \(number); they go from 0 to \(last)"
    case .negativeDuration: "time does not go backwards"
    case .durationTooLarge: "the clock does not reach that far"
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
    does not control: recorded \(recorded), now \(replayed)
    """
  }
}
