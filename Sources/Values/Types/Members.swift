import Core

/// A member of the values of a type that expressions can name.
struct Member: @unchecked Sendable {
  // Unchecked: the functions read only types.

  let name: String
  /// The type of its values, unless they are `nil`; `nil` if only a value can tell.
  let type: Shape?
  /// Whether its value is declared to be optional.
  let isOptional: Bool
  /// Whether completions and errors list it.
  let isListed: Bool
  /// Its bytes in the whole, if it is read in place.
  let bytes: Range<Int>?
  /// Reads it from a value of the type, as long as that is in its place.
  let read: (Peek) -> Value

  /// - Parameter type: The declared type; `nil` if it is unknown.
  private init(
    _ name: String,
    declared type: Shape?,
    isListed: Bool = true,
    bytes: Range<Int>? = nil,
    _ read: @escaping (Peek) -> Value
  ) {
    (self.name, self.type, self.isListed, self.bytes, self.read) = (
      name, type?.settled, isListed, bytes, read
    )
    isOptional = type?.wrapped != nil
  }

  init(
    _ name: String,
    _ type: Any.Type? = nil,
    isListed: Bool = true,
    _ read: @escaping (Any) -> Any?
  ) {
    self.init(name, declared: type.map(Shape.of), isListed: isListed) {
      Value(flattening: read($0.value))
    }
  }

  /// A member of a collection.
  init(
    _ name: String,
    _ type: Shape?,
    isOptional: Bool = false,
    inPlace read: @escaping (Peek) -> Value
  ) {
    (self.name, self.type, self.isOptional, self.read) = (name, type, isOptional, read)
    (isListed, bytes) = (true, nil)
  }

  /// A stored property or an element of a tuple.
  init(_ name: String, _ part: Part) {
    let shape = part.shape
    if let bytes = part.bytes {
      self.init(name, declared: shape, bytes: bytes) {
        Value(Peek(at: $0.address + bytes.lowerBound, shape))
      }
    } else {
      self.init(name, declared: shape) {
        part.read(in: $0.address) { Value(Peek(at: $0, shape)).kept }
      }
    }
  }

  /// A member that is computed from a value of a known type.
  static func of<Root, Result>(_ name: String, _ read: @escaping (Root) -> Result) -> Member {
    Member(name, declared: .of(Result.self)) { root in
      Value(flattening: read(root.address.assumingMemoryBound(to: Root.self).pointee))
    }
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
  private let all: [Member]
  /// The identity of an `Identifiable` value.
  let id: Member?
  /// What a `RawRepresentable` value is written as.
  let rawValue: Member?
  /// The names of those that completions and errors list, in display order.
  let names: [String]
  /// Whether the type alone tells what members there are.
  var areAllKnown: Bool { stored != nil }

  private static let ofTypes = TypeTable<Members>()

  /// The members of the values of a type.
  static func of(_ shape: Shape) -> Members {
    let id = ObjectIdentifier(shape.type)
    return ofTypes[id] ?? ofTypes.insert(Members(shape), for: id)
  }

  private init(_ shape: Shape) {
    let isText = shape.has(.text)
    declared = Self.declared(by: shape) + (isText ? Self.ofTexts : Self.ofCollection(shape))
    (id, rawValue) = (Self.id(of: shape.type), Self.rawValue(of: shape.type))
    let protocols = [rawValue, id].compactMap(\.self) + Self.descriptions(of: shape.type)
    known = isText ? [] : Self.cases(of: shape) + protocols
    stored = Self.stored(in: shape)
    all = declared + (stored ?? []) + known
    names = Self.listed(all)
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
    let member = list(of: value).first { $0.name == name }
    return member.map { member in
      withAddress(of: value) { member.read(Peek(at: $0, .of(value: value))).any }
    }
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
        for case (let label?, let child) in current.children {
          members += stored(label) { _ in child }
        }
      }
      mirror = current.superclassMirror
    }
    return members
  }
}

// Where the members come from.
extension Members {
  private static func declared(by shape: Shape) -> [Member] {
    let names = (shape.type as? any ExpressionMembers.Type)?.expressionMemberNames ?? []
    let declared = names.map { name in
      Member(name) { ($0 as? any ExpressionMembers)?.expressionMember(name) }
    }
    return declared + (shape.record?.computed ?? []).map { Member($0.label ?? "", $0) }
  }

  private static let ofTexts: [Member] = {
    func member<Result>(_ name: String, _ read: @escaping (String) -> Result) -> Member {
      Member(name, Result.self) { text(of: $0).map(read) }
    }
    return [
      member("count", \.count), member("isEmpty", \.isEmpty), member("first", \.first),
      member("last", \.last),
      member("capitalized", \.capitalized),
    ]
  }()

  private static func ofCollection(_ shape: Shape) -> [Member] {
    guard shape.has(.collection) else { return [] }
    let element = shape.element?.settled
    let count = { (list: Peek) in Value.place(list).elementCount ?? 0 }
    let sizes = [
      Member("count", Shape.of(Int.self), inPlace: { .made(count($0)) }),
      Member("isEmpty", Shape.of(Bool.self), inPlace: { .made(count($0) == 0) }),
    ]
    if let pairs = shape.pairs {
      func member(
        _ name: String,
        _ type: Shape,
        _ read: @escaping ((key: Any, value: Any)) -> Any
      )
        -> Member
      {
        Member(name, Shape.list(of: type)) { dictionary in
          .list((Value.place(dictionary).pairs ?? []).map { Value(flattening: read($0)) }, of: type)
        }
      }
      return sizes + [
        member("keys", pairs.key, \.key),
        member("values", pairs.value, \.value),
      ]
    }
    if shape.has(.unordered) { return sizes }
    return sizes + [
      Member(
        "first",
        element,
        isOptional: true,
        inPlace: { count($0) == 0 ? .null : Value.place($0).element(at: 0) }
      ),
      Member(
        "last",
        element,
        isOptional: true,
        inPlace: { list in
          let count = count(list)
          return count == 0 ? .null : Value.place(list).element(at: count - 1)
        }
      ),
      Member("indices", Shape.of(Range<Int>.self), inPlace: { .made(0..<count($0)) }),
    ]
  }

  /// - Returns: `nil` for an object, and for a type with a mirror of its own.
  private static func stored(in shape: Shape) -> [Member]? {
    // What these store is an implementation detail.
    if let members = ofScalars(shape) { return members }
    if shape.typeKind == .enumeration { return [] }
    if shape.has(.collection) { return [.list, .table, .set].contains(shape.kind) ? [] : nil }
    guard shape.typeKind != .reference, !shape.has(.customMirror), let record = shape.record else {
      return nil
    }
    let properties = shape.properties
    return record.parts.enumerated().flatMap { index, part -> [Member] in
      let label = part.storedName ?? ".\(index)"
      let isStorage = part.shape.has(.storage)
      if !isStorage, label.first != "_", label.first != "$" {
        return [Member(label.first == "." ? String(label.dropFirst()) : label, part)]
      }
      return stored(label, isStorage: isStorage, properties) { whole in
        withAddress(of: whole) { part.value(in: $0) }
      }
    }
  }

  /// A stored property, by its name in the source, and by the name of the storage of an observed, wrapped or lazy one.
  private static func stored(
    _ label: String,
    isStorage: Bool = false,
    _ properties: [NamedKeyPath] = [],
    _ read: @escaping (Any) -> Any
  ) -> [Member] {
    let lazyPrefix = "$__lazy_storage_$_"
    let isLazy = label.hasPrefix(lazyPrefix)
    // What else starts so is storage that macros add.
    if !isLazy, label.hasPrefix("_$") || label.hasPrefix("$") { return [] }
    if label.hasPrefix(".") { return [Member(String(label.dropFirst()), nil, read)] }
    func type(_ name: String) -> Any.Type? { properties.first { $0.name == name }?.type }
    if !isLazy, label.first != "_" {
      return [Member(label, type(label)) { isStorage ? wrappedValue(of: read($0)) : read($0) }]
    }
    let name = String(label.dropFirst(isLazy ? lazyPrefix.count : 1))
    return [
      Member(name, type(name)) { wrappedValue(of: read($0)) },
      Member(label, nil, isListed: false, read),
    ]
  }

  /// The value of a property wrapper rather than the wrapper.
  private static func wrappedValue(of storage: Any) -> Any {
    let kind = Shape.of(value: storage).typeKind
    guard kind == .structure || kind == .reference else { return storage }
    return value("wrappedValue", of: storage).map { $0 as Any } ?? storage
  }

  /// The payload of each case, which is `nil` for a value in another case.
  private static func cases(of shape: Shape) -> [Member] {
    guard let choice = shape.choice else { return [] }
    return choice.cases.map(\.name).removingDuplicates.map { name in
      let parameters = choice.cases.filter { $0.name == name }.map(\.parameters)
      let payload = choice.named(name)?.payload
      let type =
        parameters.count > 1 ? nil : parameters[0].count == 1 ? parameters[0][0].shape : payload
      return Member(name, type?.type) { value in
        guard Choice.caseName(of: value) == name else { return nil }
        let payload = Choice.payload(of: value)
        return payload.count == 1 ? payload[0].value : Choice.current(of: value)?.payload ?? ()
      }
    }
  }

  private static func rawValue(of type: Any.Type) -> Member? {
    func rawValue<Value: RawRepresentable>(_: Value.Type) -> Member { .of("rawValue", \Value.rawValue) }
    return (type as? any RawRepresentable.Type).map { rawValue($0) }
  }

  private static func id(of type: Any.Type) -> Member? {
    func id<Value: Identifiable>(_: Value.Type) -> Member { .of("id", \Value.id) }
    return (type as? any Identifiable.Type).map { id($0) }
  }

  private static func descriptions(of type: Any.Type) -> [Member] {
    if type is any Collection.Type {
      // Its own description would reflect its elements, including storage that macros have added to them.
      return ["description", "debugDescription"].map {
        Member($0, String.self, isListed: false) { actionText($0) }
      }
    }
    var members: [Member] = []
    if type is any CustomStringConvertible.Type {
      members.append(
        Member("description", String.self, isListed: false) {
          ($0 as? any CustomStringConvertible)?.description
        }
      )
    }
    if type is any CustomDebugStringConvertible.Type {
      members.append(
        Member("debugDescription", String.self, isListed: false) {
          ($0 as? any CustomDebugStringConvertible)?.debugDescription
        }
      )
    }
    return members
  }
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
  if type == UntypedCase.self { return "a case" }
  // The element type of a list of various values has been erased.
  if type == [Any].self { return "Array" }
  if type == [AnyHashable: Any].self { return "Dictionary" }
  return dumpTypeName(type)
}
