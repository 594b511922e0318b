/// Runs a child while its state is there, then the parent: what `ifLet` and `ifCaseLet` have in common.
///
/// When the child's state goes, or becomes that of another child, the effects of the one that was there are cancelled.
struct ConditionalReducer<Parent: Reducer, Child: Reducer>: Reducer {
  private let operatorName: String
  private let parent: BuiltReducer<Parent>
  private let child: BuiltReducer<Child>
  private let access: ChildAccess<Parent.State, Child.State, Child.Action>
  private let actions: ChildActions<Parent.Action, Child.Action>
  private let place: ChildPlace
  private let site: SourceSite

  init(
    operatorName: String,
    parent: Parent,
    child: Child,
    at path: AnyKeyPath,
    access: ChildAccess<Parent.State, Child.State, Child.Action>,
    actions: ChildActions<Parent.Action, Child.Action>,
    site: SourceSite
  ) {
    self.operatorName = operatorName
    self.parent = BuiltReducer(parent)
    self.child = BuiltReducer(feature: child, in: Parent.Action.self)
    self.access = access
    self.actions = actions
    place = ChildPlace(path, identity: access.identity, child: access.value)
    self.site = site
  }

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let before = access.identity(state)
    var childEffect = Effect<Parent.Action>.none
    var shouldDismiss = false
    switch (actions.extract(action), before) {
    case (nil, _): break
    case (_, nil):
      let name = actions.dismissal == nil ? "child" : "presented child"
      site.reportMissing(name, operatorName: operatorName, action: action)
    case (.presented(let childAction)?, let identity?):
      shouldDismiss = access.isEphemeral(state)
      childEffect = reduceChild(identity, of: &state, childAction)
    case (.dismiss?, _): shouldDismiss = true
    }
    let parentEffect = parent.reduce(into: &state, action: action)
    if shouldDismiss, access.identity(state) == before { access.clear?(&state) }
    guard let before, access.identity(state) != before else { return childEffect.merge(with: parentEffect) }
    return .merge(childEffect, parentEffect, Effect(.cancelScope(before)))
  }

  var presentationFinder: PresentationFinder<Parent.State, Parent.Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in access.value(state).map(presentations) ?? [] }
    )
  }

  /// What the child presents; with the child, if that is presented itself.
  private func presentations(of state: Child.State) -> [Presentation<Parent.Action>] {
    guard let dismissal = actions.dismissal else {
      return child.presentations(in: state, at: actions.step, actions.embed)
    }
    let sheet = Presentation(
      .sheet,
      at: actions.step,
      of: state,
      prompt: actions.prompt(state),
      dismissal: dismissal
    )
    return [sheet] + child.presentations(in: state, at: actions.step, in: .sheet, actions.embed)
  }

  private func reduceChild(
    _ identity: ChildIdentity,
    of state: inout Parent.State,
    _ action: Child.Action
  ) -> Effect<Parent.Action> {
    func reduce() -> Effect<Child.Action> {
      access.modify(&state) { child.reduce(into: &$0, action: action) }
    }
    let effect =
      actions.dismissal == nil
      ? reduce() : DependencyValues.current.presented(in: identity).whileCurrent(reduce)
    return effect.mapped(in: .same, actions.embed)
      .scoped(to: identity, in: place, dismissal: actions.dismissal)
  }
}

/// How a child's actions are carried by its parent's.
struct ChildActions<ParentAction, ChildAction> {
  /// What an action of the parent says to the child; `nil` if it is not for it.
  let extract: (ParentAction) -> PresentationAction<ChildAction>?
  let embed: @Sendable (ChildAction) -> ParentAction
  /// What leads to the child, as a path shows it.
  let step: String
  /// The action that takes a presented child away; `nil` if the child is not presented.
  var dismissal: ParentAction?
  /// What a presented state asks of a person.
  var prompt: (Any) -> PresentedPrompt<ParentAction>? = { _ in nil }
}

extension ChildActions {
  /// The actions of a child that is simply there.
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

  /// What tells the child that is there from any other; `nil` while none is.
  let identity: (ParentState) -> ChildIdentity?
  /// The child's state; `nil` while there is none.
  let value: (ParentState) -> ChildState?
  /// Changes the child's state, which is there, in place.
  let modify: (inout ParentState, Change) -> Effect<ChildAction>
  /// Takes the child's state away, if that can be done.
  var clear: ((inout ParentState) -> Void)?

  /// Whether the child is shown until any of its actions answers it.
  func isEphemeral(_ state: ParentState) -> Bool {
    guard clear != nil, Self.canBeEphemeral else { return false }
    return value(state).map { Core.isEphemeral($0) } ?? false
  }

  private static var canBeEphemeral: Bool {
    ChildState.self is any _EphemeralState.Type || ChildState.self is any CasePathable.Type
  }
}

/// Changes an optional value in place, if it is there.
@inlinable
func modifyWrapped<Wrapped, Action>(
  _ value: inout Wrapped?,
  _ change: (inout Wrapped) -> Effect<Action>
) -> Effect<Action> {
  guard value != nil else { return .none }
  return change(&value!)
}
