/// A cancellation id with its precomputed hash.
///
/// Unlike `AnyHashable`, two ids are equal only if they have the same type and are equal, so that comparing them
/// needs no lookup of conversions between types.
package struct CancelID: Hashable, @unchecked Sendable {
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
  package var base: any Hashable { box.base }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || (lhs.hash == rhs.hash && lhs.box.isEqual(to: rhs.box))
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  // The hash is one already.
  package func _rawHashValue(seed: Int) -> Int { hash ^ seed }

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

extension CancelID: CustomStringConvertible {
  /// The value, prefixed with its type if it is an enum case: `CancelID.todoCompletion`.
  package var description: String {
    let value = base
    let text = String(describing: value)
    return Shape.of(value: value).typeKind == .enumeration ? "\(type(of: value)).\(text)" : text
  }
}
