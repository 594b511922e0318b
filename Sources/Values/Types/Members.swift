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
  /// Reads it from a value of the type. The result is valid as long as that value is in place.
  let read: (Peek) -> Value

  /// - Parameter type: The declared type; `nil` if it is unknown.
  init(
    _ name: String,
    _ type: Shape? = nil,
    isOptional: Bool = false,
    isListed: Bool = true,
    bytes: Range<Int>? = nil,
    _ read: @escaping (Peek) -> Value
  ) {
    (self.name, self.type, self.isListed, self.bytes, self.read) = (
      name, type?.settled, isListed, bytes, read
    )
    self.isOptional = isOptional || type?.wrapped != nil
  }

  /// A stored property or an element of a tuple.
  init(_ name: String, _ part: Part) {
    let isSettled = part.shape.settled === part.shape
    self.init(name, part.shape, bytes: part.bytes) { whole in
      isSettled ? .place(whole.part(part)) : Value(whole.part(part))
    }
  }

  /// The same member, which completions and errors do not list.
  fileprivate var unlisted: Member {
    Member(name, type, isOptional: isOptional, isListed: false, bytes: bytes, read)
  }

  /// A member that is computed from a value of a known type.
  static func of<Root, Result>(
    _ name: String,
    isListed: Bool = true,
    _ read: @escaping (Root) -> Result
  ) -> Member {
    Member(name, .of(Result.self), isListed: isListed) { root in
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
  /// The raw value of a `RawRepresentable` value.
  let rawValue: Member?
  /// The names of those that completions and errors list, in display order.
  let names: [String]
  /// Whether the type alone decides which members there are.
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
    rawValue = shape.rawRepresentable.map { Self.rawValue(of: $0) }
    let protocols = [rawValue, Self.id(of: shape.type)].compactMap(\.self) + Self.descriptions(of: shape)
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
    Peek.read(value) { whole in list(of: whole).first { $0.name == name }.map { $0.read(whole).any } }
  }

  private static func list(of value: Peek) -> [Member] {
    let members = of(value.shape)
    return members.stored == nil ? members.declared + reflected(value) + members.known : members.all
  }

  /// The names of all members in display order.
  static func names(of value: Any) -> [String] {
    Peek.read(value) { listed(list(of: $0)) }
  }

  /// The names of the stored properties.
  static func storedNames(of value: Any) -> [String] {
    Peek.read(value) { (of($0.shape).stored ?? reflected($0)).filter(\.isListed).map(\.name) }
  }

  /// The properties of an object, or those in a value's own mirror.
  private static func reflected(_ value: Peek) -> [Member] {
    var members: [Member] = []
    var mirror: Mirror? = value.reflection
    while let current = mirror {
      // The children of a collection are its elements, of which there may be many.
      if [.struct, .class, .tuple, nil].contains(current.displayStyle) {
        for case (let label?, let child) in current.children { members += stored(label) { _ in child } }
      }
      mirror = current.superclassMirror
    }
    return members
  }
}

// Where the members come from.
extension Members {
  private static func declared(by shape: Shape) -> [Member] {
    func members<Root: ExpressionMembers>(_: Root.Type) -> [Member] {
      Root.expressionMemberNames.map { name in
        Member(name, Root.expressionMemberTypes[name].map { .of($0) }) { root in
          Value(flattening: root.address.assumingMemoryBound(to: Root.self).pointee.expressionMember(name))
        }
      }
    }
    let declared = (shape.type as? any ExpressionMembers.Type).map { members($0) } ?? []
    return declared + (shape.record?.computed ?? []).map { Member($0.label ?? "", $0) }
  }

  private static let ofTexts: [Member] = {
    func member<Result>(_ name: String, _ read: @escaping (String) -> Result) -> Member {
      Member(name, .of(Result.self)) { Value(flattening: text(of: $0.value).map(read)) }
    }
    return [
      member("count", \.count), member("isEmpty", \.isEmpty), member("first", \.first),
      member("last", \.last),
      member("capitalized", \.capitalized), member("description", \.self).unlisted,
      member("debugDescription", \.debugDescription).unlisted,
    ]
  }()

  private static func ofCollection(_ shape: Shape) -> [Member] {
    guard shape.has(.collection) else { return [] }
    let count = { (list: Peek) in Value.place(list).elementCount ?? 0 }
    let sizes = [
      Member("count", .of(Int.self)) { .made(count($0)) },
      Member("isEmpty", .of(Bool.self)) { .made(count($0) == 0) },
    ]
    if let pairs = shape.pairs {
      func member(_ name: String, _ type: Shape, _ part: @escaping ((key: Any, value: Any)) -> Any) -> Member
      {
        Member(name, .list(of: type)) { dictionary in
          .list((Value.place(dictionary).pairs ?? []).map { Value(flattening: part($0)) }, of: type)
        }
      }
      return sizes + [
        member("keys", pairs.key, \.key), member("values", pairs.value, \.value),
      ]
    }
    if shape.has(.unordered) { return sizes }
    func member(_ name: String, _ position: @escaping (_ count: Int) -> Int) -> Member {
      Member(name, shape.element, isOptional: true) { list in
        let count = count(list)
        return count == 0 ? .null : Value.place(list).element(at: position(count))
      }
    }
    return sizes + [
      member("first") { _ in 0 }, member("last") { $0 - 1 },
      Member("indices", .of(Range<Int>.self)) { .made(0..<count($0)) },
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
        if shape.typeKind != .tuple { return [Member(label, part)] }
        // A part with a label also has a number.
        let number = Member("\(index)", part)
        return label.first == "." ? [number] : [Member(label, part), number.unlisted]
      }
      return stored(label, isStorage: isStorage, properties) { part.value(in: $0.address) }
    }
  }

  /// A stored property, by its name in the source, and by the name of the storage of an observed, wrapped or lazy one.
  private static func stored(
    _ label: String,
    isStorage: Bool = false,
    _ properties: [NamedKeyPath] = [],
    _ read: @escaping (Peek) -> Any
  ) -> [Member] {
    let lazyPrefix = "$__lazy_storage_$_"
    let isLazy = label.hasPrefix(lazyPrefix)
    // What else starts so is storage that macros add.
    if !isLazy, label.hasPrefix("_$") || label.hasPrefix("$") { return [] }
    let value = { Value(flattening: read($0)) }
    let wrapped = { Value(flattening: wrappedValue(of: read($0))) }
    if label.hasPrefix(".") { return [Member(String(label.dropFirst()), nil, value)] }
    func type(_ name: String) -> Shape? { properties.first { $0.name == name }.map { .of($0.type) } }
    if !isLazy, label.first != "_" { return [Member(label, type(label), isStorage ? wrapped : value)] }
    let name = String(label.dropFirst(isLazy ? lazyPrefix.count : 1))
    return [Member(name, type(name), wrapped), Member(label, isListed: false, value)]
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
      let elements = choice.cases.filter { $0.name == name }
      let type = elements.count == 1 ? elements[0].onlyValue?.shape ?? elements[0].payload : nil
      return Member(name, type) { value in
        guard let (element, payload) = value.current else {
          return Choice.caseName(of: value.value) == name ? .made(()) : .null
        }
        guard element.name == name else { return .null }
        return payload.map { Value(element.onlyValue.map($0.part) ?? $0).kept } ?? .made(())
      }
    }
  }

  private static func rawValue<Root: RawRepresentable>(of _: Root.Type) -> Member {
    .of("rawValue", \Root.rawValue)
  }

  private static func id(of type: Any.Type) -> Member? {
    func id<Root: Identifiable>(_: Root.Type) -> Member { .of("id", \Root.id) }
    return (type as? any Identifiable.Type).map { id($0) }
  }

  private static func descriptions(of shape: Shape) -> [Member] {
    func text<Root: CustomStringConvertible>(_: Root.Type) -> Member {
      .of("description", isListed: false, \Root.description)
    }
    func debugText<Root: CustomDebugStringConvertible>(_: Root.Type) -> Member {
      .of("debugDescription", isListed: false, \Root.debugDescription)
    }
    if shape.has(.collection) {
      // Its own description would reflect its elements, including storage that macros have added to them.
      return ["description", "debugDescription"].map { name in
        Member(name, .of(String.self), isListed: false) { .made(actionText($0.value)) }
      }
    }
    var members: [Member] = []
    if case let type as any CustomStringConvertible.Type = shape.type { members.append(text(type)) }
    if case let type as any CustomDebugStringConvertible.Type = shape.type { members.append(debugText(type)) }
    return members
  }
}

extension Choice.Case {
  /// The associated value, if there is no other.
  fileprivate var onlyValue: Part? { parameters.count == 1 ? parameters[0] : nil }
}

/// The value, unwrapped from optionals and with representing values replaced by what they represent.
package func flattened(_ value: Any) -> Any? {
  if !Shape.of(value: value).has(.flattened) { return value }
  var value = value
  // Limits the number of steps, in case values represent each other in a cycle.
  for _ in 0..<16 {
    switch value {
    case let optional as any OptionalType:
      guard let wrapped = optional.wrapped else { return nil }
      value = wrapped
    case let representable as any ExpressionRepresentable: value = representable.expressionRepresentation
    case let erased as AnyHashable where type(of: value) == AnyHashable.self: value = erased.base
    default: return value
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
