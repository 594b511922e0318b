/// An engine with its state and reducer.
package final class Engine<State, Action>: EffectEngine {
  private(set) var state: State
  // Unchecked, like the context: every action reads or changes them, and code that changes them calls nothing
  // that reads them.
  /// The boxed state, if it was requested since the last change.
  @exclusivity(unchecked) private var box: ErasedBox?
  private let reducer: BuiltReducer<State, Action>
  /// The context of the reducer. A reducer is not part of an effect, even if an effect sent the action.
  @exclusivity(unchecked) private var context: TaskContext
  // Looking up the class takes longer than creating an instance.
  private let stateBox: TypedBox<State>.Type
  private let actionBox: TypedBox<Action>.Type

  /// Creates an engine with nothing in flight.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - effectCount: The number of effects started before, so that numbering continues.
  ///   - dependencies: The dependencies of the reducer and its effects.
  ///   - reducer: The feature.
  ///   - readiness: Notified, on any thread, when something becomes ready to be processed.
  @_semantics("optimize.no.crossmodule")
  package init(
    state: State,
    effectCount: Int = 0,
    dependencies: DependencyValues,
    reducer: any Reducer<State, Action>,
    readiness: Readiness? = nil
  ) {
    self.state = state
    context = TaskContext(dependencies)
    self.reducer = BuiltReducer(feature: reducer)
    stateBox = TypedBox.self
    actionBox = TypedBox.self
    super.init(effectCount: effectCount, readiness: readiness)
  }

  /// The dependencies of the reducer and its effects.
  var dependencies: DependencyValues {
    get { context.dependencies }
    set { context = TaskContext(newValue) }
  }

  package override func restart(state: ErasedBox, effectCount: Int) {
    self.state = state.unboxed(as: State.self)
    box = state
    restart(effectCount: effectCount)
  }

  /// Boxes an action.
  func erased(_ action: Action) -> ErasedAction { actionBox.init(action) }

  package override func boxed(_ action: Any) -> ErasedAction {
    guard let action = unboxed(action, as: Action.self) ?? (action as? Action) else {
      preconditionFailure("A \(type(of: action)) was sent to a feature whose actions are \(Action.self).")
    }
    return erased(action)
  }

  package override func boxed(state: Any) -> ErasedBox {
    guard let state = unboxed(state, as: State.self) ?? (state as? State) else {
      preconditionFailure("A \(type(of: state)) was used as a state of type \(State.self).")
    }
    return stateBox.init(state)
  }

  package override func presentations(in state: ErasedBox) -> [Presentation<ErasedAction>] {
    dependencies.whileCurrent {
      reducer.presentations(in: state.unboxed(as: State.self)).map { $0.embedded(at: "") { TypedBox($0) } }
    }
  }

  package override var boxedState: ErasedBox {
    if let box { return box }
    let box = stateBox.init(state)
    self.box = box
    return box
  }

  override func reduce(_ action: ErasedAction) -> EffectOperation {
    box = nil
    return context.whileCurrent {
      StateObservation.suspended {
        reducer.reduce(into: &state, action: action.unboxed(as: Action.self)).operation
      }
    }
  }

  package override func replay(_ action: ErasedAction, drawing values: DrawnValues) {
    let own = dependencies
    defer { dependencies = own }
    values.supply(&dependencies)
    _ = reduce(action)
  }

  override func text(of action: ErasedAction) -> String {
    indentedDump(of: action.unboxed(as: Action.self), by: 2)
  }
}
