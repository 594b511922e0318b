/// A value for a dump: a form and children, without transparent wrappers.
///
/// Transparent wrappers are non-`nil` optionals and types that are dumped as another value
/// (``CustomDumpRepresentable``). The children of a ``RegionDiffable`` list are read on demand.
struct DumpNode {
  enum Form {
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

  let side: ComparisonSide
  /// The value without transparent wrappers.
  let value: Any
  let shape: Shape
  let form: Form
  let children: DumpChildren
  /// Whether reflection finds nothing inside. A parent whose only child is a leaf is dumped on one line.
  let isLeaf: Bool
  let wasOptional: Bool
  let wasRepresented: Bool
}

extension DumpNode.Form {
  /// Whether the children are fields, each with a fixed name or position.
  var hasFields: Bool {
    switch self {
    case .structure, .object, .enumCase, .tuple: true
    default: false
    }
  }

  /// Whether the children of two such forms are compared one by one.
  func isComparable(to other: Self) -> Bool {
    switch (self, other) {
    case (.enumCase(_, let name, let hasPayload), .enumCase(_, let otherName, _)):
      name == otherName && hasPayload
    case (.structure, .structure), (.object, .object), (.tuple, .tuple), (.list, .list),
      (.dictionary, .dictionary), (.set, .set):
      true
    default: false
    }
  }
}

extension DumpNode {
  /// - Parameter side: The side of a comparison that the value belongs to. Shared values may differ between the
  ///   sides.
  init(_ value: Any, on side: ComparisonSide = .new) {
    var value = value
    var shape = Shape.of(value: value)
    var wasOptional = false
    var wasRepresented = false
    var isWrapped = false
    unwrapping: while true {
      switch shape.kind {
      case .standIn:
        guard let next = Self.represented(value, on: side) else { break unwrapping }
        value = next
        wasRepresented = true
        isWrapped = false
      case .optional:
        guard let next = (value as? any OptionalType)?.wrapped else { break unwrapping }
        value = next
        wasOptional = true
        isWrapped = true
      default: break unwrapping
      }
      shape = Shape.of(value: value)
    }
    let content = DumpContent(value, shape)
    self.init(
      side: side,
      value: value,
      shape: shape,
      form: content.form,
      children: content.children,
      isLeaf: Self.isLeaf(content, value, shape, isWrapped, wasRepresented),
      wasOptional: wasOptional,
      wasRepresented: wasRepresented
    )
  }

  static func represented(_ value: Any, on side: ComparisonSide) -> Any? {
    if let shared = value as? any SharedDumpable { return shared.dumpedValue(on: side) }
    return (value as? any CustomDumpRepresentable)?.customDumpValue
  }

  /// Whether reflection finds nothing inside.
  ///
  /// A non-`nil` optional is not a leaf. Types that customise their dump are not reflected, unless they only
  /// represent another value.
  private static func isLeaf(
    _ content: DumpContent,
    _ value: Any,
    _ shape: Shape,
    _ isWrapped: Bool,
    _ wasRepresented: Bool
  ) -> Bool {
    switch shape.kind {
    case .described where wasRepresented: !isWrapped && Mirror(reflecting: value).children.isEmpty
    case .described: true
    case .mirrored: content.isLeaf
    default: content.isLeaf && !isWrapped
    }
  }

  /// The only child of a structure or enum, if it is a leaf: both are then dumped on one line.
  var onlyLeaf: DumpNode? {
    guard form.hasFields, children.count == 1 else { return nil }
    let child = DumpNode(children[0].value, on: side)
    return child.isLeaf ? child : nil
  }
}

/// A child of a dumped value.
struct DumpChild {
  let name: DumpName?
  let value: Any
}

/// The name before a child.
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
