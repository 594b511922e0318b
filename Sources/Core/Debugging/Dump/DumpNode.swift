/// A value as a dump sees it: a shape and children, with all that is transparent taken off.
///
/// Transparent are optionals that have a value and types that are dumped as another
/// (``CustomDumpRepresentable``). The children of a list that is ``RegionDiffable`` are read only when asked for.
struct DumpNode {
  enum Shape {
    case text(String)
    case string(String)
    case structure(String)
    case object(AnyObject, String)
    /// An enum: the type's name and the case's; `hasPayload` is true for `case(())`, too.
    case enumCase(type: String, name: String, hasPayload: Bool)
    case tuple
    case list
    case dictionary(isOrdered: Bool)
    case set(isOrdered: Bool)
  }

  let side: ComparisonSide
  /// The value itself, with what is transparent taken off.
  let value: Any
  let facts: TypeFacts
  let shape: Shape
  let children: DumpChildren
  /// Whether reflection finds nothing inside. A parent with one such child is dumped on one line.
  let isLeaf: Bool
  let wasOptional: Bool
  let wasRepresented: Bool
}

extension DumpNode {
  /// - Parameter side: The side of a comparison that the value belongs to. What is shared may differ between them.
  init(_ value: Any, on side: ComparisonSide = .new) {
    var value = value
    var facts = TypeFacts.of(value)
    var wasOptional = false
    var wasRepresented = false
    var isWrapped = false
    unwrapping: while true {
      switch facts.kind {
      case .represented:
        guard let next = Self.represented(value, on: side) else { break unwrapping }
        value = next
        wasRepresented = true
        isWrapped = false
      case .optional:
        guard let next = (value as? any AnyOptional)?.wrappedValue else { break unwrapping }
        value = next
        wasOptional = true
        isWrapped = true
      default: break unwrapping
      }
      facts = TypeFacts.of(value)
    }
    let content = DumpContent(value, facts)
    self.init(
      side: side,
      value: value,
      facts: facts,
      shape: content.shape,
      children: content.children,
      isLeaf: Self.isLeaf(content, value, facts, isWrapped, wasRepresented),
      wasOptional: wasOptional,
      wasRepresented: wasRepresented
    )
  }

  private static func represented(_ value: Any, on side: ComparisonSide) -> Any? {
    if let shared = value as? any SharedDumpable { return shared.dumpedValue(on: side) }
    return (value as? any CustomDumpRepresentable)?.customDumpValue
  }

  /// Whether reflection finds nothing inside.
  ///
  /// In an optional it finds the value. It asks neither of a type that has a say in its dump, unless that type only
  /// represents another.
  private static func isLeaf(
    _ content: DumpContent,
    _ value: Any,
    _ facts: TypeFacts,
    _ isWrapped: Bool,
    _ wasRepresented: Bool
  ) -> Bool {
    switch facts.kind {
    case .described where wasRepresented: !isWrapped && Mirror(reflecting: value).children.isEmpty
    case .described: true
    case .reflected: content.isLeaf
    default: content.isLeaf && !isWrapped
    }
  }

  /// The one child of a structure or enum if it is a leaf: both are then dumped on one line.
  var onlyLeaf: DumpNode? {
    switch shape {
    case .structure, .object, .enumCase, .tuple: break
    default: return nil
    }
    guard children.count == 1 else { return nil }
    let child = DumpNode(children[0].value, on: side)
    return child.isLeaf ? child : nil
  }
}

/// A child of a dumped value.
struct DumpChild {
  let name: DumpName?
  let value: Any
}

/// What stands before a child.
enum DumpName {
  case label(String)
  case index(Int)
  case key(Any)
  /// An element that moved from one index to another.
  case move(from: Int, to: Int)
}

/// The children of a dumped value.
enum DumpChildren {
  case all([DumpChild])
  case list(any RegionDiffable)

  var count: Int {
    switch self {
    case .all(let children): children.count
    case .list(let list): list.dumpCount
    }
  }

  subscript(position: Int) -> DumpChild {
    switch self {
    case .all(let children): children[position]
    case .list(let list): DumpChild(name: .index(position), value: list.dumpElement(at: position))
    }
  }
}
