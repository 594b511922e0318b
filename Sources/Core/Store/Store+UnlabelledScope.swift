// The scopes again, without the first label: `store.scope(\.profile, action: \.profile)`.

extension Store {
  /// A store of a part of the feature: the same object each time, for as long as it is used.
  ///
  /// - Parameters:
  ///   - state: Where the part's state is.
  ///   - action: The case of the action that carries the part's actions.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> { scope(state: state, action: action) }

  /// A store of a part of the feature that may not be there.
  ///
  /// - Parameters:
  ///   - state: Where the part's state is.
  ///   - action: The case of the action that carries the part's actions.
  /// - Returns: The store, `nil` while the part is not there.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? { scope(state: state, action: action) }

  /// The stores of the elements of a collection, in its order.
  ///
  /// - Parameters:
  ///   - state: Where the elements' states are.
  ///   - action: The case of the action that carries the elements' actions.
  /// - Complexity: O(1). Stores are made as they are asked for.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> ElementStores<ID, ElementState, ElementAction> { scope(state: state, action: action) }

  /// The stores of the elements of a navigation stack, the one on top last.
  ///
  /// - Parameters:
  ///   - state: Where the stack is.
  ///   - action: The case of the action that carries the stack's actions.
  /// - Complexity: O(1). Stores are made as they are asked for.
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> ElementStores<StackElementID, ElementState, ElementAction> { scope(state: state, action: action) }
}
