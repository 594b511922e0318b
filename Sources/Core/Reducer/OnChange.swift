extension Reducer {
  /// Runs further reducers when a value derived from the state has changed.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.settings.isSoundOn) { oldValue, newValue in
  ///     Reduce { state, action in .run { _ in await sounds.setOn(newValue) } }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Derives the value from the state.
  ///   - reducer: The reducers to run, given the old and the new value.
  public func onChange<Value: Equatable, R: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> R
  ) -> some Reducer<State, Action> {
    onChange(of: toValue, removeDuplicates: ==, reducer)
  }

  /// Runs further reducers when a value derived from the state has changed.
  ///
  /// - Parameters:
  ///   - toValue: Derives the value from the state.
  ///   - isDuplicate: Whether two values are considered equal.
  ///   - reducer: The reducers to run, given the old and the new value.
  public func onChange<Value, R: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> R
  ) -> some Reducer<State, Action> {
    reducing(of: toValue, removeDuplicates: isDuplicate) { oldValue, newValue, state, action in
      reducer(oldValue, newValue).reduce(into: &state, action: action)
    }
  }

  /// Runs an effect when a value derived from the state has changed.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.query) { oldQuery, state in .send(.search(state.query)) }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Derives the value from the state.
  ///   - change: Changes the state further, given the old value, and returns the effect.
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ change: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    reducing(of: toValue, removeDuplicates: ==) { oldValue, _, state, _ in change(oldValue, &state) }
  }

  private func reducing<Value>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    _ change: @escaping (_ old: Value, _ new: Value, _ state: inout State, _ action: Action) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    let base = BuiltReducer(self)
    return Reduce(around: base) { state, action in
      let oldValue = toValue(state)
      let effect = base.reduce(into: &state, action: action)
      let newValue = toValue(state)
      guard !isDuplicate(oldValue, newValue) else { return effect }
      return .merge(effect, change(oldValue, newValue, &state, action))
    }
  }
}
