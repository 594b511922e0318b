/// The action that caused an effect.
struct EffectOrigin: Sendable {
  /// The number of the moment in which the action was processed.
  var moment = 0
  /// The action; `nil` if no action did.
  var action: ErasedAction?
}
