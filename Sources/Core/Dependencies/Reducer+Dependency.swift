extension Reducer {
  /// Sets a dependency for this reducer, the reducers inside it and their effects.
  ///
  /// ```swift
  /// Feature().dependency(\.database, .mock)
  /// ```
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: BuiltReducer(self)) { $0.replace(keyPath, with: value) }
  }

  /// Sets a dependency, identified by its type, for this reducer, the reducers inside it and their effects.
  public func dependency<Key: TestDependencyKey>(_ value: Key) -> some Reducer<State, Action>
  where Key.Value == Key {
    DependencyReducer(base: BuiltReducer(self)) { $0[Key.self] = value }
  }

  /// Transforms a dependency for this reducer, the reducers inside it and their effects.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: BuiltReducer(self)) { transform(&$0[keyPath: keyPath]) }
  }
}

private struct DependencyReducer<State, Action>: Reducer, DependencyDeclaration {
  let base: BuiltReducer<State, Action>
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    values.whileCurrent { base.reduce(into: &state, action: action) }
  }

  var presentationFinder: PresentationFinder<State, Action>? {
    values.whileCurrent { base.presentationFinder }
  }

  var owned: DependencyValues? { nil }

  func read(by search: inout DeclaredDependencies) {
    values.whileCurrent { search.readParts(of: self) }
  }

  private var values: DependencyValues {
    var values = DependencyValues.current
    values.set(update)
    return values
  }
}
