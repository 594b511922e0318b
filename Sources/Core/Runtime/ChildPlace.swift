/// A place in a feature's state that holds children, as described by the operator that embeds them.
@usableFromInline
final class ChildPlace: @unchecked Sendable {
  // Unchecked: key paths, and closures made from them, never change.
  private let path: AnyKeyPath
  /// Creates a watch, which detects children removed from this place.
  let makeWatch: () -> ChildWatch

  /// Creates the place of an optional child.
  ///
  /// - Parameters:
  ///   - path: The key path to the child.
  ///   - child: The child's state.
  init<Parent, Child>(_ path: AnyKeyPath, child: @escaping (Parent) -> Child?) {
    self.path = path
    makeWatch = { OptionalChildWatch(path, child: child) }
  }

  /// Creates the place of the elements of a collection.
  ///
  /// - Parameters:
  ///   - path: The key path to the collection.
  ///   - read: Reads the collection from the state.
  ///   - hasOccupants: Whether to distinguish successive elements under the same id, if possible.
  ///   - child: The state of the feature that runs on an element.
  init<Parent, ID: Hashable & Sendable, Element, Child>(
    _ path: AnyKeyPath,
    _ read: @escaping (Parent) -> IdentifiedArray<ID, Element>,
    hasOccupants: Bool,
    child: @escaping (Element) -> Child
  ) {
    self.path = path
    makeWatch = { ElementWatch(path, read, hasOccupants: hasOccupants, child: child) }
  }

  /// Creates the place of the elements of an identified array, which are identified by their ids alone.
  @usableFromInline
  convenience init<Parent, ID: Hashable & Sendable, Element>(
    _ elements: Lens<Parent, IdentifiedArray<ID, Element>>
  ) {
    self.init(elements.keyPath, elements.read, hasOccupants: false) { $0 }
  }

  /// What distinguishes a child from others at the same place.
  func identity(of child: some Any) -> ChildIdentity { ChildIdentity(place: path, child: child) }

  /// The scope of the child with an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - occupant: Distinguishes successive children under the same id, if possible.
  func scope(of id: some Hashable & Sendable, occupant: AnyHashable? = nil) -> ChildIdentity {
    ChildIdentity(place: path, id: AnyHashable(id), occupant: occupant)
  }
}

extension Effect {
  /// Returns an element's effect as one of its parent.
  @usableFromInline
  func embedded<ParentAction>(
    in place: ChildPlace,
    id: some Hashable & Sendable,
    _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    mapped(in: .same, embed).scoped(to: place.scope(of: id), in: place)
  }

  /// Returns this effect merged with the cancellation of the effects of removed elements.
  @usableFromInline
  func cancelling(_ ids: [some Hashable & Sendable], in place: ChildPlace) -> Self {
    .merge([self] + ids.map { Self(.cancelScope(place.scope(of: $0))) })
  }
}
