/// Runs a child while its state is there, then the parent: what `ifLet` and `ifCaseLet` have in common.
///
/// When the child's state goes, or becomes that of another child, the effects of the one that was there are cancelled.
struct ConditionalReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let operatorName: String
  let parent: BuiltReducer<Parent>
  let child: BuiltReducer<Child>
  let access: ChildAccess<Parent.State, Child.State, Child.Action>
  let place: ChildPlace
  let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  let site: SourceSite

  init(
    operatorName: String,
    parent: Parent,
    child: Child,
    at path: AnyKeyPath,
    access: ChildAccess<Parent.State, Child.State, Child.Action>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    site: SourceSite
  ) {
    self.operatorName = operatorName
    self.parent = BuiltReducer(parent)
    self.child = BuiltReducer(feature: child, in: Parent.Action.self)
    self.access = access
    place = ChildPlace(path, identity: access.identity, child: access.value)
    self.toChildAction = toChildAction
    self.site = site
  }

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let before = access.identity(state)
    let childAction = toChildAction.extract(from: action)
    let isAnswered = childAction != nil && access.isEphemeral(state)
    let childEffect = childAction.map { reduceChild(before, of: &state, $0, action) } ?? .none
    let parentEffect = parent.reduce(into: &state, action: action)
    if isAnswered, access.identity(state) == before { access.clear?(&state) }
    guard let before, access.identity(state) != before else { return childEffect.merge(with: parentEffect) }
    return .merge(childEffect, parentEffect, Effect(.cancelScope(before)))
  }

  var presentationFinder: PresentationFinder<Parent.State, Parent.Action>? {
    .joining(
      parent.presentationFinder,
      PresentationFinder { state in
        guard let childState = access.value(state) else { return [] }
        return child.presentations(in: childState, at: toChildAction.step, toChildAction.embed)
      }
    )
  }

  private func reduceChild(
    _ identity: ScopeID?,
    of state: inout Parent.State,
    _ childAction: Child.Action,
    _ action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let identity else {
      site.reportMissing("child", operatorName: operatorName, action: action)
      return .none
    }
    return access.modify(&state) { child.reduce(into: &$0, action: childAction) }
      .mapped(in: .same, toChildAction.embed)
      .scoped(to: identity, in: place)
  }
}

/// How a child's state is reached in its parent's.
struct ChildAccess<ParentState, ChildState, ChildAction> {
  typealias Change = (inout ChildState) -> Effect<ChildAction>

  /// What tells the child that is there from any other; `nil` while none is.
  let identity: (ParentState) -> ScopeID?
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

/// What tells a child from others: where it is, and which one it is there.
struct ChildIdentity: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable, and an id is only compared.
  private let place: AnyKeyPath
  let id: AnyHashable?
  /// What tells the child that is under the id from another one there, if anything does. Not compared.
  let occupant: AnyHashable?

  init(place: AnyKeyPath, id: AnyHashable? = nil, occupant: AnyHashable? = nil) {
    self.place = place
    self.id = id
    self.occupant = occupant
  }

  static func == (lhs: ChildIdentity, rhs: ChildIdentity) -> Bool {
    lhs.place == rhs.place && lhs.id == rhs.id
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(id)
  }

  /// The identity of a child by its `id`, if it has one, and by its case and the `id` of its payload, if it is an enum.
  init(place: AnyKeyPath, child: some Any) {
    self.init(place: place, id: Self.identifier(of: child))
  }

  private static func identifier(of child: Any) -> AnyHashable? {
    func id<Child: Identifiable>(_ child: Child) -> AnyHashable { AnyHashable(child.id) }
    if let child = child as? any Identifiable { return id(child) }
    guard let current = CurrentCase(child) else { return nil }
    guard let payload = current.payload else { return AnyHashable(current.name) }
    return AnyHashable([AnyHashable(current.name), identifier(of: payload)])
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
