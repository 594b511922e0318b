/// Determines whether two values are the same for a diff, that is, whether it would show nothing.
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
  ///
  /// - Complexity: O(1) for values that share their storage, otherwise O(n) in the worst case.
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

  private static func compare(_ old: Any, _ new: Any, _ objects: inout Set<Pair>) -> Answer {
    if let sides = SharedScope.sides { return compareInside(old, new, sides, &objects) }
    let facts = TypeFacts.of(old)
    let newFacts = TypeFacts.of(new)
    if facts === newFacts {
      if facts.isIdentityComparable, let old = old as? any IdentityComparable, old.isIdentical(toAny: new) {
        return .same
      }
      if facts.isEquatable, let old = old as? any Equatable {
        return old.isEqual(toAny: new) ? .same : .different
      }
    }
    if facts.isOptional || newFacts.isOptional {
      switch (facts.wrapped(in: old), newFacts.wrapped(in: new)) {
      case (nil, nil): return facts === newFacts ? .same : .different
      case (let old?, let new?): return .sameIf([(old, new)])
      default: return .different
      }
    }
    guard facts === newFacts else { return .different }
    if case .fields(let reader) = facts.kind, !(type(of: old) is AnyClass) {
      return reader.sameness(old, new).allSatisfy { $0 } ? .same : .different
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
    guard oldNode.facts === newNode.facts, oldNode.wasOptional == newNode.wasOptional else {
      return .different
    }
    if oldNode.children.count == 0, newNode.children.count == 0, oldNode.facts.isEquatable,
      let value = oldNode.value as? any Equatable
    {
      return value.isEqual(toAny: newNode.value) ? .same : .different
    }
    return compareNodes(oldNode, newNode, &objects)
  }

  private static func compareNodes(_ old: DumpNode, _ new: DumpNode, _ objects: inout Set<Pair>) -> Answer {
    switch (old.shape, new.shape) {
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
