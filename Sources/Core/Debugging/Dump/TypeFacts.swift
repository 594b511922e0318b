/// The facts about a type that dumping needs, determined once.
///
/// Asking the runtime for a type's conformances or name takes longer than dumping a small value. Each question is
/// therefore asked once per type, and the answers are cached for the lifetime of the process.
final class TypeFacts: @unchecked Sendable {
  enum Kind {
    case string
    case plain
    case described
    case represented
    case reflected
    case fields(FieldsReader)
    case enumCase
    case optional
    case regions
    case array
    case pairs
    case members
    case keyPath
    case type
    case mirror
  }

  let name: String
  let kind: Kind
  let isEquatable: Bool
  let isIdentityComparable: Bool
  let isIdentifiable: Bool
  let isHashable: Bool

  // All properties are constants. Unchecked, because the readers of fields are closures over key paths, which the
  // compiler does not know to be Sendable.

  private init(_ type: Any.Type) {
    name = dumpTypeName(type)
    kind = Self.kind(of: type)
    isEquatable = type is any Equatable.Type
    isIdentityComparable = type is any IdentityComparable.Type
    isIdentifiable = type is any Identifiable.Type
    isHashable = type is any Hashable.Type
  }

  /// Whether only the fields, found by reflection or a static description, determine if two values are the same.
  var hasOnlyFieldsToCompare: Bool {
    switch kind {
    case .mirror, .fields: !isEquatable && !isIdentityComparable
    default: false
    }
  }

  var isOptional: Bool {
    if case .optional = kind { true } else { false }
  }

  /// Unwraps one level of optional, if this is an optional type.
  func wrapped(in value: Any) -> Any? {
    guard isOptional, let optional = value as? any AnyOptional else { return value }
    return optional.wrappedValue
  }

  private static let known = TypeTable<TypeFacts>()

  /// The facts about the dynamic type of a value.
  static func of(_ value: Any) -> TypeFacts {
    let type = type(of: value)
    let id = ObjectIdentifier(type)
    if let facts = known[id] { return facts }
    // Outside of the update, because this may call the user's code: a static description of fields.
    let facts = TypeFacts(type)
    // Facts are compared by identity, so the first ones stored are used everywhere.
    return known.update(id) { $0 ?? facts }
  }

  static func kind(of type: Any.Type) -> Kind {
    if type is any CustomDumpRepresentable.Type { return .represented }
    if type is any CustomDumpStringConvertible.Type { return .described }
    if type is any CustomDumpReflectable.Type { return .reflected }
    if type is any StringLike.Type { return .string }
    if type is any PlainText.Type { return .plain }
    if let type = type as? any DumpFieldsProviding.Type { return .fields(FieldsReader(of: type)) }
    if type is any DumpCaseProviding.Type { return .enumCase }
    if type is any AnyOptional.Type { return .optional }
    if type is any RegionDiffable.Type { return .regions }
    if type is any ArrayLike.Type { return .array }
    if type is any UnorderedPairs.Type { return .pairs }
    if type is any UnorderedMembers.Type { return .members }
    if type is AnyKeyPath.Type { return .keyPath }
    if case .metatype = RuntimeType(type) { return .type }
    return .mirror
  }
}

/// The static description of a type's fields, for values of a type known only at run time.
struct FieldsReader {
  let names: [String]
  /// Whether each field's value is shared.
  let isShared: [Bool]
  /// The values of the fields, in order.
  let read: (Any) -> [Any]
  /// Readers for the individual fields.
  let readers: [(Any) -> Any?]
  /// Whether each field is the same in two values.
  let sameness: (Any, Any) -> [Bool]

  init<Root: DumpFieldsProviding>(of type: Root.Type) {
    let fields = Root.dumpFields
    names = fields.map(\.name)
    isShared = fields.map(\.isShared)
    read = { value in
      guard let root = unboxed(value, as: Root.self) else { return [] }
      return fields.map { $0.read(root) }
    }
    readers = fields.map { field in
      { value in
        guard let root = unboxed(value, as: Root.self) else { return nil }
        return field.read(root)
      }
    }
    sameness = { old, new in
      guard let old = unboxed(old, as: Root.self), let new = unboxed(new, as: Root.self) else { return [] }
      let isThorough = SharedScope.sides != nil
      return fields.map {
        (isThorough ? nil : $0.isSame?(old, new)) ?? Sameness.isSame($0.read(old), $0.read(new))
      }
    }
  }
}

/// A text that dumps as a literal.
protocol StringLike {
  var literalText: String { get }
}

extension String: StringLike { var literalText: String { self } }
extension Substring: StringLike { var literalText: String { String(self) } }
extension Character: StringLike { var literalText: String { String(self) } }
extension Unicode.Scalar: StringLike { var literalText: String { String(self) } }
extension StaticString: StringLike { var literalText: String { description } }

/// A number or Boolean, whose description is its dump.
protocol PlainText {
  var plainText: String { get }
}

extension PlainText where Self: CustomStringConvertible {
  var plainText: String { description }
}

extension Bool: PlainText {}
extension Int: PlainText {}
extension Int8: PlainText {}
extension Int16: PlainText {}
extension Int32: PlainText {}
extension Int64: PlainText {}
extension UInt: PlainText {}
extension UInt8: PlainText {}
extension UInt16: PlainText {}
extension UInt32: PlainText {}
extension UInt64: PlainText {}
extension Float: PlainText {}
extension Double: PlainText {}
extension ObjectIdentifier: CustomDumpStringConvertible {
  public var customDumpDescription: String {
    "ObjectIdentifier(0x\(String(UInt(bitPattern: self), radix: 16)))"
  }
}

/// An optional of any type.
protocol AnyOptional {
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  var wrappedValue: Any? { map { $0 } }
}
