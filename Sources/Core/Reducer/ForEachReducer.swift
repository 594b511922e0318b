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
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What `forEach` makes.
///
/// All that depends on the types of the states is in a closure, which is made where these are known: the compiler can
/// then do without looking types up for each action.
@usableFromInline
struct ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  @usableFromInline typealias State = Parent.State
  @usableFromInline typealias Action = Parent.Action
  @usableFromInline typealias Elements = IdentifiedArray<ID, Element.State>

  private let parent: BuiltReducer<Parent>
  private let element: BuiltReducer<Element>
  private let elements: Lens<State, Elements>
  private let toElementAction: AnyCasePath<Action, IdentifiedAction<ID, Element.Action>>
  private let run: (inout State, Action) -> Effect<Action>

  @usableFromInline
  init(
    parent: BuiltReducer<Parent>,
    element: BuiltReducer<Element>,
    elements: Lens<State, Elements>,
    toElementAction: AnyCasePath<Action, IdentifiedAction<ID, Element.Action>>,
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
    parent: BuiltReducer<Parent>,
    element: BuiltReducer<Element>,
    elements: Lens<State, Elements>,
    toElementAction: AnyCasePath<Action, IdentifiedAction<ID, Element.Action>>,
    site: SourceSite
  ) {
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
          // Most actions start no effect, and to name the scope of one costs more than all else here.
          if !elementEffect.isNone {
            effect = elementEffect.embedded(in: ScopePlace(elements.keyPath), id: id) {
              toElementAction.embed(.element(id: id, action: $0))
            }
          }
        }
        effect = effect.merge(with: parent.reduce(into: &state, action: action))
        let removed = elements.read(state).removedIDs(since: before)
        return removed.isEmpty ? effect : effect.cancelling(removed, in: ScopePlace(elements.keyPath))
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

/// Where a parent keeps the children whose effects have scopes of their own.
@usableFromInline
struct ScopePlace {
  private let path: AnyKeyPath

  @usableFromInline
  init(_ path: AnyKeyPath) {
    self.path = path
  }

  func scope(of id: some Hashable & Sendable) -> ScopeID {
    ScopeID(ChildIdentity(place: path, id: AnyHashable(id)))
  }
}

extension Effect {
  /// The effect of an element, as one of its parent.
  @usableFromInline
  func embedded<ParentAction>(
    in place: ScopePlace,
    id: some Hashable & Sendable,
    _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    map(embed).scoped(to: place.scope(of: id))
  }

  /// This effect, and the end of all effects of elements that are gone.
  @usableFromInline
  func cancelling(_ ids: [some Hashable & Sendable], in place: ScopePlace) -> Self {
    .merge([self] + ids.map { Self(.cancelScope(place.scope(of: $0))) })
  }
}
