extension Store {
  /// A store for part of the feature: the same object each time while it is in use.
  ///
  /// - Parameters:
  ///   - state: The key path to the part's state.
  ///   - action: The case that carries the part's actions.
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

  /// A store for an optional part of the feature.
  ///
  /// - Parameters:
  ///   - state: The key path to the part's state.
  ///   - action: The case that carries the part's actions.
  /// - Returns: The store, or `nil` while the part is absent.
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

  /// The stores for a collection's elements, in order.
  ///
  /// - Parameters:
  ///   - state: The key path to the elements' states.
  ///   - action: The case that carries the elements' actions.
  /// - Complexity: O(1). Stores are created on demand.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> ElementStores<ID, ElementState, ElementAction> {
    let elements = core.state[keyPath: state]
    return ElementStores(count: elements.count, id: { elements.ids[$0] }, index: elements.index(id:)) {
      [self] position in
      let id = elements.ids[position]
      return child(
        ChildKey(state: state, action: action, element: AnyHashable(id)),
        initial: elements[position],
        toState: { $0[keyPath: state][id: id] },
        action: AnyCasePath(action).appending(path: IdentifiedAction.allCasePaths[id: id])
      )
    }
  }

  /// The stores for the elements of a navigation stack, with the top of the stack last.
  ///
  /// ```swift
  /// for store in store.scope(state: \.path, action: \.path) {
  ///   switch store.case {
  ///   case .detail(let store): …
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path to the stack.
  ///   - action: The case that carries the stack's actions.
  /// - Complexity: O(1). Stores are created on demand.
  public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> ElementStores<StackElementID, ElementState, ElementAction> {
    let elements = core.state[keyPath: state]
    return ElementStores(count: elements.count, id: { elements.ids[$0] }, index: elements.ids.firstIndex(of:))
    {
      [self] position in
      let id = elements.ids[position]
      return child(
        ChildKey(state: state, action: action, element: AnyHashable(id)),
        initial: elements[position],
        toState: { $0[keyPath: state][id: id] },
        action: AnyCasePath(action).appending(path: StackAction.allCasePaths[id: id])
      )
    }
  }
}

/// The stores for the elements of a collection or of a navigation stack; see `Store.scope(state:action:)`.
@MainActor
public struct ElementStores<ID: Hashable & Sendable, ElementState, ElementAction> {
  /// The number of stores.
  public let count: Int
  fileprivate let id: (Int) -> ID
  fileprivate let index: (ID) -> Int?
  fileprivate let makeStore: @MainActor (Int) -> Store<ElementState, ElementAction>

  /// The ids of the elements, in order.
  public var ids: some RandomAccessCollection<ID> { (0..<count).lazy.map(id) }

  /// The store for the element with an id, or `nil` if there is no such element.
  public subscript(id id: ID) -> Store<ElementState, ElementAction>? { index(id).map { self[$0] } }
}

extension ElementStores: @MainActor RandomAccessCollection {
  /// The position of the first store: 0.
  public var startIndex: Int { 0 }

  /// The position after the last store.
  public var endIndex: Int { count }

  /// The store for the element at a position, created unless it is already in use.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  public subscript(position: Int) -> Store<ElementState, ElementAction> { makeStore(position) }
}
