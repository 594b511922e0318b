/// A place in a feature's state that holds children, as the operator that embeds them sees it.
@usableFromInline
final class ChildPlace: @unchecked Sendable {
  // Unchecked: key paths, and closures made of them, never change.
  private let path: AnyKeyPath
  /// Makes a watch, which finds out which of the children here are gone.
  let makeWatch: () -> ChildWatch

  /// Creates the place of a child that may be absent.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - identity: What tells the child that is there from any other.
  ///   - child: The child's state.
  init<Parent, Child>(
    _ path: AnyKeyPath,
    identity: @escaping (Parent) -> ChildIdentity?,
    child: @escaping (Parent) -> Child?
  ) {
    self.path = path
    makeWatch = { OptionalChildWatch(identity: identity, child: child) }
  }

  /// Creates the place of the elements of a collection.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - read: Takes the collection out of the state.
  ///   - identity: What tells an element from another under the same id, if anything does.
  ///   - child: The state of the feature that runs on an element.
  init<Parent, ID: Hashable & Sendable, Element, Child>(
    _ path: AnyKeyPath,
    _ read: @escaping (Parent) -> IdentifiedArray<ID, Element>,
    identity: ((Element) -> ChildIdentity)?,
    child: @escaping (Element) -> Child
  ) {
    self.path = path
    makeWatch = { ElementWatch(path, read, identity: identity, child: child) }
  }

  /// Creates the place of the elements of an identified array, which are told apart by their ids alone.
  @usableFromInline
  convenience init<Parent, ID: Hashable & Sendable, Element>(
    _ elements: Lens<Parent, IdentifiedArray<ID, Element>>
  ) {
    self.init(elements.keyPath, elements.read, identity: nil) { $0 }
  }

  /// The scope of the child with an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - occupant: What tells the child from another one under the id, if anything does.
  func scope(of id: some Hashable & Sendable, occupant: AnyHashable? = nil) -> ChildIdentity {
    ChildIdentity(place: path, id: AnyHashable(id), occupant: occupant)
  }
}

extension Effect {
  /// The effect of an element, as one of its parent.
  @usableFromInline
  func embedded<ParentAction>(
    in place: ChildPlace,
    id: some Hashable & Sendable,
    _ embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    mapped(in: .same, embed).scoped(to: place.scope(of: id), in: place)
  }

  /// This effect, and the end of all effects of elements that are gone.
  @usableFromInline
  func cancelling(_ ids: [some Hashable & Sendable], in place: ChildPlace) -> Self {
    .merge([self] + ids.map { Self(.cancelScope(place.scope(of: $0))) })
  }
}
