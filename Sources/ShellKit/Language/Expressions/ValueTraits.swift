import Core
import Synchronization

/// What an evaluation asks about the types of values, found out once for each type.
///
/// Asking the runtime whether a type conforms to a protocol takes longer than all else in an evaluation, and a question
/// about a long record asks it for each moment.
struct ValueTraits {
  /// Whether the value stands for itself: no optional, and nothing that represents another value.
  let isPlain: Bool
  let isText: Bool
  let isCollection: Bool
  let isUnordered: Bool
  /// Whether elements are found in it by something other than their position.
  let isLookup: Bool
  let isInteger: Bool
  /// Whether one version of it can be told from another in no time.
  let hasVersions: Bool
  /// Whether it can say where two versions of it differ.
  let isRegionDiffable: Bool

  private init(_ value: Any) {
    let type = type(of: value)
    isPlain =
      !(type is any OptionalValue.Type) && !(type is any ExpressionRepresentable.Type)
      && type != AnyHashable.self
    isText = type is any StringProtocol.Type
    isCollection = type is any Collection.Type
    isUnordered = type is any UnorderedElements.Type
    isLookup = type is any ExpressionLookup.Type
    isInteger = type is any BinaryInteger.Type
    hasVersions = VersionIdentity.canTell(type)
    isRegionDiffable = type is any RegionDiffable.Type
  }

  private static let known = Mutex(TypeTable<ValueTraits>())

  /// The traits of the dynamic type of a value.
  static func of(_ value: Any) -> ValueTraits {
    let id = ObjectIdentifier(type(of: value))
    if let traits = known.withLock({ $0[id] }) { return traits }
    let traits = ValueTraits(value)
    known.withLock { $0.note(traits, of: id) }
    return traits
  }
}
