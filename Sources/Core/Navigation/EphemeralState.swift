/// State such as an alert, shown until one of its actions is sent. No reducer runs on it, and it becomes `nil` once
/// the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// The actions that dismiss it.
  associatedtype Action
}

/// Whether a state, or the payload of its current case, is ephemeral, and an action is one of those that dismiss it.
///
/// An action of another child of the same parent does not dismiss it: a sheet's timer may fire while an alert is shown.
func isEphemeral(_ state: some Any, dismissedBy action: some Any) -> Bool {
  func isAction<State: _EphemeralState>(_ action: Any, of _: State) -> Bool { action is State.Action }
  if let state = state as? any _EphemeralState { return isAction(action, of: state) }
  guard let state = CurrentCase(state)?.payload as? any _EphemeralState else { return false }
  let payload = CurrentCase(action).map(\.payload) ?? Mirror(reflecting: action).children.first?.value
  return payload.map { isAction($0, of: state) } ?? false
}
