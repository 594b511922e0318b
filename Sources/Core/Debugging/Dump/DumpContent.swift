/// The form and children of a value, read in place where its memory is known, otherwise by reflection.
struct DumpContent {
  let form: DumpNode.Form
  let children: DumpChildren
  let isLeaf: Bool
}

extension DumpContent {
  private init(_ form: DumpNode.Form, _ children: [DumpChild] = []) {
    self.init(form: form, children: .all(children), isLeaf: children.isEmpty)
  }

  init(_ value: Any, _ shape: Shape) {
    switch shape.kind {
    case .text: self.init(.string((value as? any TextValue)?.literalText ?? ""))
    case .scalar: self.init(.text((value as? any ScalarValue)?.description ?? ""))
    case .described:
      self.init(.text((value as? any CustomDumpStringConvertible)?.customDumpDescription ?? ""))
    case .mirrored:
      let mirror = (value as? any CustomDumpReflectable)?.customDumpMirror
      self.init(value, shape, mirror ?? Mirror(reflecting: value))
    case .record: self.init(value, shape, shape.record)
    case .choice:
      let current = Choice.current(of: value)
      let name = current.map { $0.payload == nil ? Self.name(of: $0.element, value, shape) : $0.element.name }
      self.init(case: name ?? "", current?.payload, shape)
    case .list: self.init(list: Self.versions(of: value))
    case .table:
      let pairs = sortedByDump((value as? any UnorderedPairs)?.anyPairs ?? []) { $0.key }
      self.init(.dictionary(isOrdered: false), pairs.map { DumpChild(name: .key($0.key), value: $0.value) })
    case .set:
      let members = sortedByDump((value as? any UnorderedMembers)?.anyMembers ?? []) { $0 }
      self.init(.set(isOrdered: false), members.map { DumpChild(name: nil, value: $0) })
    case .keyPath: self.init(.text((value as? AnyKeyPath).map(dumpText(of:)) ?? ""))
    case .metatype: self.init(.text((value as? Any.Type).map { dumpTypeName($0) + ".self" } ?? ""))
    // A node unwraps optionals, so a remaining one is `nil`.
    case .standIn, .optional: self.init(.text("nil"))
    case .opaque: self.init(value, shape, Mirror(reflecting: value))
    }
  }

  private init(list: (any RegionDiffable)?) {
    guard let list else {
      self.init(.list)
      return
    }
    self.init(form: .list, children: .list(list), isLeaf: list.dumpCount == 0)
  }

  static func versions(of list: Any) -> (any RegionDiffable)? {
    func open<List: ListValue>(_ list: List) -> any RegionDiffable { ArrayVersion(elements: Array(list)) }
    return list as? any RegionDiffable ?? (list as? any ListValue).map { open($0) }
  }

  private init(_ value: Any, _ shape: Shape, _ record: Record?) {
    let children = withAddress(of: value) { whole in
      record?.parts.map { part in
        DumpChild(name: record?.name(of: part).map(DumpName.label), value: part.value(in: whole))
      } ?? []
    }
    switch shape.typeKind {
    case .tuple: self.init(.tuple, children)
    case .reference: self.init(.object(value as AnyObject, shape.name), children)
    default: self.init(.structure(shape.name), children)
    }
  }

  /// The name of a case without a payload, for which a type may have a description. Case paths name the case itself.
  private static func name(of element: Choice.Case, _ value: Any, _ shape: Shape) -> String {
    shape.has(.described) && !shape.has(.casePaths) ? String(describing: value) : element.name
  }

  private init(case name: String, _ payload: Any?, _ shape: Shape) {
    let form = DumpNode.Form.enumCase(type: shape.name, name: name, hasPayload: payload != nil)
    guard let payload else {
      self.init(form)
      return
    }
    let inner = DumpNode(payload)
    if case .tuple = inner.form, !inner.wasOptional {
      self.init(form: form, children: inner.children, isLeaf: false)
    } else {
      self.init(form, [DumpChild(name: nil, value: payload)])
    }
  }
}

extension Record {
  /// The name of a part in a dump: that in the source, except for the storage of a wrapped property.
  func name(of part: Part) -> String? {
    part.label != part.storedName && !isObserved && !part.shape.has(.sharedStorage)
      ? part.storedName : part.label
  }
}

extension TypeTrait {
  static let casePaths = TypeTrait { $0 is any CasePathable.Type }
  static let described = TypeTrait {
    $0 is any CustomStringConvertible.Type || $0 is any CustomDebugStringConvertible.Type
      || $0 is any TextOutputStreamable.Type
  }
}

// Reflection.
extension DumpContent {
  private init(_ value: Any, _ shape: Shape, _ mirror: Mirror) {
    switch mirror.displayStyle {
    case .struct where value is any SIMD:
      self.init(form: .text(String(describing: value)), children: .all([]), isLeaf: false)
    case .struct:
      self.init(.structure(shape.name), Self.fields(mirror))
    case .class, .foreignReference:
      let fields = Self.fields(mirror)
      self.init(
        form: .object(value as AnyObject, shape.name),
        children: .all(fields),
        isLeaf: mirror.children.isEmpty
      )
    case .enum:
      let element = mirror.children.first.flatMap { child in child.label.map { ($0, child.value) } }
      self.init(case: element?.0 ?? String(describing: value), element?.1, shape)
    case .tuple:
      self.init(.tuple, Self.fields(mirror))
    case .optional:
      guard let wrapped = mirror.children.first else {
        self.init(.text("nil"))
        return
      }
      let node = DumpNode(wrapped.value)
      self.init(form: node.form, children: node.children, isLeaf: false)
    case .collection:
      let children = mirror.children.enumerated().map { DumpChild(name: .index($0), value: $1.value) }
      self.init(.list, children)
    case .set:
      self.init(.set(isOrdered: true), mirror.children.map { DumpChild(name: nil, value: $0.value) })
    case .dictionary:
      self.init(.dictionary(isOrdered: true), mirror.children.compactMap(Self.pair))
    default:
      self.init(form: .text(String(describing: value)), children: .all([]), isLeaf: mirror.children.isEmpty)
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
      if isObserved || value is any SharedPropertyStorage, label.hasPrefix("_") { label.removeFirst() }
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
