/// The action that an effect goes back to.
struct EffectOrigin: Sendable {
  /// The number of the moment in which the action was processed.
  var moment = 0
  /// The action; `nil` for effects that go back to none.
  var action: ErasedAction?
}
