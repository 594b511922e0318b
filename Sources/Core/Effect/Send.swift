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
  private let deliver: ErasedSend

  init(_ deliver: @escaping ErasedSend) {
    self.deliver = deliver
  }

  /// Sends an action from an effect.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - animation: How the change it makes is to be animated.
  public func callAsFunction(_ action: Action, animation: Animation? = nil) async {
    guard !Task.isCancelled else { return }
    await deliver(TypedBox(action), animation)
  }
}
