import Core
import Synchronization

/// What an evaluation asks about the types of values, found out once for each type.
///
/// Asking the runtime whether a type conforms to a protocol takes longer than all else in an evaluation, and a question
/// about a long record asks it for each moment.
struct ValueTraits {
  /// Whether the value stands for itself: no optional, and nothing that represents another value.
  package let isPlain: Bool
  package let isText: Bool
  let isCollection: Bool
  package let isUnordered: Bool
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

/// Where the stored properties of types are, found once by reflection.
///
/// A macro's description of the fields, where there is one, reads a property without reflection; for other types the
/// place among the children of the mirror saves looking at the others. Asking again for each value takes many times as
/// long.
enum MemberCache {
  private enum Access {
    case field((Any) -> Any?)
    case child(Int)
    /// What only looking can find: it is a computed member, of a superclass, or not there.
    case unknown
  }

  /// The members that were asked for of each type: few, so that going through them takes less than a hash of the name.
  private static let known = Mutex(TypeTable<[(name: String, access: UncheckedAccess)]>())

  // The readers of fields are closures over key paths, which the compiler doesn't know to be safe.
  private struct UncheckedAccess: @unchecked Sendable {
    let access: Access
  }

  /// The stored property of that name.
  ///
  /// - Returns: `nil` if there is none that is simply stored under its name.
  package static func member(_ name: String, of value: Any) -> Any? {
    let type = ObjectIdentifier(type(of: value))
    let access = access(to: name, of: type) ?? note(find(name, in: value), to: name, of: type)
    switch access {
    case .field(let read): return read(value)
    case .child(let index):
      let children = Mirror(reflecting: value).children
      return children[children.index(children.startIndex, offsetBy: index)].value
    case .unknown: return nil
    }
  }

  private static func access(to name: String, of type: ObjectIdentifier) -> Access? {
    known.withLock { known in known[type]?.first { $0.name == name }?.access.access }
  }

  private static func note(_ access: Access, to name: String, of type: ObjectIdentifier) -> Access {
    let entry = (name, UncheckedAccess(access: access))
    known.withLock { $0.note(($0[type] ?? []) + [entry], of: type) }
    return access
  }

  private static func find(_ name: String, in value: Any) -> Access {
    // A type's own members come before its stored ones, and a collection's or a text's are not stored.
    if let members = value as? any ExpressionMembers, type(of: members).expressionMemberNames.contains(name) {
      return .unknown
    }
    if value is any Collection || value is any CustomReflectable || value is Duration { return .unknown }
    if let read = dumpFieldReader(named: name, of: value) { return .field(read) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return .unknown }
    return mirror.children.enumerated().first { $0.element.label == name }.map { .child($0.offset) }
      ?? .unknown
  }
}
