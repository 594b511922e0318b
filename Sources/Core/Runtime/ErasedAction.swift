/// An action of a type that the runtime does not know.
///
/// Between a send and the reducer nobody looks into an action. Generic code would look type metadata up at each step
/// of that way, which costs more than the step itself; so the runtime is compiled once, for boxes.
class ErasedAction: @unchecked Sendable {
  // Unchecked: a box is filled when it is made. The action inside is handed on by one thread to the other, as it is to
  // the effect that sends it.
  fileprivate init() {}

  /// The action.
  ///
  /// - Precondition: The box was filled with an action of this type.
  final func unboxed<Action>(as _: Action.Type) -> Action {
    unsafeDowncast(self, to: ActionBox<Action>.self).action
  }
}

/// An action in a box.
final class ActionBox<Action>: ErasedAction, @unchecked Sendable {
  fileprivate let action: Action

  init(_ action: Action) {
    self.action = action
    super.init()
  }
}

/// Feeds an action back into the system.
typealias ErasedSend = @Sendable (ErasedAction, Animation?) async -> Void

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
