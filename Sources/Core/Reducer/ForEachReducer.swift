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
      parent: BuiltReducer(self),
      toElementsState: toElementsState,
      toElementAction: AnyCasePath(toElementAction),
      element: BuiltReducer(element()),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

private struct ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  let parent: BuiltReducer<Parent>
  let toElementsState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let element: BuiltReducer<Element>
  let site: SourceSite

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let before = state[keyPath: toElementsState]
    let elementEffect = reduceElement(of: &state, action: action)
    let parentEffect = parent.reduce(into: &state, action: action)
    let removed = state[keyPath: toElementsState].removedIDs(since: before)
    guard !removed.isEmpty else { return elementEffect.merge(with: parentEffect) }
    let cancellations = removed.map { Effect<Parent.Action>(.cancelScope(scope(of: $0))) }
    return .merge([elementEffect, parentEffect] + cancellations)
  }

  var presentationFinder: PresentationFinder<Parent.State, Parent.Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in
        let elements = state[keyPath: toElementsState]
        guard !elements.isEmpty, let finder = element.presentationFinder else { return [] }
        return zip(elements.ids, elements).flatMap { id, element in
          finder.find(element).map {
            $0.embedded(at: "\(toElementAction.step)[\(id)]") {
              toElementAction.embed(.element(id: id, action: $0))
            }
          }
        }
      }
    )
  }

  private func reduceElement(of state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    guard case .element(let id, let elementAction)? = toElementAction.extract(from: action) else {
      return .none
    }
    guard state[keyPath: toElementsState].contains(id: id) else {
      site.reportMissing("element", operatorName: "forEach", action: action)
      return .none
    }
    let effect = modifyWrapped(&state[keyPath: toElementsState][id: id]) {
      element.reduce(into: &$0, action: elementAction)
    }
    return
      effect
      .map { [embed = toElementAction.embed] in embed(.element(id: id, action: $0)) }
      .scoped(to: scope(of: id))
  }

  private func scope(of id: ID) -> ScopeID {
    ScopeID(ChildIdentity(place: toElementsState, id: AnyHashable(id)))
  }
}
