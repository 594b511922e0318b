/// State such as an alert, shown until one of its actions is sent. No reducer runs on it, and it becomes `nil` once
/// the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// The actions that dismiss it.
  associatedtype Action
}

/// Whether a state, or the payload of its current case, is ephemeral.
func isEphemeral(_ state: some Any) -> Bool {
  if state is any _EphemeralState { return true }
  return CurrentCase(state)?.payload is any _EphemeralState
}
