extension Reducer {
  /// Embeds a child feature that is presented while its state is not `nil`.
  ///
  /// The child reduces first, then this reducer. The action `.dismiss` makes the state `nil` once this reducer has
  /// seen it; an effect of the child sends it with the dependency `dismiss`. When the state becomes `nil`, or that of
  /// another child (another `id`, another case), the effects of the one that was there are cancelled.
  ///
  /// An action for a child that is not there is reported as an issue, and this reducer still runs.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where the child's state is: `\.$destination`.
  ///   - toPresentationAction: The case of the action that carries the child's actions.
  ///   - destination: The child's reducers.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      parent: BuiltReducer(self),
      child: BuiltReducer(feature: destination(), in: Action.self),
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(toPresentationAction),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Embeds the feature of an enum of features that is presented while its state is not `nil`.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where the child's state is: `\.$destination`.
  ///   - toPresentationAction: The case of the action that carries the child's actions.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toPresentationState,
      action: toPresentationAction,
      destination: { ChildState.StateReducer.body },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Takes an alert or a dialog away once one of its actions has been handled.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where its state is: `\.$alert`.
  ///   - toPresentationAction: The case of the action that carries its actions.
  public func ifLet<ChildAction, ChildState: _EphemeralState<ChildAction>>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toPresentationState,
      action: toPresentationAction,
      destination: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

private struct PresentationReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: BuiltReducer<Parent>
  let child: BuiltReducer<Child>
  let toPresentationState: WritableKeyPath<Parent.State, PresentationState<Child.State>>
  let toPresentationAction: AnyCasePath<Parent.Action, PresentationAction<Child.Action>>
  let site: SourceSite

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let presentationAction = toPresentationAction.extract(from: action)
    let before = identity(in: state)
    if presentationAction != nil, before == nil {
      site.reportMissing("presented child", operatorName: "ifLet", action: action)
    }
    var childEffect = Effect<Parent.Action>.none
    var leaves = false
    switch presentationAction {
    case .presented(let childAction)?:
      leaves = state[keyPath: toPresentationState].wrappedValue.map { isEphemeral($0) } ?? false
      childEffect = reduceChild(before, of: &state, action: childAction)
    case .dismiss?: leaves = true
    case nil: break
    }
    let parentEffect = parent.reduce(into: &state, action: action)
    if leaves, identity(in: state) == before { state[keyPath: toPresentationState].wrappedValue = nil }
    guard let before, identity(in: state) != before else { return childEffect.merge(with: parentEffect) }
    return .merge(childEffect, parentEffect, Effect(.cancelScope(before)))
  }

  var presentationFinder: PresentationFinder<Parent.State, Parent.Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in
        state[keyPath: toPresentationState].wrappedValue.map(presentations) ?? []
      }
    )
  }

  /// The child, with what it presents itself.
  private func presentations(of state: Child.State) -> [Presentation<Parent.Action>] {
    let sheet = Presentation(
      .sheet,
      at: toPresentationAction.step,
      of: state,
      prompt: PresentedPrompt(of: state, toPresentationAction.embed),
      dismissal: toPresentationAction.embed(.dismiss)
    )
    let embed = { (action: Child.Action) in toPresentationAction.embed(.presented(action)) }
    return [sheet] + child.presentations(in: state, at: toPresentationAction.step, in: .sheet, embed)
  }

  private func reduceChild(
    _ identity: ScopeID?,
    of state: inout Parent.State,
    action: Child.Action
  ) -> Effect<Parent.Action> {
    guard let identity else { return .none }
    let effect = DependencyValues.current.presented(in: identity).whileCurrent {
      modifyWrapped(&state[keyPath: toPresentationState].wrappedValue) {
        child.reduce(into: &$0, action: action)
      }
    }
    return
      effect
      .map { [embed = toPresentationAction.embed] in embed(.presented($0)) }
      .scoped(to: identity, dismissal: toPresentationAction.embed(.dismiss))
  }

  private func identity(in state: Parent.State) -> ScopeID? {
    state[keyPath: toPresentationState].wrappedValue
      .map { ScopeID(ChildIdentity(place: toPresentationState, child: $0)) }
  }
}
