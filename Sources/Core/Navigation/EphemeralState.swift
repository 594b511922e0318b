/// State that is shown until any of its actions answers it, such as an alert: no reducer runs on it, and it becomes
/// `nil` once the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// What answers it.
  associatedtype Action
}

/// Whether a state, or the payload of its current case, is ephemeral.
func isEphemeral(_ state: some Any) -> Bool {
  if state is any _EphemeralState { return true }
  return CurrentCase(state)?.payload is any _EphemeralState
}
