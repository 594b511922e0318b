import Observation

/// Runs a feature: holds its state, processes actions and runs effects.
///
/// ```swift
/// let store = Store(initialState: Todos.State()) {
///   Todos()
/// } withDependencies: {
///   $0.uuid = .incrementing
/// }
/// store.send(.addTodoButtonTapped)
/// ```
///
/// A store lives on the main actor. `send` processes the action, and any actions that effects send synchronously,
/// before it returns, so observers see only the final state. Effects run on the main actor in the order in which they
/// become ready, without blocking it while they await work elsewhere. Releasing the store cancels its effects; those
/// that have not begun still start, already cancelled.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  let core: any StoreCore<State, Action>
  private var children: [ChildKey: WeakReference] = [:]

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Sets the feature's dependencies.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    var dependencies = DependencyValues.current.withDefaultsOfThisPlace().withStackElementIDs()
    if let prepareDependencies { dependencies.set(prepareDependencies) }
    let (state, reducer) = dependencies.whileCurrent { (initialState(), reducer()) }
    self.init(core: RootCore(state: state, dependencies: dependencies, reducer: reducer))
  }

  init(core: any StoreCore<State, Action>) {
    self.core = core
  }

  /// The state. Reading it within `withObservationTracking` or ``observe(isolation:_:)`` observes it.
  public var state: State { core.state }

  /// Reads a property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Calls a function with the state without observing it.
  public func withState<R>(_ body: (_ state: State) -> R) -> R {
    StateObservation.suspended { body(core.unobservedState) }
  }

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How to animate the resulting change.
  /// - Returns: A handle for the effects that the action started.
  @discardableResult
  public func send(
    _ action: Action,
    animation: Animation? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    core.send(
      action,
      animation: animation,
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// The child store for a key, created if necessary. A child store is the same object while it is in use.
  ///
  /// - Parameters:
  ///   - initial: The child's current state.
  ///   - toState: Reads the child's state from this store's; `nil` while the child is absent.
  ///   - action: The case that carries the child's actions.
  func child<ChildState, ChildAction>(
    _ key: ChildKey,
    initial: @autoclosure () -> ChildState,
    toState: @escaping (State) -> ChildState?,
    action: @autoclosure () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    typealias Child = Store<ChildState, ChildAction>
    if let child = children[key]?.object as? Child { return child }
    let child = Child(
      core: ScopedCore(
        parent: self,
        key: key,
        initial: initial(),
        toState: toState,
        embed: action().embed
      )
    )
    children[key] = WeakReference(object: child)
    return child
  }

  /// Removes a released child store from the table.
  func forgetChild(_ key: ChildKey) {
    // A store released on another thread is removed later, when its key may belong to a new store.
    if let child = children[key], child.object == nil { children[key] = nil }
  }

  /// Identifies a child store by the places of its state and actions, and by its element.
  struct ChildKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
    var element: AnyHashable?
  }
}

/// A store for a feature: `StoreOf<Todos>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Identifiable {}

extension Store: Equatable {
  nonisolated public static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }
}

extension Store: Hashable {
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct WeakReference {
  weak var object: AnyObject?
}
