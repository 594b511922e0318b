/// Identifies a child by the place of its state in its parent's and, at that place, by its id.
///
/// It owns the effects started in the child. Cancellation ids are looked up within the child that uses them and its
/// descendants, so that siblings using the same id do not affect each other.
struct ChildIdentity: Hashable, @unchecked Sendable {
  // Unchecked: an id is only compared.
  private let place: HashedKeyPath
  private let id: AnyHashable?

  init(_ place: HashedKeyPath, id: AnyHashable?) {
    self.place = place
    self.id = id
  }

  /// Identifies a child by its `id`, if it has one, and by its case and the `id` of its payload, if it is an enum.
  init(_ place: HashedKeyPath, of child: some Any) {
    self.init(place, id: Self.identifier(of: child))
  }

  private static func identifier(of child: Any) -> AnyHashable? {
    func id<Child: Identifiable>(_ child: Child) -> AnyHashable { AnyHashable(child.id) }
    if let child = child as? any Identifiable { return id(child) }
    guard let current = CurrentCase(child) else { return nil }
    guard let payload = current.payload else { return AnyHashable(current.name) }
    return AnyHashable([AnyHashable(current.name), identifier(of: payload)])
  }
}

extension Effect {
  /// Returns this effect of a child as one of its parent, which the child's removal cancels.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - dismissal: The parent's action that dismisses the child, if the child's effects may request that.
  ///   - transform: Creates an action of the parent.
  func embedded<ParentAction>(
    in child: ChildIdentity,
    dismissal: ParentAction? = nil,
    _ transform: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    let effect = mapped(transform).operation
    return Effect<ParentAction>(.scoped(effect, child, dismissal: dismissal.map(TypedBox.init)))
  }

  /// Returns an element's effect as one of its parent.
  @usableFromInline
  func embedded<ParentAction>(
    at place: HashedKeyPath,
    id: some Hashable & Sendable,
    _ transform: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    embedded(in: ChildIdentity(place, id: AnyHashable(id)), transform)
  }

  /// Returns this effect merged with the cancellation of the effects of removed children.
  func cancelling(_ removed: [ChildIdentity]) -> Self {
    removed.isEmpty ? self : .merge([self] + removed.map { Self(.cancelScope($0)) })
  }

  /// Returns this effect merged with the cancellation of the effects of removed elements.
  @usableFromInline
  func cancelling(_ ids: [some Hashable & Sendable], at place: HashedKeyPath) -> Self {
    cancelling(ids.map { ChildIdentity(place, id: AnyHashable($0)) })
  }
}
