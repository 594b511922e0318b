/// Where the state of a feature contains that of another, which a `Scope` runs on its part.
final class StatePart: @unchecked Sendable {
  // Unchecked: key paths, and closures made of them, never change.
  private let place: AnyKeyPath
  private let hash: Int
  /// The part in the whole: `.some(nil)` if the whole is an enum that is at another case, `nil` if it is of another
  /// type, so that this is not known.
  let read: (ErasedBox) -> ErasedBox??

  /// Creates the description of a part.
  ///
  /// - Parameters:
  ///   - place: The key path that tells it from the other parts of the whole.
  ///   - read: Takes the part out of the whole.
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

/// Which state a feature's effect belongs to, seen from the feature around it.
enum StateReach: Sendable {
  /// The same state.
  case same
  /// A part of it.
  case part(StatePart)
  /// It is not known, as after ``Effect/map(_:)``: the feature was embedded by hand.
  case unknown

  /// The way to the state from the innermost child around it, outermost part first; `nil` if it is not known.
  func appended(to route: [StatePart]?) -> [StatePart]? {
    switch self {
    case .same: route
    case .part(let part): route.map { $0 + [part] }
    case .unknown: nil
    }
  }
}
