/// A cancellation id with its precomputed hash.
///
/// Unlike `AnyHashable`, two ids are equal only if they have the same type and are equal, so that comparing them
/// needs no lookup of conversions between types.
struct CancelID: Hashable, @unchecked Sendable {
  // Unchecked: only Sendable values are stored.
  private let box: Box
  private let hash: Int

  init<Base: Hashable & Sendable>(_ base: Base) {
    func boxed(_ base: some Hashable) -> (Box, Int) { (TypedBox(base), base.hashValue) }
    // Unwrap an `AnyHashable`, so that it equals the id in it.
    if Base.self == AnyHashable.self, let inner = (base as AnyHashable).base as? any Hashable {
      (box, hash) = boxed(inner)
    } else {
      (box, hash) = boxed(base)
    }
  }

  /// The original id.
  var base: any Hashable { box.base }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || (lhs.hash == rhs.hash && lhs.box.isEqual(to: rhs.box))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  // The hash is one already.
  func _rawHashValue(seed: Int) -> Int { hash ^ seed }

  private class Box {
    var base: any Hashable { 0 }
    func isEqual(to _: Box) -> Bool { false }
  }

  private final class TypedBox<Base: Hashable>: Box {
    private let typedBase: Base

    init(_ base: Base) { typedBase = base }

    override var base: any Hashable { typedBase }

    override func isEqual(to other: Box) -> Bool { (other as? Self)?.typedBase == typedBase }
  }
}
