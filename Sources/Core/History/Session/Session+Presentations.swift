extension Session {
  /// The children that the feature presents at a moment, from the one behind all others to the one in front of them.
  ///
  /// They are found by the reducers that embed them: `ifLet(\.$child, …)` and `forEach(\.path, …)`.
  ///
  /// - Complexity: O(*k*) in the number of children that exist and could present something.
  public func presentations(at moment: Moment<State, Action>) -> [Presentation<Action>] {
    live.engine.dependencies.whileCurrent {
      moment.withState { live.engine.reducer.presentations(in: $0) }
    }
  }
}
