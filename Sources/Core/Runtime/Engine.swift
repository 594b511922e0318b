/// An engine together with what it runs: a state and a reducer.
final class Engine<State, Action>: EffectEngine {
  private(set) var state: State
  let reducer: any Reducer<State, Action>
  /// What holds while the reducer runs and in its effects.
  var dependencies: DependencyValues

  /// Creates an engine in which nothing is in flight.
  ///
  /// - Parameters:
  ///   - state: The state to start with.
  ///   - effectCount: How many effects were started before, so that numbers go on where they were.
  ///   - dependencies: What holds while the reducer runs and in its effects.
  ///   - reducer: The feature.
  ///   - wake: Called, on any thread, when something has become ready to be processed.
  init(
    state: State,
    effectCount: Int = 0,
    dependencies: DependencyValues,
    reducer: any Reducer<State, Action>,
    wake: (@Sendable () -> Void)? = nil
  ) {
    self.state = state
    self.dependencies = dependencies
    self.reducer = built(reducer)
    super.init(effectCount: effectCount, wake: wake)
  }

  /// Puts an action from outside in front of all that waits.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the change it makes is to be animated.
  ///   - group: What the effects that follow are to be counted with.
  func receive(_ action: Action, animation: Animation? = nil, group: EffectGroup? = nil) {
    receive(TypedBox(action), animation: animation, group: group)
  }

  /// Puts an action from outside behind all that waits.
  func enqueue(_ action: Action, animation: Animation? = nil, group: EffectGroup? = nil) {
    enqueue(TypedBox(action), animation: animation, group: group)
  }

  override func reduce(_ action: ErasedAction) -> EffectOperation {
    DependencyValues.$current.withValue(dependencies) {
      StateObservation.suspended {
        reducer.reduce(into: &state, action: action.unboxed(as: Action.self)).operation
      }
    }
  }
}

private func built<State, Action>(_ reducer: some Reducer<State, Action>) -> any Reducer<State, Action> {
  BuiltReducer(reducer)
}
