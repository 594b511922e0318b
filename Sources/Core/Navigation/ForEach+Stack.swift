extension Reducer {
  /// Embeds a child feature that runs on each element of a navigation stack.
  ///
  /// An element reduces first, then this reducer. When this reducer runs, an element added by `.push` is already on
  /// the stack, and an element removed by `.popFrom` is still there. If an effect of an element uses the dependency
  /// `dismiss`, the element and all elements above it are removed. When an element leaves the stack, or is replaced
  /// under its id by another child (another case, another `id`), its effects are cancelled: at once if this reducer
  /// removed it, otherwise when this operator runs next.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Screen() }
  /// ```
  ///
  /// An action for a missing element, and a `.push` with an id that is on the stack, are reported as issues. The
  /// stack is left unchanged, and this reducer still runs. In tests and sessions, a `.push` with an id beyond the
  /// next one is also reported.
  ///
  /// - Parameters:
  ///   - toStackState: The key path to the stack.
  ///   - toStackAction: The case that carries the stack's actions.
  ///   - destination: The reducers of an element.
  /// - Complexity: Beyond the two reducers, O(log *n*) in the number of elements, and O(*k* log *n*) in the number of
  ///   elements inserted, replaced or removed.
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let stack = Lens(toStackState)
    return StackReducer(
      parent: BuiltReducer(self),
      element: BuiltReducer(feature: destination(), in: Action.self),
      stack: stack,
      toStackAction: AnyCasePath(toStackAction),
      place: HashedKeyPath(toStackState),
      site: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Embeds the feature of a `@Reducer` enum that runs on each element of a navigation stack.
  ///
  /// - Parameters:
  ///   - toStackState: The key path to the stack.
  ///   - toStackAction: The case that carries the stack's actions.
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ElementState.StateReducer.Action == ElementAction {
    forEach(
      toStackState,
      action: toStackAction,
      destination: { ElementState.StateReducer.body },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

private struct StackReducer<State, Action, ElementState, ElementAction>: Reducer {
  typealias Stack = StackState<ElementState>

  let parent: BuiltReducer<State, Action>
  let element: BuiltReducer<ElementState, ElementAction>
  let stack: Lens<State, Stack>
  let toStackAction: AnyCasePath<Action, StackAction<ElementState, ElementAction>>
  let place: HashedKeyPath
  let site: SourceSite

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let before = stack.read(state)
    var elementEffect = Effect<Action>.none
    var popped: StackElementID?
    switch toStackAction.extract(from: action) {
    case .element(let id, _)? where !before.ids.contains(id),
      .popFrom(let id)? where !before.ids.contains(id):
      site.reportMissing("element", operatorName: "forEach", action: action)
    case .element(let id, let elementAction)?:
      elementEffect = reduceElement(id, of: &state, action: elementAction)
    case .popFrom(let id)?:
      popped = id
    case .push(let id, _)? where before.ids.contains(id):
      reportPush(
        of: id,
        "which is already on the stack",
        action,
        "Nothing was pushed. The stack's \"nextID\" is always free."
      )
    case .push(let id, let element)?:
      take(id, for: action, nextID: before.lowestFreeID)
      stack.modify(&state) { $0.push(element, id: id) }
    case nil:
      break
    }
    let parentEffect = parent.reduce(into: &state, action: action)
    if let popped { stack.modify(&state) { $0.pop(from: popped) } }
    let after = stack.read(state)
    if !after.isKnown { stack.modify(&state) { $0.noteKnown() } }
    return elementEffect.merge(with: parentEffect).cancelling(removed(from: before, in: after).map(identity))
  }

  var presentationFinder: PresentationFinder<State, Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in
        let stack = self.stack.read(state)
        return zip(stack.ids, stack).flatMap { id, element in presentations(of: element, id: id) }
      }
    )
  }

  /// The presentations of an element of the stack, including those within it.
  private func presentations(of state: ElementState, id: StackElementID) -> [Presentation<Action>] {
    let step = "\(toStackAction.step)[id: \(id.generation)]"
    let embed = { (action: ElementAction) in toStackAction.embed(.element(id: id, action: action)) }
    let screen = Presentation(.screen, at: step, of: state, dismissal: toStackAction.embed(.popFrom(id: id)))
    return [screen] + element.presentations(in: state, at: step, in: .screen, embed)
  }

  private func reduceElement(
    _ id: StackElementID,
    of state: inout State,
    action: ElementAction
  ) -> Effect<Action> {
    let child = identity(of: id)
    let effect = DependencyValues.current.presented(in: child).whileCurrent {
      stack.reduce(&state) {
        modifyWrapped(&$0[id: id]) { element.reduce(into: &$0, action: action) }
      }
    }
    guard !effect.isNone else { return .none }
    return effect.embedded(in: child, dismissal: toStackAction.embed(.popFrom(id: id))) {
      [embed = toStackAction.embed] in embed(.element(id: id, action: $0))
    }
  }

  private func identity(of id: StackElementID) -> ChildIdentity { ChildIdentity(place, id: AnyHashable(id)) }

  /// The ids of the elements that were removed from the stack, or replaced by other children.
  private func removed(from before: Stack, in after: Stack) -> [StackElementID] {
    var ids =
      before.isKnown ? [] : before.known.ids.filter { !before.ids.contains($0) && !after.ids.contains($0) }
    guard !after.isIdentical(to: before) else { return ids }
    ids += after.entries.removedIDs(since: before.entries)
    for case .updated(let old, let new) in after.entries.steps(from: before.entries)
    where ChildIdentity(place, of: before[old]) != ChildIdentity(place, of: after[new]) {
      ids.append(before.ids[old])
    }
    return ids
  }

  /// Reserves the id that an action pushes, so that the store does not assign it again.
  ///
  /// Outside of a live store, an id beyond the next one is reported: a test or session that miscounts would otherwise
  /// use ids other than the feature's.
  ///
  /// - Parameter lowestFreeID: The lowest id that the stack has not assigned.
  private func take(_ id: StackElementID, for action: Action, nextID lowestFreeID: StackElementID) {
    let (generator, context) = (DependencyValues.current.stackElementID, DependencyValues.current.context)
    let nextID = max(lowestFreeID, generator.counter?.lowest ?? lowestFreeID)
    if id > nextID, context != .live {
      reportPush(
        of: id,
        "but the next id is \(nextID)",
        action,
        """
        The element was pushed. Ids count up from 0 with each push: use the stack's "nextID".
        """
      )
    }
    generator.noteUsed(id)
  }

  private func reportPush(
    of id: StackElementID,
    _ problem: String,
    _ action: Action,
    _ remedy: String
  ) {
    site.reportIssue(
      """
      A "forEach" at "\(site.fileID):\(site.line)" received a push with the id \(id), \(problem).

        Action:
      \(indentedDump(of: action))

      \(remedy)
      """
    )
  }
}
