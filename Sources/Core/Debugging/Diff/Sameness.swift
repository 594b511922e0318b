/// Determines whether two values are the same for a diff, that is, whether it would show nothing.
///
/// They are if they are identical, if `==` says so, or if a type without `==` has the same contents. NaN is the only
/// exception to `==`: it is the same as any NaN, also within values. `-0.0` is the same as `0.0`.
enum Sameness {
  private enum Answer {
    case same
    case different
    case sameIf([(Any, Any)])
  }

  /// Two objects being compared. Meeting the pair again adds nothing, which ends cycles.
  private struct Pair: Hashable {
    let old: ObjectIdentifier
    let new: ObjectIdentifier
  }

  /// Compares by identity, then by `==`, then by content.
  ///
  /// Pending comparisons are kept in a list instead of on the call stack, so that depth is unlimited.
  static func isSame(_ old: Any, _ new: Any) -> Bool {
    var pending = [(old, new)]
    var objects: Set<Pair> = []
    while let (old, new) = pending.popLast() {
      switch compare(old, new, &objects) {
      case .same: continue
      case .different: return false
      case .sameIf(let pairs): pending.append(contentsOf: pairs.reversed())
      }
    }
    return true
  }

  /// Whether each part of two structures or tuples of one type is the same; `nil` for other values, and while shared
  /// values differ between the sides.
  static func ofParts(_ old: Any, _ new: Any, _ shape: Shape) -> [Bool]? {
    guard SharedScope.sides == nil, shape.consistsOfParts, let record = shape.record else { return nil }
    return withAddress(of: old) { old in
      withAddress(of: new) { new in
        record.parts.map { part in
          switch comparePart(part, old, new) {
          case .same: true
          case .different: false
          case .sameIf(let pairs): pairs.allSatisfy { isSame($0, $1) }
          }
        }
      }
    }
  }

  private static func comparePart(_ part: Part, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Answer {
    part.read(in: old) { old in
      part.read(in: new) { new in
        compare(old, new, part.shape) ?? .sameIf([(part.shape.value(at: old), part.shape.value(at: new))])
      }
    }
  }

  /// Compares values of one type in place; `nil` if their contents must be read in another way.
  private static func compare(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ shape: Shape) -> Answer? {
    if shape.has(.identity), let old = shape.value(at: old) as? any IdentityComparable,
      old.isIdentical(toAny: shape.value(at: new))
    {
      return .same
    }
    let parts: [Part]?
    if let isEqual = shape.equality {
      if isEqual(old, new) { return .same }
      guard shape.has(.floating) || shape.has(.represented) else { return .different }
      // A NaN is not equal to itself.
      if shape.type is any FloatingPoint.Type {
        return isEqual(old, old) || isEqual(new, new) ? .different : .same
      }
      // All stored properties, since `==` may have found a difference in one that a dump does not show.
      parts = [.record, .opaque, .mirrored].contains(shape.kind) ? shape.record?.visible : nil
    } else {
      parts = shape.consistsOfParts ? shape.record?.parts : nil
    }
    guard let parts else { return nil }
    var rest: [(Any, Any)] = []
    for part in parts {
      switch comparePart(part, old, new) {
      case .same: continue
      case .different: return .different
      case .sameIf(let pairs): rest += pairs
      }
    }
    return rest.isEmpty ? .same : .sameIf(rest)
  }

  private static func compare(_ old: Any, _ new: Any, _ objects: inout Set<Pair>) -> Answer {
    if let sides = SharedScope.sides { return compareInside(old, new, sides, &objects) }
    let (shape, newShape) = (Shape.of(value: old), Shape.of(value: new))
    if shape === newShape,
      let answer = withAddress(of: old, { old in withAddress(of: new) { compare(old, $0, shape) } })
    {
      return answer
    }
    if shape.kind == .optional || newShape.kind == .optional {
      func unwrapped(_ value: Any, _ shape: Shape) -> Any? {
        shape.kind == .optional ? (value as? any OptionalType)?.wrapped : value
      }
      switch (unwrapped(old, shape), unwrapped(new, newShape)) {
      case (nil, nil): return shape === newShape ? .same : .different
      case (let old?, let new?): return .sameIf([(old, new)])
      default: return .different
      }
    }
    guard shape === newShape else { return .different }
    // If `==` found a difference, the text of the values' representations may hide it.
    if shape.equality != nil, let old = DumpNode.represented(old, on: .old),
      let new = DumpNode.represented(new, on: .new)
    {
      return .sameIf([(old, new)])
    }
    return compareNodes(DumpNode(old, on: .old), DumpNode(new), &objects)
  }

  /// Compares values while shared values differ between the sides: even identical values, or equal references, may
  /// contain one of these.
  private static func compareInside(
    _ old: Any,
    _ new: Any,
    _ sides: SharedSides,
    _ objects: inout Set<Pair>
  ) -> Answer {
    let (oldNode, newNode) = (DumpNode(old, on: .old), DumpNode(new))
    guard oldNode.shape === newNode.shape, oldNode.wasOptional == newNode.wasOptional else {
      return .different
    }
    if oldNode.children.count == 0, newNode.children.count == 0, let value = oldNode.value as? any Equatable {
      return value.isEqual(toAny: newNode.value) ? .same : .different
    }
    return compareNodes(oldNode, newNode, &objects)
  }

  private static func compareNodes(_ old: DumpNode, _ new: DumpNode, _ objects: inout Set<Pair>) -> Answer {
    switch (old.form, new.form) {
    case (.text(let old), .text(let new)), (.string(let old), .string(let new)):
      return old == new ? .same : .different
    case (.object(let old, _), .object(let new, _)):
      let pair = Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
      if old === new || !objects.insert(pair).inserted { return .same }
    case (.enumCase(_, let old, _), .enumCase(_, let new, _)):
      if old != new { return .different }
    case (.structure, .structure), (.tuple, .tuple), (.list, .list), (.dictionary, .dictionary), (.set, .set):
      break
    default:
      return .different
    }
    return compareChildren(old, new)
  }

  private static func compareChildren(_ old: DumpNode, _ new: DumpNode) -> Answer {
    guard old.children.count == new.children.count else { return .different }
    if SharedScope.sides == nil, case .list(let oldList) = old.children,
      case .list(let newList) = new.children,
      let regions = newList.differingRegions(fromAny: oldList)
    {
      guard regions.allSatisfy({ $0.old.count == $0.new.count }) else { return .different }
      return .sameIf(
        regions.flatMap { region in
          zip(region.old, region.new).map { (oldList.dumpElement(at: $0), newList.dumpElement(at: $1)) }
        }
      )
    }
    var pairs: [(Any, Any)] = []
    for position in 0..<old.children.count {
      let (oldChild, newChild) = (old.children[position], new.children[position])
      switch (oldChild.name, newChild.name) {
      case (.label(let old)?, .label(let new)?) where old != new: return .different
      case (.key(let old)?, .key(let new)?): pairs.append((old, new))
      default: break
      }
      pairs.append((oldChild.value, newChild.value))
    }
    return .sameIf(pairs)
  }
}

extension Shape {
  /// Whether a value is its parts: a structure or tuple that is not compared in another way.
  var consistsOfParts: Bool { kind == .record && typeKind != .reference }
}

/// Whether two values are the same, by `==` if that says so.
///
/// In a comparison of moments with different shared values, these values are compared.
func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  SharedScope.sides == nil && areKnownEqual(lhs, rhs) || Sameness.isSame(lhs, rhs)
}

/// Whether the type of two values has `==`, and they are equal by it.
func areKnownEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  (lhs as? any Equatable)?.isEqual(toAny: rhs) ?? false
}

extension Equatable {
  /// `==` with a value whose type is known only at run time.
  func isEqual(toAny other: Any) -> Bool { self == other as? Self }
}

extension TypeTrait {
  /// Whether values contain floating-point numbers.
  static let floating = TypeTrait { Shape.of($0).contains { $0.type is any FloatingPoint.Type } }
  /// Whether values contain ones that other values represent.
  fileprivate static let represented = TypeTrait { Shape.of($0).contains { $0.kind == .standIn } }
  /// Whether values contain references to objects.
  static let objects = TypeTrait {
    Shape.of($0).contains { $0.typeKind == .reference && ($0.kind == .opaque || $0.kind == .record) }
  }
}
