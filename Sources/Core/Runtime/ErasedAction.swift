/// An action of a type that the runtime does not know: between a send and the reducer nobody looks into it.
typealias ErasedAction = ErasedBox

/// What becomes of the actions of an effect on their way through the features around it.
struct ActionTransform: Sendable {
  /// Which state the effect belongs to.
  let reach: StateReach
  private let transform: @Sendable (ErasedAction, Animation?) -> (ErasedAction, Animation?)

  init(
    in reach: StateReach,
    _ transform: @escaping @Sendable (ErasedAction, Animation?) -> (ErasedAction, Animation?)
  ) {
    self.reach = reach
    self.transform = transform
  }

  func callAsFunction(_ action: ErasedAction, _ animation: Animation?) -> (ErasedAction, Animation?) {
    transform(action, animation)
  }

  /// This transform and then the one of a feature further out.
  func followed(by outer: ActionTransform?) -> ActionTransform {
    guard let outer else { return self }
    return ActionTransform(in: reach) { [transform] action, animation in
      let (action, animation) = transform(action, animation)
      return outer(action, animation)
    }
  }
}
