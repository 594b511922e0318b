/// Runs a child while its state is present, then the parent: the implementation of `ifLet` and `ifCaseLet`.
///
/// When the child's state is removed meanwhile, or replaced by the state of another child, the previous child's effects
/// are cancelled. If the child is presented, they are also if its state was removed since the previous action.
struct ConditionalReducer<State, Action, ChildState, ChildAction>: Reducer {
  private let operatorName: String
  private let parent: BuiltReducer<State, Action>
  private let child: BuiltReducer<ChildState, ChildAction>
  private let access: ChildAccess<State, ChildState, ChildAction>
  private let actions: ChildActions<Action, ChildAction>
  private let place: HashedKeyPath
  /// Whether the child may be shown only until one of its actions is handled, as an alert is.
  private let canBeEphemeral: Bool
  private let site: SourceSite

  init(
    operatorName: String,
    parent: some Reducer<State, Action>,
    child: some Reducer<ChildState, ChildAction>,
    at path: AnyKeyPath,
    access: ChildAccess<State, ChildState, ChildAction>,
    actions: ChildActions<Action, ChildAction>,
    site: SourceSite
  ) {
    self.operatorName = operatorName
    self.parent = BuiltReducer(parent)
    self.child = BuiltReducer(feature: child, in: Action.self)
    self.access = access
    self.actions = actions
    place = HashedKeyPath(path)
    let shape = Shape.of(ChildState.self)
    canBeEphemeral = access.clear != nil && (shape.has(.ephemeral) || shape.has(.casePaths))
    self.site = site
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let (before, known) = (identity(in: state), access.known?.get(state))
    var childEffect = Effect<Action>.none
    var shouldDismiss = false
    switch (actions.extract(action), before) {
    case (nil, _): break
    case (_, nil):
      let name = actions.dismissal == nil ? "child" : "presented child"
      site.reportMissing(name, operatorName: operatorName, action: action)
    case (.presented(let childAction)?, let identity?):
      shouldDismiss =
        canBeEphemeral && access.value(state).map { isEphemeral($0, dismissedBy: childAction) } ?? false
      childEffect = reduceChild(identity, of: &state, childAction)
    case (.dismiss?, _): shouldDismiss = true
    }
    let parentEffect = parent.reduce(into: &state, action: action)
    var after = identity(in: state)
    if shouldDismiss, after == before, let clear = access.clear {
      clear(&state)
      after = nil
    }
    if let known = access.known, known.get(state) != after { known.set(&state, after) }
    var removed: [ChildIdentity] = []
    if let before, before != after { removed.append(before) }
    if let known = known ?? nil, known != after, known != before { removed.append(known) }
    return childEffect.merge(with: parentEffect).cancelling(removed)
  }

  /// Distinguishes the current child from any other; `nil` while there is no child.
  private func identity(in state: State) -> ChildIdentity? {
    access.value(state).map { ChildIdentity(place, of: $0) }
  }

  var presentationFinder: PresentationFinder<State, Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in access.value(state).map(presentations) ?? [] }
    )
  }

  /// The presentations within the child, including the child itself if it is presented.
  private func presentations(of state: ChildState) -> [Presentation<Action>] {
    guard let dismissal = actions.dismissal else {
      return child.presentations(in: state, at: actions.step, actions.embed)
    }
    let sheet = Presentation(
      .sheet,
      at: actions.step,
      of: state,
      prompt: PresentedPrompt(of: state, dismissal: dismissal, actions.embed),
      dismissal: dismissal
    )
    return [sheet] + child.presentations(in: state, at: actions.step, in: .sheet, actions.embed)
  }

  private func reduceChild(
    _ identity: ChildIdentity,
    of state: inout State,
    _ action: ChildAction
  ) -> Effect<Action> {
    func reduce() -> Effect<ChildAction> {
      access.modify(&state) { child.reduce(into: &$0, action: action) }
    }
    let effect =
      actions.dismissal == nil
      ? reduce() : DependencyValues.current.presented(in: identity).whileCurrent(reduce)
    return effect.embedded(in: identity, dismissal: actions.dismissal, actions.embed)
  }
}

/// How a child's actions are carried by its parent's.
struct ChildActions<ParentAction, ChildAction> {
  /// Extracts the child's action from the parent's; `nil` if the action is not for the child.
  let extract: (ParentAction) -> PresentationAction<ChildAction>?
  let embed: @Sendable (ChildAction) -> ParentAction
  /// The path component that leads to the child.
  let step: String
  /// The action that dismisses a presented child; `nil` if the child is not presented.
  var dismissal: ParentAction?
}

extension ChildActions {
  /// The actions of a child that is not presented.
  init(_ path: AnyCasePath<ParentAction, ChildAction>) {
    self.init(
      extract: { path.extract(from: $0).map { .presented($0) } },
      embed: { path.embed($0) },
      step: path.step
    )
  }
}

/// How a child's state is reached in its parent's.
struct ChildAccess<ParentState, ChildState, ChildAction> {
  typealias Change = (inout ChildState) -> Effect<ChildAction>

  /// The child's state; `nil` while there is no child.
  let value: (ParentState) -> ChildState?
  /// Changes the child's state in place. The child must be present.
  let modify: (inout ParentState, Change) -> Effect<ChildAction>
  /// Removes the child's state, if possible.
  var clear: ((inout ParentState) -> Void)?
  /// The presented child that the operator found after its latest run.
  var known: (get: (ParentState) -> ChildIdentity?, set: (inout ParentState, ChildIdentity?) -> Void)?
}

/// Changes an optional value in place, unless it is `nil`.
@inlinable
func modifyWrapped<Wrapped, Action>(
  _ value: inout Wrapped?,
  _ change: (inout Wrapped) -> Effect<Action>
) -> Effect<Action> {
  guard value != nil else { return .none }
  return change(&value!)
}
