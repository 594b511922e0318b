extension Store {
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
  ) -> StackStores<State, Action, ElementState, ElementAction> {
    StackStores(parent: self, elements: core.state[keyPath: state], state: state, action: action)
  }

  func elementStore<ElementState, ElementAction>(
    id: StackElementID,
    initial: ElementState,
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Store<ElementState, ElementAction> {
    child(
      ChildKey(state: state, action: action, element: AnyHashable(id)),
      initial: initial,
      toState: { $0[keyPath: state][id: id] },
      action: AnyCasePath(action).appending(path: StackAction.allCasePaths[id: id])
    )
  }
}

/// The stores of the elements of a navigation stack; see `Store.scope(state:action:)`.
@MainActor
public struct StackStores<State, Action, ElementState, ElementAction> {
  let parent: Store<State, Action>
  let elements: StackState<ElementState>
  let state: KeyPath<State, StackState<ElementState>>
  let action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>

  /// The ids of the elements, the one on top last.
  public var ids: StackState<ElementState>.IDs { elements.ids }

  /// The store of the element with an id, or `nil` if it is not on the stack.
  public subscript(id id: StackElementID) -> Store<ElementState, ElementAction>? {
    ids.firstIndex(of: id).map { self[$0] }
  }
}

extension StackStores: @MainActor RandomAccessCollection {
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
