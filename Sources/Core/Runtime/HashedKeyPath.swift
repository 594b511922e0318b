/// A key path with its precomputed hash: where an operator finds its children in its feature's state.
@usableFromInline
final class HashedKeyPath: @unchecked Sendable {
  // Unchecked: key paths never change.
  private let path: AnyKeyPath
  private let hash: Int

  @usableFromInline
  init(_ path: AnyKeyPath) {
    self.path = path
    hash = path.hashValue
  }
}

extension HashedKeyPath: Hashable {
  @usableFromInline
  static func == (left: HashedKeyPath, right: HashedKeyPath) -> Bool {
    left === right || (left.hash == right.hash && left.path == right.path)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
