/// Sends actions from an effect back into the system.
///
/// ```swift
/// return .run { send in
///   let user = try await api.fetchUser(id)
///   await send(.userResponse(user))
/// }
/// ```
///
/// `await send(…)` returns once the action has been reduced and the effects it returned have been started. Actions
/// sent by a cancelled effect are dropped.
public struct Send<Action>: Sendable {
  private let context: EffectContext

  init(from context: EffectContext) {
    self.context = context
  }

  /// Sends an action from an effect.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - animation: How to animate the resulting change.
  public nonisolated(nonsending) func callAsFunction(_ action: Action, animation: Animation? = nil) async {
    guard !Task.isCancelled else { return }
    await context.send(TypedBox(action), animation: animation)
  }
}
