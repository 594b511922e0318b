/// The place in a feature's state of a child's state that a `Scope` embeds.
final class StatePart: @unchecked Sendable {
  // Unchecked: key paths, and closures made from them, never change.
  private let place: AnyKeyPath
  private let hash: Int
  /// Reads the part from the whole: `.some(nil)` if the whole is an enum in another case, `nil` if the whole has an
  /// unexpected type, in which case the part is unknown.
  let read: (ErasedBox) -> ErasedBox??

  /// Creates the description of a part.
  ///
  /// - Parameters:
  ///   - place: The key path, which identifies the part.
  ///   - read: Reads the part from the whole.
  init<Whole, Part>(_ place: AnyKeyPath, _ read: @escaping (Whole) -> Part?) {
    self.place = place
    hash = place.hashValue
    self.read = { $0.unboxed(ifOf: Whole.self).map { read($0).map(TypedBox.init) } }
  }
}

extension StatePart: Hashable {
  static func == (left: StatePart, right: StatePart) -> Bool {
    left === right || (left.hash == right.hash && left.place == right.place)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The state that a feature's effect belongs to, relative to the enclosing feature.
enum StateStep: Sendable {
  /// The same state.
  case same
  /// A part of the state.
  case part(StatePart)
  /// Unknown, as after ``Effect/map(_:)``, which embeds a feature manually.
  case unknown

  /// The route to the state from the innermost enclosing child, outermost part first; `nil` if unknown.
  func appended(to route: [StatePart]?) -> [StatePart]? {
    switch self {
    case .same: route
    case .part(let part): route.map { $0 + [part] }
    case .unknown: nil
    }
  }
}
