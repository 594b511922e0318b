/// An engine together with what it runs: a state and a reducer.
final class Engine<State, Action>: EffectEngine {
  private(set) var state: State
  /// The state in a box, if someone has asked for it since it was changed last.
  private var box: ErasedBox?
  let reducer: any Reducer<State, Action>
  /// What holds while the reducer runs and in its effects.
  var dependencies: DependencyValues
  // To look a class up takes longer than to make an object of it.
  private let stateBox: TypedBox<State>.Type
  private let actionBox: TypedBox<Action>.Type

  /// Creates an engine in which nothing is in flight.
  ///
  /// - Parameters:
  ///   - state: The state to start with.
  ///   - effectCount: How many effects were started before, so that numbers go on where they were.
  ///   - dependencies: What holds while the reducer runs and in its effects.
  ///   - reducer: The feature.
  ///   - readiness: Told, on any thread, when something has become ready to be processed.
  init(
    state: State,
    effectCount: Int = 0,
    dependencies: DependencyValues,
    reducer: any Reducer<State, Action>,
    readiness: Readiness? = nil
  ) {
    self.state = state
    self.dependencies = dependencies
    self.reducer = built(reducer)
    stateBox = TypedBox.self
    actionBox = TypedBox.self
    super.init(effectCount: effectCount, readiness: readiness)
  }

  /// Puts an action from outside in front of all that waits.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the change it makes is to be animated.
  ///   - group: What the effects that follow are to be counted with.
  func receive(_ action: Action, animation: Animation? = nil, group: EffectGroup? = nil) {
    receive(boxed(action), animation: animation, group: group)
  }

  /// Puts an action from outside behind all that waits.
  func enqueue(_ action: Action, animation: Animation? = nil, group: EffectGroup? = nil) {
    enqueue(boxed(action), animation: animation, group: group)
  }

  /// An action in a box.
  func boxed(_ action: Action) -> ErasedAction { actionBox.init(action) }

  override var boxedState: ErasedBox {
    if let box { return box }
    let box = stateBox.init(state)
    self.box = box
    return box
  }

  override func reduce(_ action: ErasedAction) -> EffectOperation {
    box = nil
    // A reducer is no part of an effect, whoever sends.
    return TaskSurroundings.$current.withValue(TaskSurroundings(dependencies: dependencies)) {
      StateObservation.suspended {
        reducer.reduce(into: &state, action: action.unboxed(as: Action.self)).operation
      }
    }
  }
}

private func built<State, Action>(_ reducer: some Reducer<State, Action>) -> any Reducer<State, Action> {
  BuiltReducer(feature: reducer)
}
