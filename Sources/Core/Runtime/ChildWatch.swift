/// The children at one place that have effects in flight, and the means to detect those that were removed.
///
/// The operator that embeds children detects the ones removed while it runs. A reducer around it can also remove one,
/// for example a `BindingReducer` placed after it. The engine therefore checks the watches after each action. Their
/// cost grows with the change, or at most with the effects in flight, but never with the state.
class ChildWatch {
  fileprivate(set) var scopes: [ChildIdentity: EffectScope] = [:]

  var isEmpty: Bool { scopes.isEmpty }

  func insert(_ scope: EffectScope, id: ChildIdentity) { scopes[id] = scope }
  func remove(_ id: ChildIdentity) { scopes[id] = nil }

  /// Notes that children were added within a child.
  func noteNewChildren(in _: ChildIdentity) {}

  /// Adds the scopes of removed children, and of removed descendants of the remaining ones.
  ///
  /// - Parameter state: The state of the children's parent.
  func findMissing(in _: ErasedBox, _: inout [EffectScope]) {}
}

/// Watches an optional child.
final class OptionalChildWatch<Parent, Child>: ChildWatch {
  private let path: AnyKeyPath
  private let child: (Parent) -> Child?

  init(_ path: AnyKeyPath, child: @escaping (Parent) -> Child?) {
    self.path = path
    self.child = child
  }

  override func findMissing(in state: ErasedBox, _ missing: inout [EffectScope]) {
    guard let parent = state.unboxed(ifOf: Parent.self) else { return }
    let child = child(parent)
    let present = child.map { ChildIdentity(place: path, child: $0) }
    for (id, scope) in scopes {
      if id != present {
        missing.append(scope)
      } else if scope.hasChildren, let child {
        scope.findMissing(in: TypedBox(child), &missing)
      }
    }
  }
}

/// Watches the elements of a collection.
final class ElementWatch<Parent, ID: Hashable & Sendable, Element, Child>: ChildWatch {
  private let path: AnyKeyPath
  private let read: (Parent) -> IdentifiedArray<ID, Element>
  /// Whether successive elements under the same id are distinguished, if possible.
  private let hasOccupants: Bool
  private let child: (Element) -> Child
  /// The elements at the last check.
  private var last: IdentifiedArray<ID, Element>?
  /// The children added since then.
  private var new: Set<ChildIdentity> = []
  /// The children within which children were added since then.
  private var grown: Set<ChildIdentity> = []
  /// The children that have, or had, children with effects in flight.
  private var parents: Set<ChildIdentity> = []

  init(
    _ path: AnyKeyPath,
    _ read: @escaping (Parent) -> IdentifiedArray<ID, Element>,
    hasOccupants: Bool,
    child: @escaping (Element) -> Child
  ) {
    self.path = path
    self.read = read
    self.hasOccupants = hasOccupants
    self.child = child
  }

  override func insert(_ scope: EffectScope, id: ChildIdentity) {
    super.insert(scope, id: id)
    new.insert(id)
  }

  override func remove(_ id: ChildIdentity) {
    super.remove(id)
    parents.remove(id)
  }

  override func noteNewChildren(in id: ChildIdentity) {
    grown.insert(id)
    parents.insert(id)
  }

  override func findMissing(in state: ErasedBox, _ missing: inout [EffectScope]) {
    guard let parent = state.unboxed(ifOf: Parent.self) else { return }
    let elements = read(parent)
    for id in new {
      guard let scope = scopes[id] else { continue }
      let element = element(of: id, in: elements)
      if element.map({ occupant(of: $0) == id.occupant }) != true { missing.append(scope) }
    }
    var unchecked = grown
    (new, grown) = ([], [])
    if let last, !elements.isIdentical(to: last) {
      for id in elements.removedIDs(since: last) {
        if let scope = scopes[identity(of: id)] { missing.append(scope) }
      }
      if hasOccupants || !parents.isEmpty {
        let changed = changed(in: elements, since: last)
        if hasOccupants { findReplaced(changed, in: elements, since: last, &missing) }
        unchecked.formUnion(changed)
      }
    }
    last = elements
    for id in unchecked {
      guard let scope = scopes[id], scope.hasChildren, let element = element(of: id, in: elements) else {
        continue
      }
      scope.findMissing(in: TypedBox(child(element)), &missing)
    }
  }

  /// The children whose elements may have changed.
  private func changed(
    in elements: IdentifiedArray<ID, Element>,
    since old: IdentifiedArray<ID, Element>
  ) -> [ChildIdentity] {
    let places = elements.changedPlaces(since: old)
    // Most elements have no effects in flight, and many may change at once.
    guard places.reduce(0, { $0 + $1.count }) < scopes.count else { return Array(scopes.keys) }
    return places.flatMap { elements.ids[$0].map(identity(of:)) }
  }

  private func findReplaced(
    _ changed: [ChildIdentity],
    in elements: IdentifiedArray<ID, Element>,
    since old: IdentifiedArray<ID, Element>,
    _ missing: inout [EffectScope]
  ) {
    for id in changed {
      guard let scope = scopes[id], let before = element(of: id, in: old),
        let after = element(of: id, in: elements)
      else { continue }
      if occupant(of: before) != occupant(of: after) { missing.append(scope) }
    }
  }

  private func occupant(of element: Element) -> AnyHashable? {
    hasOccupants ? ChildIdentity(place: path, child: child(element)).id : nil
  }

  private func identity(of id: ID) -> ChildIdentity { ChildIdentity(place: path, id: AnyHashable(id)) }

  private func element(of scope: ChildIdentity, in elements: IdentifiedArray<ID, Element>) -> Element? {
    (scope.id?.base as? ID).flatMap { elements[id: $0] }
  }
}
