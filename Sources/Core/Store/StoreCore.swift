/// The implementation behind a store: its own engine, or part of another store.
@MainActor
class StoreCore<State, Action> {
  /// The state, observed.
  var state: State { preconditionFailure("Subclasses must override 'state'.") }

  /// The state, not observed.
  var unobservedState: State { preconditionFailure("Subclasses must override 'unobservedState'.") }

  func send(_ action: Action, animation: Animation?, at site: SourceSite) -> StoreTask {
    preconditionFailure("Subclasses must override 'send'.")
  }

  /// Calls a function after the state may have changed.
  ///
  /// - Returns: A handle; releasing it ends the calls.
  func subscribe(_ listener: @escaping @MainActor () -> Void) -> AnyCancellable {
    preconditionFailure("Subclasses must override 'subscribe'.")
  }
}

/// The core of a store for part of another.
@MainActor
final class ScopedCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: Store<ParentState, ParentAction>
  private let key: Store<ParentState, ParentAction>.ChildKey
  private let toState: (ParentState) -> State?
  private let embed: (Action) -> ParentAction
  /// The last state that was present: a store may outlive the part it was created for.
  private var last: State

  init(
    parent: Store<ParentState, ParentAction>,
    key: Store<ParentState, ParentAction>.ChildKey,
    initial: State,
    toState: @escaping (ParentState) -> State?,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.key = key
    self.toState = toState
    self.embed = embed
    last = initial
  }

  isolated deinit {
    parent.forgetChild(key)
  }

  override func subscribe(_ listener: @escaping @MainActor () -> Void) -> AnyCancellable {
    parent.core.subscribe(listener)
  }

  override var state: State { remember(toState(parent.core.state)) }

  override var unobservedState: State { remember(toState(parent.core.unobservedState)) }

  private func remember(_ state: State?) -> State {
    if let state { last = state }
    return last
  }

  override func send(_ action: Action, animation: Animation?, at site: SourceSite) -> StoreTask {
    parent.core.send(embed(action), animation: animation, at: site)
  }
}
