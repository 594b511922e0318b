extension Reducer {
  /// Prints each action that this reducer receives, with the changes it made.
  ///
  /// ```swift
  /// Todos()._printChanges()
  /// // received action:
  /// //   Todos.Action.sortCompletedTodos
  /// //   (No state changes)
  /// ```
  ///
  /// Output is synchronous and in order, in every build.
  ///
  /// - Parameter printer: What and where to print; `.customDump` prints the action and the difference between the
  ///   states, `.actionLabels` only the names of the action, and `nil` nothing.
  /// - Complexity: With `.customDump`, that of the difference, which depends on the part of the state that changed.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    let base = BuiltReducer(self)
    return Reduce(around: base) { state, action in
      guard let printer else { return base.reduce(into: &state, action: action) }
      let oldState = state
      let shared = SharedTracker()
      let effect = SharedScope.$recorder.withValue(shared) { base.reduce(into: &state, action: action) }
      SharedScope.comparing(SharedView(shared.originals), SharedView(shared.snapshot)) {
        printer.printChange(receivedAction: action, oldState: oldState, newState: state)
      }
      return effect
    }
  }
}
