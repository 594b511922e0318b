extension Moment {
  /// Runs a closure in which the state, and every other state, is as of this moment: shared values have the values that
  /// they had then.
  ///
  /// A state that is kept refers to what is shared, so by itself it shows the values at the session's current moment.
  ///
  /// - Parameter body: Given the state.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withState<R>(_ body: (_ state: State) throws -> R) rethrows -> R {
    try SharedScope.$view.withValue(sharedView) { try body(state) }
  }

  var sharedView: SharedView { SharedView(record.shared) }
}

/// The difference of the states at two moments as text, or `nil` if there is none; see
/// ``diff(_:_:format:)-(T,_,_)``.
///
/// Shared values are compared as of each moment.
public func diff<State, Action>(
  _ old: Moment<State, Action>,
  _ new: Moment<State, Action>,
  format: DiffFormat = .default
) -> String? {
  SharedScope.comparing(old.sharedView, new.sharedView) { diff(old.state, new.state, format: format) }
}
