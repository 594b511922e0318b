extension Reducer {
  /// Embeds a child feature that runs on each element of a collection.
  ///
  /// The child reduces first, then this reducer, so an element handles its action before the parent can remove it.
  /// When an element leaves the collection meanwhile, its effects are cancelled. An element that is replaced under the
  /// same id, or removed and reinserted within one action, keeps them, and so does one that a reducer outside of this
  /// operator removes.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.todos, action: \.todos) { Todo() }
  /// ```
  ///
  /// An action for a missing element is reported as an issue. The collection is left unchanged, and this reducer
  /// still runs.
  ///
  /// - Parameters:
  ///   - toElementsState: The key path to the elements' states.
  ///   - toElementAction: The case that carries the elements' actions.
  ///   - element: The reducers of an element.
  /// - Complexity: Beyond the two reducers, O(log *n*) in the number of elements, and O(*k* log *n*) in the number of
  ///   elements inserted or removed.
  @inlinable
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
      element: BuiltReducer(feature: element(), in: Action.self),
      elements: Lens(toElementsState),
      toElementAction: AnyCasePath(toElementAction),
      site: SourceSite(fileID, filePath, line, column)
    )
  }
}

/// The reducer that `forEach` returns.
///
/// Everything that depends on the states' types is in a closure that is created where these are known statically, so
/// that no action needs a runtime type lookup.
@usableFromInline
struct ForEachReducer<State, Action, ID: Hashable & Sendable, ElementState, ElementAction>: Reducer {
  @usableFromInline typealias Elements = IdentifiedArray<ID, ElementState>

  private let parent: BuiltReducer<State, Action>
  private let element: BuiltReducer<ElementState, ElementAction>
  private let elements: Lens<State, Elements>
  private let toElementAction: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>
  private let run: (inout State, Action) -> Effect<Action>

  @usableFromInline
  init(
    parent: BuiltReducer<State, Action>,
    element: BuiltReducer<ElementState, ElementAction>,
    elements: Lens<State, Elements>,
    toElementAction: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    run: @escaping (inout State, Action) -> Effect<Action>
  ) {
    self.parent = parent
    self.element = element
    self.elements = elements
    self.toElementAction = toElementAction
    self.run = run
  }

  @inlinable
  init(
    parent: BuiltReducer<State, Action>,
    element: BuiltReducer<ElementState, ElementAction>,
    elements: Lens<State, Elements>,
    toElementAction: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    site: SourceSite
  ) {
    let place = HashedKeyPath(elements.keyPath)
    self.init(
      parent: parent,
      element: element,
      elements: elements,
      toElementAction: toElementAction,
      run: { state, action in
        let before = elements.read(state)
        var effect = Effect<Action>.none
        if case .element(let id, let elementAction)? = toElementAction.extract(from: action) {
          var isThere = false
          let elementEffect = elements.reduce(&state) {
            modifyWrapped(&$0[id: id]) {
              isThere = true
              return element.reduce(into: &$0, action: elementAction)
            }
          }
          if !isThere {
            site.reportMissing("element", operatorName: "forEach", action: action)
          }
          // Most actions start no effect, and naming an effect's scope costs more than everything else here.
          if !elementEffect.isNone {
            effect = elementEffect.embedded(in: ChildIdentity(place, id: AnyHashable(id))) {
              toElementAction.embed(.element(id: id, action: $0))
            }
          }
        }
        effect = effect.merge(with: parent.reduce(into: &state, action: action))
        let removed = elements.read(state).removedIDs(since: before)
        return removed.isEmpty
          ? effect : effect.cancelling(removed.map { ChildIdentity(place, id: AnyHashable($0)) })
      }
    )
  }

  @usableFromInline
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }

  @usableFromInline
  var presentationFinder: PresentationFinder<State, Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in
        let elements = self.elements.read(state)
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
}
