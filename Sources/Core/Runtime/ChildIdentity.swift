/// Identifies a child by its place and, at that place, by its id.
///
/// It owns the effects started in the child. Cancellation ids are looked up within the child that uses them and its
/// descendants, so that siblings using the same id do not affect each other.
struct ChildIdentity: @unchecked Sendable {
  // Unchecked: key paths are immutable, and an id is only compared.
  private let place: AnyKeyPath
  let id: AnyHashable?
  /// Distinguishes successive children under the same id, if possible. Not compared.
  let occupant: AnyHashable?
  private let hash: Int

  init(place: AnyKeyPath, id: AnyHashable? = nil, occupant: AnyHashable? = nil) {
    self.place = place
    self.id = id
    self.occupant = occupant
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(id)
    hash = hasher.finalize()
  }

  /// Identifies a child by its `id`, if it has one, and by its case and the `id` of its payload, if it is an enum.
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

extension ChildIdentity: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && lhs.place == rhs.place && lhs.id == rhs.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
