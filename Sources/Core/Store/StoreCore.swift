/// The implementation behind a store: its own engine, or part of another store.
@MainActor
protocol StoreCore<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state, observed.
  var state: State { get }

  /// The state, not observed.
  var unobservedState: State { get }

  func send(_ action: Action, animation: Animation?, at site: SourceSite) -> StoreTask

  /// Calls a function after the state may have changed.
  ///
  /// - Returns: A handle; releasing it ends the calls.
  func subscribe(_ listener: @escaping @MainActor () -> Void) -> AnyCancellable
}

/// The core of a store for part of another.
@MainActor
final class ScopedCore<ParentState, ParentAction, State, Action>: StoreCore {
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

  func subscribe(_ listener: @escaping @MainActor () -> Void) -> AnyCancellable {
    parent.core.subscribe(listener)
  }

  var state: State { remember(toState(parent.core.state)) }

  var unobservedState: State { remember(toState(parent.core.unobservedState)) }

  private func remember(_ state: State?) -> State {
    if let state { last = state }
    return last
  }

  func send(_ action: Action, animation: Animation?, at site: SourceSite) -> StoreTask {
    parent.core.send(embed(action), animation: animation, at: site)
  }
}
