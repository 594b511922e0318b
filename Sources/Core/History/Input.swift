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
  /// The same input, to an engine that does not know the type of the actions.
  var erased: Input<ErasedAction> {
    switch self {
    case .send(let action): .send(ActionBox(action))
    case .advance(let target): .advance(to: target)
    case .run: .run
    case .step: .step
    }
  }
}
