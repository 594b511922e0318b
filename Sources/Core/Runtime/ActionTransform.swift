/// An action of a type unknown to the runtime, opaque between `send` and the reducer.
package typealias ErasedAction = ErasedBox

/// Transforms the actions of an effect on their way through the enclosing features.
struct ActionTransform: Sendable {
  /// The part of the enclosing feature's state that a ``Scope`` embeds the effect's feature in; `nil` for the same state.
  var part: HashedKeyPath?
  let apply: @Sendable (ErasedAction, Animation?) -> (ErasedAction, Animation?)

  /// This transform followed by that of an enclosing feature.
  func followed(by outer: ActionTransform?) -> ActionTransform {
    guard let outer else { return self }
    return ActionTransform(part: part) { [apply] action, animation in
      let (action, animation) = apply(action, animation)
      return outer.apply(action, animation)
    }
  }
}
