extension Reducer {
  /// Embeds a child feature that runs on each element of a collection.
  ///
  /// The child reduces first, then this reducer: so an element has handled its action before the parent can remove
  /// it. When an element leaves the collection, its effects are cancelled; one that is replaced under the same id, or
  /// removed and put back within one action, keeps them.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.todos, action: \.todos) { Todo() }
  /// ```
  ///
  /// An action for an element that is not there is reported as an issue. The collection is left alone, and this
  /// reducer still runs.
  ///
  /// - Parameters:
  ///   - toElementsState: Where the elements' states are.
  ///   - toElementAction: The case of the action that carries the elements' actions.
  ///   - element: The reducers of an element.
  /// - Complexity: What is added to the two reducers is O(log *n*) in the number of elements, and O(*k* log *n*) in
  ///   the number of elements that come or go.
  public func forEach<
    ElementState,
    ElementAction,
    ID: Hashable & Sendable,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ForEachReducer(
      parent: self,
      toElementsState: toElementsState,
      toElementAction: AnyCasePath(toElementAction),
      element: element(),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

private struct ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  let parent: Parent
  let toElementsState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let element: Element
  let site: SourceSite

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let before = state[keyPath: toElementsState]
    let elementEffect = reduceElement(of: &state, action: action)
    let parentEffect = parent.reduce(into: &state, action: action)
    let removed = state[keyPath: toElementsState].removedIDs(since: before)
    guard !removed.isEmpty else { return .merge(elementEffect, parentEffect) }
    let cancellations = removed.map { Effect<Parent.Action>(.cancelScope(scope(of: $0))) }
    return .merge([elementEffect, parentEffect] + cancellations)
  }

  private func reduceElement(of state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    guard case .element(let id, let elementAction)? = toElementAction.extract(from: action) else {
      return .none
    }
    guard state[keyPath: toElementsState].contains(id: id) else {
      reportMissingElement(id, action: action)
      return .none
    }
    let effect = reduceInPlace(&state[keyPath: toElementsState][id: id], action: elementAction)
    guard !effect.isNone else { return .none }
    return Effect(
      .scoped(
        effect.map { [embed = toElementAction.embed] in embed(.element(id: id, action: $0)) },
        scope(of: id)
      )
    )
  }

  private func reduceInPlace(_ state: inout Element.State?, action: Element.Action) -> Effect<Element.Action>
  {
    guard state != nil else { return .none }
    return element.reduce(into: &state!, action: action)
  }

  private func scope(of id: ID) -> ScopeID {
    ScopeID(ElementScope(collection: toElementsState, id: id))
  }

  private func reportMissingElement(_ id: ID, action: Parent.Action) {
    site.reportIssue(
      """
      A "forEach" at "\(site.fileID):\(site.line)" received an action for a missing element.

        Action:
          \(action)

      This can happen when:

      • A parent reducer removed the element before this reducer ran. Let element reducers run before the parent's own \
      logic, as "forEach" does by itself.

      • An effect in flight sent an action after its element was removed. Effects of a removed element are cancelled, \
      so this one was started for another part of the feature.

      • An action was sent for an id that is not in the collection. Check that the element exists before sending.
      """
    )
  }
}

/// The scope of an element: the ids of two collections of one feature may overlap.
private struct ElementScope<Root, ID: Hashable & Sendable, Elements>: Hashable, @unchecked Sendable {
  // Unchecked: a key path without captured indices is an immutable object.
  let collection: WritableKeyPath<Root, Elements>
  let id: ID
}
