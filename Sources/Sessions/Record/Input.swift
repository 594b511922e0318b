/// An input from a session's user. Inputs are all that is needed to replay a session.
public enum Input<Action> {
  /// An action was sent.
  case send(Action)
  /// An action of a recording was reduced as it was then: with the values that its reducer drew, and without starting
  /// effects, whose actions the recording contains.
  indirect case replay(Action, drawing: DrawnValues, isOfEffect: Bool)
  /// The clock was moved to a virtual time since the start.
  case advance(to: Duration)
  /// The clock was advanced until nothing was in flight.
  case run
  /// The clock was advanced until exactly one action had been delivered.
  case step
  /// The clock was advanced to the next deadline, and one of the effects due then continued before the others, by its
  /// position among them.
  case resume(Int)
  /// A dependency was told what to answer.
  indirect case answer(DependencyAnswer)
}

extension Input: Sendable where Action: Sendable {}

extension Input {
  /// Types an input of an engine, which does not know the action type.
  init(_ erased: Input<ErasedAction>) {
    switch erased {
    case .send(let action): self = .send(action.unboxed(as: Action.self))
    case .replay(let action, let drawn, let isOfEffect):
      self = .replay(action.unboxed(as: Action.self), drawing: drawn, isOfEffect: isOfEffect)
    case .advance(let target): self = .advance(to: target)
    case .run: self = .run
    case .step: self = .step
    case .resume(let position): self = .resume(position)
    case .answer(let answer): self = .answer(answer)
    }
  }
}
