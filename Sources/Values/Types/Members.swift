import Core

/// A member of the values of a type that expressions can name.
struct Member: @unchecked Sendable {
  // Unchecked: the functions read only types.

  let name: String
  /// Its static type; `nil` if only a value can tell.
  var type: Any.Type?
  /// The part of the value that it is, if it is read in place.
  var part: Part?
  /// Whether completions and errors list it.
  var isListed = true
  /// Reads it from a value of the type.
  let read: (Any) -> Any?

  init(_ name: String, isListed: Bool = true, _ read: @escaping (Any) -> Any?) {
    (self.name, self.isListed, self.read) = (name, isListed, read)
  }
}

/// The members of the values of a type. If several have the same name, it means the first of them.
package final class Members: @unchecked Sendable {
  // Unchecked: nothing changes.

  /// Those that the type declares, and those of a string or collection.
  private let declared: [Member]
  /// The stored properties; `nil` if a mirror of the value must tell.
  private let stored: [Member]?
  /// The payloads of an enum's cases, and members known from protocols.
  private let known: [Member]
  /// All that the type alone tells.
  private let all: [Member]
  /// The names of those that completions and errors list, in display order.
  let names: [String]
  /// Whether the type alone tells what members there are.
  let areAllKnown: Bool

  private static let ofTypes = TypeTable<Members>()

  /// The members of the values of a type.
  static func of(_ shape: Shape) -> Members {
    let id = ObjectIdentifier(shape.type)
    return ofTypes[id] ?? ofTypes.insert(Members(shape), for: id)
  }

  private init(_ shape: Shape) {
    let isText = shape.has(.string)
    declared = Self.declared(by: shape.type) + (isText ? Self.ofTexts : Self.ofCollection(shape))
    stored = isText ? [] : Self.stored(in: shape)
    known = isText ? [] : Self.cases(of: shape) + Self.conformances(of: shape.type)
    let typical = stored ?? Self.example(of: shape.type).map(Self.reflected)
    all = declared + (typical ?? []) + known
    names = Self.listed(all)
    areAllKnown =
      shape.has(.collection) && !isText
      ? [.list, .table, .set].contains(shape.kind) : typical != nil
  }

  /// A sample value, which has the same members as any other of its type: of a type with literals, or a case of an
  /// enum.
  static func example(of type: Any.Type) -> Any? {
    guard let literal = type as? any LiteralConvertible.Type else {
      let choice = Shape.of(type).choice
      return choice?.cases.first { $0.payload == nil }.flatMap { choice?.make($0, []) }
    }
    return try? ValueReader(parsing: SourceText(literal.literalExample)).value(of: type)
  }

  subscript(name: String) -> Member? { all.first { $0.name == name } }

  private static func listed(_ members: [Member]) -> [String] {
    members.filter(\.isListed).map(\.name).removingDuplicates
  }
}

// The members of a value.
extension Members {
  /// The value of a member.
  ///
  /// - Returns: `nil` if there is no such member; `.some(nil)` if its value is `nil`.
  package static func value(_ name: String, of value: Any) -> Any?? {
    list(of: value).first { $0.name == name }.map { $0.read(value).flatMap(flattened) }
  }

  private static func list(of value: Any) -> [Member] {
    let members = of(Shape.of(value: value))
    return members.stored == nil ? members.declared + reflected(value) + members.known : members.all
  }

  /// The names of all members in display order.
  static func names(of value: Any) -> [String] { listed(list(of: value)) }

  /// The names of the stored properties.
  package static func storedNames(of value: Any) -> [String] {
    (of(Shape.of(value: value)).stored ?? reflected(value)).filter(\.isListed).map(\.name)
  }

  /// The properties of an object, or those in a value's own mirror.
  private static func reflected(_ value: Any) -> [Member] {
    var members: [Member] = []
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      // The children of a collection are its elements, of which there may be many.
      if [.struct, .class, .tuple, nil].contains(current.displayStyle) {
        for case let (label?, child) in current.children { members += stored(label) { _ in child } }
      }
      mirror = current.superclassMirror
    }
    return members
  }
}

// Where the members come from.
extension Members {
  private static func declared(by type: Any.Type) -> [Member] {
    let names = (type as? any ExpressionMembers.Type)?.expressionMemberNames ?? []
    return names.map { name in Member(name) { ($0 as? any ExpressionMembers)?.expressionMember(name) } }
  }

  private static let ofTexts: [Member] = {
    func member(_ name: String, _ read: @escaping (any StringProtocol) -> Any?) -> Member {
      Member(name) { ($0 as? any StringProtocol).flatMap(read) }
    }
    return [
      member("count") { $0.count }, member("isEmpty") { $0.isEmpty },
      member("first") { $0.first.map { String($0) } }, member("last") { $0.last.map { String($0) } },
    ]
  }()

  private static func ofCollection(_ shape: Shape) -> [Member] {
    func member(_ name: String, _ read: @escaping (any Collection) -> Any?) -> Member {
      Member(name) { ($0 as? any Collection).flatMap(read) }
    }
    guard shape.has(.collection) else { return [] }
    let sizes = [member("count") { $0.elementCount }, member("isEmpty") { $0.isEmpty }]
    if shape.type is any DictionaryElements.Type {
      return sizes + [
        member("keys") { ($0 as? any DictionaryElements)?.pairsSortedByKey.map(\.key) },
        member("values") { ($0 as? any DictionaryElements)?.pairsSortedByKey.map(\.value) },
      ]
    }
    if shape.has(.unordered) { return sizes }
    return sizes + [
      member("first") { $0.isEmpty ? nil : $0.element(at: 0) }, member("last") { $0.lastElement },
    ]
  }

  /// - Returns: `nil` for an object, and for a type with a mirror of its own.
  private static func stored(in shape: Shape) -> [Member]? {
    // The storage of a duration is an implementation detail.
    if shape.typeKind == .enumeration || shape.type == Duration.self { return [] }
    guard shape.typeKind != .reference, !shape.has(.customMirror), let record = shape.record else {
      return nil
    }
    let properties = shape.properties
    return record.parts.enumerated().flatMap { index, part in
      let label = part.storedName ?? ".\(index)"
      let members = stored(label, isStorage: part.shape.has(.storage)) { value in
        withAddress(of: value) { part.value(in: $0) }
      }
      return members.map { member in
        var member = member
        member.type = properties.first { $0.name == member.name }?.type
        if part.shape.has(.storage) || label.first == "_" || label.first == "$" { return member }
        member.type = member.type ?? part.type
        if member.name == label { member.part = part }
        return member
      }
    }
  }

  /// A stored property, by its name in the source, and by the name of the storage of an observed, wrapped or lazy one.
  private static func stored(
    _ label: String,
    isStorage: Bool = false,
    _ read: @escaping (Any) -> Any
  ) -> [Member] {
    let lazyPrefix = "$__lazy_storage_$_"
    let isLazy = label.hasPrefix(lazyPrefix)
    // What else starts so is storage that macros add.
    if !isLazy, label.hasPrefix("_$") || label.hasPrefix("$") { return [] }
    if label.hasPrefix(".") { return [Member(String(label.dropFirst()), read)] }
    if !isLazy, label.first != "_" {
      return [Member(label) { isStorage ? wrappedValue(of: read($0)) : read($0) }]
    }
    let name = String(label.dropFirst(isLazy ? lazyPrefix.count : 1))
    return [Member(name) { wrappedValue(of: read($0)) }, Member(label, isListed: false, read)]
  }

  /// The value of a property wrapper rather than the wrapper.
  private static func wrappedValue(of storage: Any) -> Any {
    let mirror = Mirror(reflecting: storage)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return storage }
    return mirror.children.first { $0.label == "wrappedValue" }?.value ?? storage
  }

  /// The payload of each case, which is `nil` for a value in another case.
  private static func cases(of shape: Shape) -> [Member] {
    (Choice.names(of: shape.type) ?? []).map { name in
      Member(name) { value in
        guard Choice.caseName(of: value) == name else { return nil }
        let payload = Choice.payload(of: value)
        return payload.count == 1 ? payload[0].value : Choice.current(of: value)?.payload ?? ()
      }
    }
  }

  private static func conformances(of type: Any.Type) -> [Member] {
    var members: [Member] = []
    if type is any RawRepresentable.Type {
      members.append(Member("rawValue") { ($0 as? any RawRepresentable)?.anyRawValue })
    }
    if type is any Identifiable.Type { members.append(Member("id") { ($0 as? any Identifiable)?.anyID }) }
    if type == UUID.self { members.append(Member("uuidString") { ($0 as? UUID)?.uuidString }) }
    if type is any Collection.Type {
      // Its own description would reflect its elements, including storage that macros have added to them.
      return members
        + ["description", "debugDescription"].map { Member($0, isListed: false) { actionText($0) } }
    }
    if type is any CustomStringConvertible.Type {
      members.append(
        Member("description", isListed: false) { ($0 as? any CustomStringConvertible)?.description }
      )
    }
    if type is any CustomDebugStringConvertible.Type {
      members.append(
        Member("debugDescription", isListed: false) {
          ($0 as? any CustomDebugStringConvertible)?.debugDescription
        }
      )
    }
    return members
  }
}

extension RawRepresentable {
  var anyRawValue: Any { rawValue }
}

extension Identifiable {
  var anyID: Any { id }
}

/// The value, unwrapped from optionals and with representing values replaced by what they represent.
package func flattened(_ value: Any) -> Any? {
  if !Shape.of(value: value).has(.flattened) { return value }
  var value = value
  // Limits the number of steps, in case values represent each other in a cycle.
  for _ in 0..<16 {
    if let optional = value as? any OptionalType {
      guard let wrapped = optional.wrapped else { return nil }
      value = wrapped
    } else if let representable = value as? any ExpressionRepresentable {
      value = representable.expressionRepresentation
    } else if type(of: value) == AnyHashable.self, let erased = value as? AnyHashable {
      value = erased.base
    } else {
      break
    }
  }
  return value
}

/// The name of a value's type, qualified with its enclosing types, since many are called `State`.
func typeName(of value: Any?) -> String { value.map { typeName(type(of: $0)) } ?? "nil" }

func typeName(_ type: Any.Type) -> String {
  if type == CaseLiteral.self { return "a case" }
  // The element type of a `map` result has been erased.
  if type == [Any].self { return "Array" }
  if type == [AnyHashable: Any].self { return "Dictionary" }
  return dumpTypeName(type)
}
