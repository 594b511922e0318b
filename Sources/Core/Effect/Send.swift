/// What an effect is given to feed actions back into the system.
///
/// ```swift
/// return .run { send in
///   let user = try await api.fetchUser(id)
///   await send(.userResponse(user))
/// }
/// ```
///
/// `await send(…)` returns once the action has been reduced and the effects it caused have been started. An action
/// that a cancelled effect sends is dropped.
public struct Send<Action>: Sendable {
  private let context: EffectContext

  init(from context: EffectContext) {
    self.context = context
  }

  /// Sends an action from an effect.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - animation: How the change it makes is to be animated.
  public nonisolated(nonsending) func callAsFunction(_ action: Action, animation: Animation? = nil) async {
    guard !Task.isCancelled else { return }
    await context.send(TypedBox(action), animation: animation)
  }
}
