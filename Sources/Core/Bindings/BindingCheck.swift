/// Determines whether a `BindingReducer` has handled the binding action that a feature is processing.
///
/// A feature opens a check around its reducers, and a `BindingReducer` at any depth among them marks it as handled.
enum BindingCheck {
  /// Whether a `BindingReducer` runs within the closure.
  static func isHandled(by run: () -> Void) -> Bool {
    var isHandled = false
    ThreadSlot.bindingCheck.whilePointing(to: &isHandled, run)
    return isHandled
  }

  /// Marks the binding action as handled by a `BindingReducer`.
  static func noteHandled() {
    ThreadSlot.bindingCheck.pointer?.assumingMemoryBound(to: Bool.self).pointee = true
  }
}

/// Finds binding actions among a feature's actions, and reports those that no `BindingReducer` handles.
@usableFromInline
class BindingFinder<Action>: @unchecked Sendable {
  // Unchecked: stateless.
  fileprivate init() {}

  /// The finder for an action type; `nil` if the type is not bindable.
  static func make() -> BindingFinder? {
    func make<Bindable: BindableAction>(_: Bindable.Type) -> AnyObject { BindableFinder<Bindable>() }
    return (Action.self as? any BindableAction.Type).flatMap { make($0) as? BindingFinder }
  }

  /// Runs a feature's reducers on an action, and reports a binding action that they do not handle, if there is a finder.
  @inline(__always)
  static func check(
    _ action: Action,
    with finder: BindingFinder?,
    _ run: () -> Effect<Action>
  ) -> Effect<Action> {
    guard let finder else { return run() }
    return finder.check(action, run)
  }

  fileprivate func check(_: Action, _ run: () -> Effect<Action>) -> Effect<Action> { run() }
}

private final class BindableFinder<Action: BindableAction>: BindingFinder<Action>, @unchecked Sendable {
  override fileprivate func check(_ action: Action, _ run: () -> Effect<Action>) -> Effect<Action> {
    guard let binding = action.binding else { return run() }
    var effect = Effect<Action>.none
    if !BindingCheck.isHandled(by: { effect = run() }) { report(binding) }
    return effect
  }

  private func report(_ binding: BindingAction<Action.State>) {
    let message = """
      A binding action was not handled: nothing changed the state.

        Action: \(dumpTypeName(Action.self)).binding(\(binding))

      Add "BindingReducer()" to the "body" of the feature.
      """
    if let site = binding.site { site.reportIssue(message) } else { reportIssue(message) }
  }
}
