extension Store {
  /// A store of a part of the feature: the same object each time, for as long as it is used.
  ///
  /// - Parameters:
  ///   - state: Where the part's state is.
  ///   - action: The case of the action that carries the part's actions.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    child(
      ChildKey(state: state, action: action),
      initial: core.unobservedState[keyPath: state],
      toState: { $0[keyPath: state] },
      action: AnyCasePath(action)
    )
  }

  /// A store of a part of the feature that may not be there.
  ///
  /// - Parameters:
  ///   - state: Where the part's state is.
  ///   - action: The case of the action that carries the part's actions.
  /// - Returns: The store, `nil` while the part is not there.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    guard let initial = core.state[keyPath: state] else { return nil }
    return child(
      ChildKey(state: state, action: action),
      initial: initial,
      toState: { $0[keyPath: state] },
      action: AnyCasePath(action)
    )
  }

  /// The stores of the elements of a collection, in its order.
  ///
  /// - Parameters:
  ///   - state: Where the elements' states are.
  ///   - action: The case of the action that carries the elements' actions.
  /// - Complexity: O(1). Stores are made as they are asked for.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> ElementStores<State, Action, ID, ElementState, ElementAction> {
    ElementStores(
      parent: self,
      elements: core.state[keyPath: state],
      state: state,
      action: action
    )
  }

  func elementStore<ID: Hashable & Sendable, ElementState, ElementAction>(
    id: ID,
    initial: ElementState,
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Store<ElementState, ElementAction> {
    child(
      ChildKey(state: state, action: action, element: AnyHashable(id)),
      initial: initial,
      toState: { $0[keyPath: state][id: id] },
      action: AnyCasePath(action).appending(path: IdentifiedAction.allCasePaths[id: id])
    )
  }
}

/// The stores of the elements of a collection; see `Store.scope(state:action:)`.
@MainActor
public struct ElementStores<State, Action, ID: Hashable & Sendable, ElementState, ElementAction> {
  let parent: Store<State, Action>
  let elements: IdentifiedArray<ID, ElementState>
  let state: KeyPath<State, IdentifiedArray<ID, ElementState>>
  let action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
}

extension ElementStores: @MainActor RandomAccessCollection {
  /// The position of the first store: 0.
  public var startIndex: Int { elements.startIndex }

  /// The number of stores.
  public var endIndex: Int { elements.endIndex }

  /// The store of the element at a position, made if nobody holds it.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  public subscript(position: Int) -> Store<ElementState, ElementAction> {
    parent.elementStore(
      id: elements.ids[position],
      initial: elements[position],
      state: state,
      action: action
    )
  }
}
