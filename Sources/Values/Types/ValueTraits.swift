import Core

/// Facts about types that an evaluation needs, determined once for each type.
///
/// Checking a protocol conformance at run time takes longer than the rest of an evaluation, and a query over a long
/// history would repeat it for each moment.
struct ValueTraits {
  /// Whether it is neither an optional nor a value that represents another.
  package let isPlain: Bool
  package let isText: Bool
  let isCollection: Bool
  package let isUnordered: Bool
  let isRangeOfIntegers: Bool
  /// Whether it looks up elements by something other than their position.
  let isLookup: Bool
  let isInteger: Bool
  /// Whether two of its versions can be compared for identity in constant time.
  let hasVersions: Bool
  /// Whether it can report where two of its versions differ.
  let isRegionDiffable: Bool

  private init(_ type: Any.Type) {
    isPlain =
      !(type is any OptionalValue.Type) && !(type is any ExpressionRepresentable.Type)
      && type != AnyHashable.self
    isText = type is any StringProtocol.Type
    isCollection = type is any Collection.Type
    isUnordered = type is any UnorderedElements.Type
    isRangeOfIntegers = type is any RangeOfIntegers.Type
    isLookup = type is any ExpressionLookup.Type
    isInteger = type is any BinaryInteger.Type
    hasVersions = VersionIdentity.canTell(type)
    isRegionDiffable = type is any RegionDiffable.Type
  }

  private static let known = TypeTable<ValueTraits>()

  /// The traits of the dynamic type of a value.
  static func of(_ value: Any) -> ValueTraits { of(type: type(of: value)) }

  static func of(type: Any.Type) -> ValueTraits {
    let id = ObjectIdentifier(type)
    if let traits = known[id] { return traits }
    let traits = ValueTraits(type)
    return known.update(id) { $0 ?? traits }
  }
}

/// The locations of stored properties, looked up by reflection once for each type.
///
/// If a macro provides a description of the fields, properties are read without reflection; for other types, the index
/// among the mirror's children avoids a search. Reflecting on each value would be many times slower. So would casting
/// each collection for its count.
enum MemberCache {
  private enum Access {
    case read((Any) -> Any?)
    case child(Int)
    /// Only a full lookup can find it: a computed member, one of a superclass, or none.
    case unknown
  }

  /// The members requested of each type: so few that a linear search is faster than hashing the name.
  private static let known = TypeTable<[(name: String, access: UncheckedAccess)]>()

  // The readers are closures over key paths and types, which are not known to be Sendable.
  private struct UncheckedAccess: @unchecked Sendable {
    let access: Access
  }

  /// The stored property with that name, or `count` or `isEmpty` of a collection.
  ///
  /// - Returns: `nil` if there is none that is stored under exactly that name.
  package static func member(_ name: String, of value: Any) -> Any? {
    let type = ObjectIdentifier(type(of: value))
    let access = access(to: name, of: type) ?? note(find(name, in: value), to: name, of: type)
    switch access {
    case .read(let read): return read(value)
    case .child(let index):
      let children = Mirror(reflecting: value).children
      return children[children.index(children.startIndex, offsetBy: index)].value
    case .unknown: return nil
    }
  }

  private static func access(to name: String, of type: ObjectIdentifier) -> Access? {
    known[type]?.first { $0.name == name }?.access.access
  }

  private static func note(_ access: Access, to name: String, of type: ObjectIdentifier) -> Access {
    let entry = (name, UncheckedAccess(access: access))
    known.update(type) { ($0 ?? []) + [entry] }
    return access
  }

  private static func find(_ name: String, in value: Any) -> Access {
    // Members declared by the type take precedence over stored ones, and those of collections are not stored.
    if let members = value as? any ExpressionMembers, type(of: members).expressionMemberNames.contains(name) {
      return .unknown
    }
    if let collection = value as? any Collection {
      return CollectionAccess.reader(of: name, in: collection).map(Access.read) ?? .unknown
    }
    if value is any CustomReflectable || value is Duration { return .unknown }
    if let read = dumpFieldReader(named: name, of: value) { return .read(read) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return .unknown }
    return mirror.children.enumerated().first { $0.element.label == name }.map { .child($0.offset) }
      ?? .unknown
  }
}
