extension TestStore where Action: BindableAction, Action.State == State {
  /// The store as what its properties are bound through, to test what a view is given: `store.bindings.query` is a
  /// ``StoreBinding``.
  ///
  /// It reads what was asserted so far. Writing sends the action that sets the property, and asserts that this
  /// property changes and nothing else; where more is to change, send the action: `await store.send(.set(\.query, ""))`.
  @MainActor
  public var bindings: StoreBindings<State, Action> {
    StoreBindings(state: { self.state }, send: { change, _ in self.set(change) })
  }

  private func set(_ change: BindingAction<State>) {
    var expected = state
    change(&expected)
    let isChange = !areEqual(expected, state)
    process(.binding(change), expecting: isChange ? { change(&$0) } : nil, at: site)
  }
}
