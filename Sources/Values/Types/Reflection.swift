import Core

/// Looks up members of any value.
package enum Reflection {
  /// The value, unwrapped from optionals and with representing values replaced by what they represent.
  package static func flattened(_ value: Any) -> Any? {
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

  /// The member with a name: declared by the type, stored, the payload of a case, or known from a protocol.
  ///
  /// - Returns: `nil` if there is no such member; `.some(nil)` if its value is `nil`.
  package static func member(_ name: String, of value: Any) -> Any?? {
    let shape = Shape.of(value: value)
    if shape.has(.members), let members = value as? any ExpressionMembers,
      type(of: members).expressionMemberNames.contains(name)
    {
      return .some(members.expressionMember(name).flatMap(flattened))
    }
    if shape.has(.string), let text = value as? any StringProtocol { return textMember(name, of: text) }
    if shape.has(.collection), let collection = value as? any Collection,
      let member = CollectionAccess.member(name, of: collection)
    {
      return .some(member)
    }
    if let stored = storedMember(name, of: value, shape) { return .some(flattened(stored)) }
    if let payload = casePayload(name, of: value) { return .some(payload) }
    return conformanceMember(name, of: value)
  }

  /// The names of all members in display order: those declared by the type first.
  static func memberNames(of value: Any) -> [String] {
    var names: [String] = []
    if let members = value as? any ExpressionMembers { names += type(of: members).expressionMemberNames }
    if value is any StringProtocol { return names + ["count", "isEmpty", "first", "last"] }
    if let collection = value as? any Collection { names += CollectionAccess.memberNames(of: collection) }
    names += storedNames(of: value)
    names += Choice.names(of: type(of: value)) ?? []
    if value is any RawRepresentable { names.append("rawValue") }
    if value is any Identifiable { names.append("id") }
    if value is UUID { names.append("uuidString") }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension Reflection {
  private static func textMember(_ name: String, of text: any StringProtocol) -> Any?? {
    switch name {
    case "count": .some(text.count)
    case "isEmpty": .some(text.isEmpty)
    case "first": .some(text.first.map { String($0) })
    case "last": .some(text.last.map { String($0) })
    default: nil
    }
  }

  /// A stored property, or the storage of an observed, wrapped or lazy property, which has a different name.
  private static func storedMember(_ name: String, of value: Any, _ shape: Shape) -> Any? {
    // The storage of a duration is an implementation detail.
    if shape.type == Duration.self { return nil }
    if let record = shape.ownRecord {
      if let part = record.parts.first(where: { $0.label == name }) {
        let value = withAddress(of: value) { part.value(in: $0) }
        return part.storedName != name || part.shape.has(.storage) ? unwrappedProperty(value) : value
      }
      return withAddress(of: value) { whole in
        storedMember(
          name,
          in: record.parts.enumerated().map { ($1.storedName ?? ".\($0)", $1.value(in: whole)) }
        )
      }
    }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      if current.hasNamedChildren,
        let member = storedMember(name, in: current.children.map { ($0.label, $0.value) })
      {
        return member
      }
      mirror = current.superclassMirror
    }
    return nil
  }

  private static func storedMember(_ name: String, in children: [(label: String?, value: Any)]) -> Any? {
    var hidden: Any?
    for (label, value) in children {
      guard let label else { continue }
      if label == name || label.dropFirst() == name && label.first == "." { return value }
      if label == "_" + name || label == "$__lazy_storage_$_" + name { hidden = value }
    }
    return hidden.map(unwrappedProperty)
  }

  /// The value of a property wrapper rather than the wrapper.
  private static func unwrappedProperty(_ storage: Any) -> Any {
    let mirror = Mirror(reflecting: storage)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return storage }
    return mirror.children.first { $0.label == "wrappedValue" }?.value ?? storage
  }

  package static func storedNames(of value: Any) -> [String] {
    if value is Duration { return [] }
    if let record = Shape.of(value: value).ownRecord {
      return record.parts.enumerated().compactMap { publicName($1.storedName ?? ".\($0)") }
    }
    var names: [String] = []
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      if current.hasNamedChildren { names += current.children.compactMap { $0.label.flatMap(publicName) } }
      mirror = current.superclassMirror
    }
    return names
  }

  /// The source name of a stored property; `nil` for storage that macros add.
  static func publicName(_ label: String) -> String? {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    if label.hasPrefix("_$") || label.hasPrefix("$") { return nil }
    return label.first == "_" || label.first == "." ? String(label.dropFirst()) : label
  }

  /// The payload if the value is in the case with that name, `nil` if it is in another case.
  private static func casePayload(_ name: String, of value: Any) -> Any?? {
    guard let current = Choice.caseName(of: value) else { return nil }
    if current == name {
      let payload = Choice.payload(of: value)
      if payload.count == 1 { return .some(flattened(payload[0].value)) }
      return .some(Choice.current(of: value)?.payload ?? ())
    }
    return Choice.names(of: type(of: value))?.contains(name) == true ? .some(nil) : nil
  }

  private static func conformanceMember(_ name: String, of value: Any) -> Any?? {
    switch (name, value) {
    case ("rawValue", let value as any RawRepresentable): .some(flattened(rawValue(of: value)))
    case ("id", let value as any Identifiable): .some(flattened(identity(of: value)))
    case ("uuidString", let value as UUID): .some(value.uuidString)
    // A collection's own description would reflect its elements, including storage that macros have added to them.
    case ("description", let value as any Collection), ("debugDescription", let value as any Collection):
      .some(actionText(value))
    case ("description", let value as any CustomStringConvertible): .some(value.description)
    case ("debugDescription", let value as any CustomDebugStringConvertible): .some(value.debugDescription)
    default: nil
    }
  }

  package static func rawValue(of value: any RawRepresentable) -> Any {
    func open<R: RawRepresentable>(_ value: R) -> Any { value.rawValue }
    return open(value)
  }

  package static func identity(of value: any Identifiable) -> Any {
    func open<I: Identifiable>(_ value: I) -> Any { value.id }
    return open(value)
  }

  /// The name of the type, qualified with its enclosing types, since many are called `State`.
  package static func typeName(of value: Any?) -> String {
    guard let value else { return "nil" }
    if value is CaseLiteral { return "a case" }
    // The element type of a `map` result has been erased.
    if type(of: value) == [Any].self { return "Array" }
    if type(of: value) == [AnyHashable: Any].self { return "Dictionary" }
    return dumpTypeName(type(of: value))
  }
}

extension Mirror {
  /// Whether its children are properties. The children of a collection are its elements, of which there may be many.
  fileprivate var hasNamedChildren: Bool {
    switch displayStyle {
    case .struct, .class, .tuple, nil: true
    default: false
    }
  }
}

extension Shape {
  /// The parts of a structure or tuple without a mirror of its own.
  fileprivate var ownRecord: Record? {
    typeKind == .reference || has(.customMirror) ? nil : record
  }
}
