/// The shape and children of a value, from its static description if it has one, otherwise by reflection.
struct DumpContent {
  let shape: DumpNode.Shape
  let children: DumpChildren
  let isLeaf: Bool

  private init(_ shape: DumpNode.Shape, _ children: [DumpChild] = []) {
    self.init(shape, .all(children), isLeaf: children.isEmpty)
  }

  private init(_ shape: DumpNode.Shape, _ children: DumpChildren, isLeaf: Bool) {
    self.shape = shape
    self.children = children
    self.isLeaf = isLeaf
  }

  init(_ value: Any, _ facts: TypeFacts) {
    switch facts.kind {
    case .string:
      self.init(.string((value as? any StringLike)?.literalText ?? ""))
    case .plain:
      self.init(.text((value as? any PlainText)?.plainText ?? ""))
    case .described:
      self.init(.text((value as? any CustomDumpStringConvertible)?.customDumpDescription ?? ""))
    case .reflected:
      let mirror = (value as? any CustomDumpReflectable)?.customDumpMirror
      self.init(value, facts, mirror ?? Mirror(reflecting: value))
    case .fields(let reader):
      let children = zip(reader.names, reader.read(value)).map { DumpChild(name: .label($0), value: $1) }
      self.init(Self.fieldsShape(value, facts), children)
    case .enumCase:
      self.init(enumeration: (value as? any DumpCaseProviding)?.dumpCase ?? DumpCase(""), facts)
    case .regions:
      self.init(list: value as? any RegionDiffable)
    case .array:
      self.init(list: (value as? any ArrayLike)?.arrayVersion)
    case .pairs:
      let pairs = sortedByDump((value as? any UnorderedPairs)?.anyPairs ?? []) { $0.key }
      self.init(.dictionary(isOrdered: false), pairs.map { DumpChild(name: .key($0.key), value: $0.value) })
    case .members:
      let members = sortedByDump((value as? any UnorderedMembers)?.anyMembers ?? []) { $0 }
      self.init(.set(isOrdered: false), members.map { DumpChild(name: nil, value: $0) })
    case .keyPath:
      self.init(.text((value as? AnyKeyPath).map(dumpText(of:)) ?? ""))
    case .type:
      self.init(.text((value as? Any.Type).map { dumpTypeName($0) + ".self" } ?? ""))
    case .represented, .optional:
      // A node unwraps optionals, so a remaining one is `nil`.
      self.init(.text("nil"))
    case .mirror:
      self.init(value, facts, Mirror(reflecting: value))
    }
  }

  private init(list: (any RegionDiffable)?) {
    guard let list else {
      self.init(.list)
      return
    }
    self.init(.list, .list(list), isLeaf: list.dumpCount == 0)
  }

  private init(enumeration: DumpCase, _ facts: TypeFacts) {
    let payload = enumeration.payload
    let children = (payload ?? []).map { DumpChild(name: $0.label.map(DumpName.label), value: $0.value) }
    self.init(
      .enumCase(type: facts.name, name: enumeration.name, hasPayload: payload != nil),
      .all(children),
      isLeaf: payload == nil
    )
  }

  private static func fieldsShape(_ value: Any, _ facts: TypeFacts) -> DumpNode.Shape {
    type(of: value) is AnyClass ? .object(value as AnyObject, facts.name) : .structure(facts.name)
  }
}

// Reflection.
extension DumpContent {
  private init(_ value: Any, _ facts: TypeFacts, _ mirror: Mirror) {
    switch mirror.displayStyle {
    case .struct where value is any SIMD:
      self.init(.text(String(describing: value)), .all([]), isLeaf: false)
    case .struct:
      self.init(.structure(facts.name), Self.fields(mirror))
    case .class, .foreignReference:
      let fields = Self.fields(mirror)
      self.init(.object(value as AnyObject, facts.name), .all(fields), isLeaf: mirror.children.isEmpty)
    case .enum:
      self.init(value, facts, enumeration: mirror)
    case .tuple:
      self.init(.tuple, Self.fields(mirror))
    case .optional:
      guard let wrapped = mirror.children.first else {
        self.init(.text("nil"))
        return
      }
      let node = DumpNode(wrapped.value)
      self.init(node.shape, node.children, isLeaf: false)
    case .collection:
      let children = mirror.children.enumerated().map { DumpChild(name: .index($0), value: $1.value) }
      self.init(.list, children)
    case .set:
      self.init(.set(isOrdered: true), mirror.children.map { DumpChild(name: nil, value: $0.value) })
    case .dictionary:
      self.init(.dictionary(isOrdered: true), mirror.children.compactMap(Self.pair))
    case nil:
      self.init(.text(String(describing: value)), .all([]), isLeaf: mirror.children.isEmpty)
    @unknown default:
      self.init(.text(String(describing: value)), .all([]), isLeaf: mirror.children.isEmpty)
    }
  }

  private init(_ value: Any, _ facts: TypeFacts, enumeration mirror: Mirror) {
    guard let (label, payload) = mirror.children.first, let label else {
      self.init(.enumCase(type: facts.name, name: String(describing: value), hasPayload: false))
      return
    }
    let shape = DumpNode.Shape.enumCase(type: facts.name, name: label, hasPayload: true)
    let inner = DumpNode(payload)
    if case .tuple = inner.shape, !inner.wasOptional {
      self.init(shape, inner.children, isLeaf: false)
    } else {
      self.init(shape, [DumpChild(name: nil, value: payload)])
    }
  }

  /// The stored properties, starting with those of superclasses, under their names in the source.
  ///
  /// Observation macros store a property `isComplete` as `_isComplete`, along with a registrar. Only if there is such
  /// a registrar is the underscore removed. A shared property also has an underscore in storage.
  private static func fields(_ mirror: Mirror) -> [DumpChild] {
    var fields = mirror.superclassMirror.map(fields) ?? []
    // Iterate only once, because each iteration reads all children again.
    let children = Array(mirror.children)
    let isObserved = children.contains { $0.label == "_$observationRegistrar" }
    for (label, value) in children {
      guard var label, !label.hasPrefix(".") else {
        fields.append(DumpChild(name: nil, value: value))
        continue
      }
      if label == "_$observationRegistrar" { continue }
      if isObserved || value is any SharedDumpable, label.hasPrefix("_") { label.removeFirst() }
      fields.append(DumpChild(name: .label(label), value: value))
    }
    return fields
  }

  private static func pair(_ child: Mirror.Child) -> DumpChild? {
    let parts = Array(Mirror(reflecting: child.value).children)
    guard parts.count == 2 else { return nil }
    return DumpChild(name: .key(parts[0].value), value: parts[1].value)
  }
}
