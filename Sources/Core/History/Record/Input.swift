/// Something that a user of a session did. Inputs are all that a session needs to be played again.
public enum Input<Action> {
  /// An action was sent.
  case send(Action)
  /// The clock was moved to a virtual time since the start.
  case advance(to: Duration)
  /// The clock was moved on until nothing was in flight any more.
  case run
  /// The clock was moved on until exactly one action had been delivered.
  case step
}

extension Input {
  /// An input that an engine was given, which does not know the type of the actions.
  init(_ erased: Input<ErasedAction>) {
    switch erased {
    case .send(let action): self = .send(action.unboxed(as: Action.self))
    case .advance(let target): self = .advance(to: target)
    case .run: self = .run
    case .step: self = .step
    }
  }
}
