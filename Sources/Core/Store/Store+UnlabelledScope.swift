// The same scopes without the first label: `store.scope(\.profile, action: \.profile)`.

extension Store {
  /// A store for part of the feature: the same object each time while it is in use.
  ///
  /// - Parameters:
  ///   - state: The key path to the part's state.
  ///   - action: The case that carries the part's actions.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> { scope(state: state, action: action) }

  /// A store for an optional part of the feature.
  ///
  /// - Parameters:
  ///   - state: The key path to the part's state.
  ///   - action: The case that carries the part's actions.
  /// - Returns: The store, or `nil` while the part is absent.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? { scope(state: state, action: action) }

  /// The stores for a collection's elements, in order.
  ///
  /// - Parameters:
  ///   - state: The key path to the elements' states.
  ///   - action: The case that carries the elements' actions.
  /// - Complexity: O(1). Stores are created on demand.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> ElementStores<ID, ElementState, ElementAction> { scope(state: state, action: action) }

  /// The stores for the elements of a navigation stack, with the top of the stack last.
  ///
  /// - Parameters:
  ///   - state: The key path to the stack.
  ///   - action: The case that carries the stack's actions.
  /// - Complexity: O(1). Stores are created on demand.
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> ElementStores<StackElementID, ElementState, ElementAction> { scope(state: state, action: action) }
}
