/// An action of a type that the runtime does not know: between a send and the reducer nobody looks into it.
typealias ErasedAction = ErasedBox

/// What becomes of the actions of an effect on their way through the features around it.
struct ActionTransform: Sendable {
  private let transform: @Sendable (ErasedAction, Animation?) -> (ErasedAction, Animation?)

  init(_ transform: @escaping @Sendable (ErasedAction, Animation?) -> (ErasedAction, Animation?)) {
    self.transform = transform
  }

  func callAsFunction(_ action: ErasedAction, _ animation: Animation?) -> (ErasedAction, Animation?) {
    transform(action, animation)
  }

  /// This transform and then the one of a feature further out.
  func followed(by outer: ActionTransform?) -> ActionTransform {
    guard let outer else { return self }
    return ActionTransform { [transform] action, animation in
      let (action, animation) = transform(action, animation)
      return outer(action, animation)
    }
  }
}
