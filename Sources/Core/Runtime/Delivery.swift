/// An action on its way to the reducer.
struct Delivery {
  let action: ErasedAction
  let animation: Animation?
  /// The effect that sent it; `nil` if it came from outside.
  let effect: RunningEffect?
  /// What its effects are counted with.
  var group: EffectGroup?
  /// Resumed once the action has been reduced and its effects have been started.
  var sender: UnsafeContinuation<Void, Never>?
}
