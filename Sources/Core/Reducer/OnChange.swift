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
    let base = BuiltReducer(self)
    return Reduce(around: base) { state, action in
      let oldValue = toValue(state)
      let effect = base.reduce(into: &state, action: action)
      let newValue = toValue(state)
      guard !isDuplicate(oldValue, newValue) else { return effect }
      return .merge(effect, reducer(oldValue, newValue).reduce(into: &state, action: action))
    }
  }
}
