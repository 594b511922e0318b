extension TestStore where Action: BindableAction, Action.State == State {
  /// Bindings for the store's properties, to test what a view is given: `store.bindings.query` is a ``StoreBinding``.
  ///
  /// A binding reads the asserted state. Setting it sends the action that sets the property, and asserts that only
  /// this property changes. If other changes are expected, send the action instead: `await store.send(.set(\.query,
  /// ""))`.
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
