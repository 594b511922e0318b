/// A value of any type that names something, with its hash, which is computed once.
///
/// It is to `AnyHashable` as a cancellation is to a dictionary of everything: two ids are the same if they are of one
/// type and equal, and that is found out without a look at what their types have in common.
class ErasedID: Hashable, @unchecked Sendable {
  // Unchecked: only Sendable values can be put in.
  private let hash: Int
  private let type: ObjectIdentifier

  fileprivate init(hash: Int, type: Any.Type) {
    self.hash = hash
    self.type = ObjectIdentifier(type)
  }

  static func boxing<Base: Hashable & Sendable>(_ base: Base) -> ErasedID {
    // The id that somebody has put in an `AnyHashable` is that id all the same.
    guard Base.self == AnyHashable.self, let inner = (base as AnyHashable).base as? any Hashable else {
      return TypedID(base)
    }
    func box(_ inner: some Hashable) -> ErasedID { TypedID(inner) }
    return box(inner)
  }

  /// What was put in.
  var base: any Hashable { hash }

  /// Whether this is the same as an id of the same type.
  fileprivate func isEqual(toSameType _: ErasedID) -> Bool { false }

  static func == (lhs: ErasedID, rhs: ErasedID) -> Bool {
    lhs === rhs || (lhs.hash == rhs.hash && lhs.type == rhs.type && lhs.isEqual(toSameType: rhs))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

private final class TypedID<Base: Hashable>: ErasedID, @unchecked Sendable {
  private let typedBase: Base

  init(_ base: Base) {
    typedBase = base
    super.init(hash: base.hashValue, type: Base.self)
  }

  override var base: any Hashable { typedBase }

  fileprivate override func isEqual(toSameType other: ErasedID) -> Bool {
    typedBase == unsafeDowncast(other, to: TypedID<Base>.self).typedBase
  }
}
