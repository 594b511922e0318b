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

  /// The stores of the elements of a navigation stack, the one on top last.
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
  ///   - state: Where the stack is.
  ///   - action: The case of the action that carries the stack's actions.
  /// - Complexity: O(1). Stores are made as they are asked for.
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

/// The stores of the elements of a collection or of a navigation stack; see `Store.scope(state:action:)`.
@MainActor
public struct ElementStores<ID: Hashable & Sendable, ElementState, ElementAction> {
  /// The number of stores.
  public let count: Int
  fileprivate let id: (Int) -> ID
  fileprivate let index: (ID) -> Int?
  fileprivate let makeStore: @MainActor (Int) -> Store<ElementState, ElementAction>

  fileprivate init(
    count: Int,
    id: @escaping (Int) -> ID,
    index: @escaping (ID) -> Int?,
    makeStore: @escaping @MainActor (Int) -> Store<ElementState, ElementAction>
  ) {
    self.count = count
    self.id = id
    self.index = index
    self.makeStore = makeStore
  }

  /// The ids of the elements, in their order.
  public var ids: some RandomAccessCollection<ID> { (0..<count).lazy.map(id) }

  /// The store of the element with an id, or `nil` if there is none.
  public subscript(id id: ID) -> Store<ElementState, ElementAction>? { index(id).map { self[$0] } }
}

extension ElementStores: @MainActor RandomAccessCollection {
  /// The position of the first store: 0.
  public var startIndex: Int { 0 }

  /// The position behind the last store.
  public var endIndex: Int { count }

  /// The store of the element at a position, made if there is none in use.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  public subscript(position: Int) -> Store<ElementState, ElementAction> { makeStore(position) }
}
