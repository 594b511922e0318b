/// The contents of a value in a dump: a form and children, without transparent wrappers.
///
/// Transparent wrappers are non-`nil` optionals and types that are dumped as another value
/// (``CustomDumpRepresentable``).
package struct Contents {
  package enum Form {
    case text(String)
    case string(String)
    case structure(String)
    case object(AnyObject, String)
    /// An enum: the names of the type and the case. `hasPayload` is also true for `case(())`.
    case enumCase(type: String, name: String, hasPayload: Bool)
    case tuple
    case list
    case dictionary(isOrdered: Bool)
    case set(isOrdered: Bool)
  }

  /// The value without transparent wrappers.
  package let peek: Peek
  package private(set) var form: Form
  package private(set) var children: Children
  /// Whether reflection finds nothing inside. A parent whose only child is a leaf is dumped on one line.
  private(set) var isLeaf: Bool
  private(set) var wasOptional = false
  private(set) var wasRepresented = false
}

/// A child of a dumped value.
package struct DumpChild {
  package let name: DumpName?
  package let peek: Peek
}

/// The name before a child.
package enum DumpName {
  case label(String)
  case index(Int)
  case key(Peek)
  /// An element that moved from one index to another.
  case move(from: Int, to: Int)
}

extension Contents {
  /// The children of a value. Those of a list are read on demand.
  package enum Children {
    case all([DumpChild])
    case list(Peek)

    package var count: Int {
      switch self {
      case .all(let children): children.count
      case .list(let list): list.count
      }
    }

    package subscript(position: Int) -> DumpChild {
      switch self {
      case .all(let children): children[position]
      case .list(let list): DumpChild(name: .index(position), peek: list.element(at: position) ?? list)
      }
    }
  }

  /// Whether the children of two values are compared one by one.
  func isComparable(to other: Contents) -> Bool {
    switch (form, other.form) {
    case (.enumCase(_, let name, let hasPayload), .enumCase(_, let otherName, _)):
      name == otherName && hasPayload
    case (.structure, .structure), (.object, .object), (.tuple, .tuple), (.list, .list),
      (.dictionary, .dictionary), (.set, .set):
      true
    default: false
    }
  }

  /// Whether the children are fields, each with a fixed name or position.
  var hasFields: Bool {
    switch form {
    case .structure, .object, .enumCase, .tuple: true
    default: false
    }
  }

  /// The only child of a structure or enum, if it is a leaf: both are then dumped on one line.
  var onlyLeaf: Contents? {
    guard hasFields, children.count == 1 else { return nil }
    let child = Contents(of: children[0].peek)
    return child.isLeaf ? child : nil
  }

  package init(of wrapped: Peek) {
    let (peek, wasOptional, wasRepresented, isWrapped) = wrapped.withoutWrappers
    self.init(inside: peek)
    (self.wasOptional, self.wasRepresented) = (wasOptional, wasRepresented)
    // Types that customise their dump are not reflected, unless they only represent another value.
    switch peek.shape.kind {
    case .described where wasRepresented: isLeaf = !isWrapped && reflect(peek.value).children.isEmpty
    case .described, .mirrored: break
    default: isLeaf = isLeaf && !isWrapped
    }
  }
}

extension Peek {
  /// The value without transparent wrappers, the kinds of these, and whether the innermost is an optional.
  fileprivate var withoutWrappers: (peek: Peek, wasOptional: Bool, wasRepresented: Bool, isWrapped: Bool) {
    var (peek, wasOptional, wasRepresented, isWrapped) = (opened, false, false, false)
    while let next = peek.represented ?? peek.wrapped {
      isWrapped = peek.shape.kind == .optional
      wasOptional = wasOptional || isWrapped
      wasRepresented = wasRepresented || !isWrapped
      peek = next.opened
    }
    return (peek, wasOptional, wasRepresented, isWrapped)
  }
}

extension Contents {
  private init(_ peek: Peek, _ form: Form, _ children: [DumpChild] = []) {
    (self.peek, self.form, self.children, isLeaf) = (peek, form, .all(children), children.isEmpty)
  }

  /// The contents of a value without wrappers: read in place where its memory is known, otherwise by reflection.
  private init(inside peek: Peek) {
    let shape = peek.shape
    switch shape.kind {
    case .text: self.init(peek, .string(peek.text ?? ""))
    case .scalar, .described: self.init(peek, .text(peek.text ?? ""))
    case .record:
      let children = shape.record?.parts.map { part in
        DumpChild(name: shape.record?.name(of: part).map(DumpName.label), peek: peek.part(part))
      }
      self.init(peek, Self.form(peek), children ?? [])
    case .choice:
      let current = peek.current
      let name = current.map { $0.payload == nil ? Self.name(of: $0.element, peek) : $0.element.name }
      self.init(peek, case: name ?? "", current?.payload)
    case .list:
      self.init(peek, .list)
      (children, isLeaf) = (.list(peek), peek.count == 0)
    case .table:
      let pairs = sortedByDump(peek.members) { $0.key }
      self.init(
        peek,
        .dictionary(isOrdered: false),
        pairs.map { Self.entry($0.key, $0.value, on: peek.side) }
      )
    case .set:
      let members = sortedByDump(peek.members) { $0.key }
      self.init(peek, .set(isOrdered: false), members.map { Self.child(nil, $0.value, on: peek.side) })
    case .keyPath: self.init(peek, .text((peek.value as? AnyKeyPath).map(dumpText(of:)) ?? ""))
    case .metatype: self.init(peek, .text((peek.value as? Any.Type).map { dumpTypeName($0) + ".self" } ?? ""))
    // An optional with a value is dumped as the value, so this one is `nil`.
    case .standIn, .optional: self.init(peek, .text("nil"))
    case .mirrored, .opaque: self.init(peek, peek.reflection)
    }
  }

  /// The form of a value that consists of fields.
  private static func form(_ peek: Peek) -> Contents.Form {
    switch peek.shape.typeKind {
    case .tuple: .tuple
    case .reference: .object(peek.value as AnyObject, peek.shape.name)
    default: .structure(peek.shape.name)
    }
  }

  private static func child(_ name: DumpName?, _ value: Any, on side: ComparisonSide) -> DumpChild {
    DumpChild(name: name, peek: Peek(value, on: side))
  }

  private static func entry(_ key: Any, _ value: Any, on side: ComparisonSide) -> DumpChild {
    child(.key(Peek(key, on: side)), value, on: side)
  }

  /// The name of a case without a payload, for which a type may have a description. Case paths name the case itself.
  private static func name(of element: Choice.Case, _ peek: Peek) -> String {
    peek.shape.has(.described) && !peek.shape.has(.casePaths)
      ? String(describing: peek.value) : element.name
  }

  private init(_ peek: Peek, case name: String, _ payload: Peek?) {
    self.init(
      peek,
      .enumCase(type: peek.shape.name, name: name, hasPayload: payload != nil),
      payload.map { [DumpChild(name: nil, peek: $0)] } ?? []
    )
    // The elements of a tuple are the associated values. A mirror may show another value as a tuple.
    guard let (payload, wasOptional, _, _) = payload?.withoutWrappers, !wasOptional,
      payload.shape.typeKind == .tuple || [.mirrored, .opaque].contains(payload.shape.kind)
    else { return }
    let contents = Contents(inside: payload)
    if case .tuple = contents.form { (children, isLeaf) = (contents.children, false) }
  }

  // Reflection.

  private init(_ peek: Peek, _ mirror: Mirror) {
    let side = peek.side
    switch mirror.displayStyle {
    case .struct where peek.shape.has(.vector):
      self.init(peek, .text(String(describing: peek.value)))
      isLeaf = false
    case .struct, .tuple:
      self.init(
        peek,
        mirror.displayStyle == .tuple ? .tuple : .structure(peek.shape.name),
        Self.fields(mirror, on: side)
      )
    case .class, .foreignReference:
      self.init(peek, .object(peek.value as AnyObject, peek.shape.name), Self.fields(mirror, on: side))
      isLeaf = mirror.children.isEmpty
    case .enum:
      let element = mirror.children.first.flatMap { child in child.label.map { ($0, child.value) } }
      let payload = element.map { Peek($0.1, on: side) }
      self.init(peek, case: element?.0 ?? String(describing: peek.value), payload)
    case .optional:
      self.init(peek, .text("nil"))
      if let wrapped = mirror.children.first {
        let contents = Contents(of: Peek(wrapped.value, on: side))
        (form, children, isLeaf) = (contents.form, contents.children, false)
      }
    case .collection:
      self.init(peek, .list, mirror.children.enumerated().map { Self.child(.index($0), $1.value, on: side) })
    case .set:
      self.init(peek, .set(isOrdered: true), mirror.children.map { Self.child(nil, $0.value, on: side) })
    case .dictionary:
      let children = mirror.children.compactMap { child -> DumpChild? in
        let parts = Array(reflect(child.value).children)
        return parts.count == 2 ? Self.entry(parts[0].value, parts[1].value, on: side) : nil
      }
      self.init(peek, .dictionary(isOrdered: true), children)
    default:
      self.init(peek, .text(String(describing: peek.value)))
      isLeaf = mirror.children.isEmpty
    }
  }

  /// The stored properties, starting with those of superclasses, under their names in the source.
  ///
  /// Observation macros store a property `isComplete` as `_isComplete`, along with a registrar. Only if there is such
  /// a registrar is the underscore removed. A shared property also has an underscore in storage.
  private static func fields(_ mirror: Mirror, on side: ComparisonSide) -> [DumpChild] {
    var fields = mirror.superclassMirror.map { Self.fields($0, on: side) } ?? []
    // Iterate only once, because each iteration reads all children again.
    let children = Array(mirror.children)
    let isObserved = children.contains { $0.label == "_$observationRegistrar" }
    for (label, value) in children where label != "_$observationRegistrar" {
      let peek = Peek(value, on: side)
      var label = label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      if isObserved || peek.shape.has(.sharedStorage), label?.hasPrefix("_") == true { label?.removeFirst() }
      fields.append(DumpChild(name: label.map(DumpName.label), peek: peek))
    }
    return fields
  }
}

/// Reflects a value whose memory layout is not known: the only fallback.
func reflect(_ value: Any) -> Mirror { Mirror(reflecting: value) }

extension Peek {
  /// The type's own mirror, or else that of reflection, where the shape does not suffice.
  package var reflection: Mirror { mirror ?? reflect(value) }
}

extension Record {
  /// The name of a part in a dump: that in the source, except for the storage of a wrapped property.
  func name(of part: Part) -> String? {
    part.label != part.storedName && !isObserved && !part.shape.has(.sharedStorage)
      ? part.storedName : part.label
  }
}

extension TypeTrait {
  package static let casePaths = TypeTrait((any CasePathable.Type).self)
  static let described = TypeTrait {
    $0 is any CustomStringConvertible.Type || $0 is any CustomDebugStringConvertible.Type
      || $0 is any TextOutputStreamable.Type
  }
}
