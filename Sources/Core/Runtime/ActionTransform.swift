/// An action of a type unknown to the runtime, opaque between `send` and the reducer.
typealias ErasedAction = ErasedBox

/// Transforms the actions of an effect on their way through the enclosing features.
struct ActionTransform: Sendable {
  /// The part of the enclosing feature's state that a ``Scope`` embeds the effect's feature in; `nil` for the same state.
  var part: HashedKeyPath?
  let transform: @Sendable (ErasedAction, Animation?) -> (ErasedAction, Animation?)

  func callAsFunction(_ action: ErasedAction, _ animation: Animation?) -> (ErasedAction, Animation?) {
    transform(action, animation)
  }

  /// This transform followed by that of an enclosing feature.
  func followed(by outer: ActionTransform?) -> ActionTransform {
    guard let outer else { return self }
    return ActionTransform(part: part) { [transform] action, animation in
      let (action, animation) = transform(action, animation)
      return outer(action, animation)
    }
  }
}
