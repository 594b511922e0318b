/// The name under which effects are cancelled, with its hash, which is computed once.
///
/// It is to `AnyHashable` as a cancellation is to a dictionary of everything: two ids are the same if they are of one
/// type and equal, and that is found out without a look at what their types have in common.
struct CancelID: Hashable, @unchecked Sendable {
  // Unchecked: only Sendable values can be put in.
  private let box: Box
  private let hash: Int

  init<Base: Hashable & Sendable>(_ base: Base) {
    func boxed(_ base: some Hashable) -> (Box, Int) { (TypedBox(base), base.hashValue) }
    // The id that was put in an `AnyHashable` is that id all the same.
    if Base.self == AnyHashable.self, let inner = (base as AnyHashable).base as? any Hashable {
      (box, hash) = boxed(inner)
    } else {
      (box, hash) = boxed(base)
    }
  }

  /// What it was made of.
  var base: any Hashable { box.base }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || (lhs.hash == rhs.hash && lhs.box.isEqual(to: rhs.box))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

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
