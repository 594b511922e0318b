/// Determines whether two values are the same for a diff, that is, whether it would show nothing.
///
/// They are if they are identical, if `==` says so, or if a type without `==` has the same contents. NaN is the only
/// exception to `==`: it is the same as any NaN, also within values. `-0.0` is the same as `0.0`.
package struct Sameness {
  /// Two objects being compared. Meeting the pair again adds nothing, which ends cycles.
  private struct Pair: Hashable {
    let old: ObjectIdentifier
    let new: ObjectIdentifier
  }

  /// The pairs still to be compared, the next one last: a list instead of the call stack, so that depth is
  /// unlimited.
  private var pending: [(old: Peek, new: Peek)] = []
  private var objects: Set<Pair> = []

  /// Compares by identity, then by `==`, then by content.
  package static func isSame(_ old: Peek, _ new: Peek) -> Bool {
    var sameness = Sameness()
    guard sameness.compare(old.opened, new.opened) else { return false }
    while let (old, new) = sameness.pending.popLast() {
      guard sameness.compare(old.opened, new.opened) else { return false }
    }
    return true
  }

  /// Whether values are the same, provided that the pending pairs are.
  private mutating func compare(_ old: Peek, _ new: Peek) -> Bool {
    if SharedScope.sides != nil { return compareInside(old, new) }
    if old.shape === new.shape, let answer = compareInPlace(old, new) { return answer }
    if old.shape.kind == .optional || new.shape.kind == .optional {
      switch (
        old.shape.kind == .optional ? old.wrapped : old, new.shape.kind == .optional ? new.wrapped : new
      ) {
      case (nil, nil): return old.shape === new.shape
      case (let old?, let new?): return wait(for: old, new)
      default: return false
      }
    }
    guard old.shape === new.shape else { return false }
    // If `==` found a difference, the text of the values' representations may hide it.
    if old.shape.equality != nil, let old = old.represented, let new = new.represented {
      return wait(for: old, new)
    }
    return compareContents(Contents(of: old), Contents(of: new))
  }

  private mutating func wait(for old: Peek, _ new: Peek) -> Bool {
    pending.append((old, new))
    return true
  }

  /// Compares values of one type; `nil` if their contents must be read in another way.
  private mutating func compareInPlace(_ old: Peek, _ new: Peek) -> Bool? {
    let shape = old.shape
    if let isIdentical = shape.identity, isIdentical(old.address, new.address) { return true }
    let parts: [Part]?
    if let isEqual = shape.equality {
      if isEqual(old.address, new.address) { return true }
      guard shape.has(.floating) || shape.has(.represented) else { return false }
      // A NaN is not equal to itself.
      if shape.has(.floatingPoint) {
        return !isEqual(old.address, old.address) && !isEqual(new.address, new.address)
      }
      // All stored properties, since `==` may have found a difference in one that a dump does not show.
      parts = [.record, .opaque, .mirrored].contains(shape.kind) ? shape.record?.visible : nil
    } else {
      if haveSameBits(old.address, new.address, size: shape.size) { return true }
      parts = shape.consistsOfParts ? shape.record?.parts : nil
    }
    return parts?.allSatisfy { part in
      let (old, new) = (old.part(part), new.part(part))
      return compareInPlace(old, new) ?? wait(for: old, new)
    }
  }

  /// Compares values while shared values differ between the sides: even identical values, or equal references, may
  /// contain one of these.
  private mutating func compareInside(_ old: Peek, _ new: Peek) -> Bool {
    let (old, new) = (Contents(of: old), Contents(of: new))
    guard old.peek.shape === new.peek.shape, old.wasOptional == new.wasOptional else { return false }
    if old.children.count == 0, new.children.count == 0, let isEqual = old.peek.shape.equality {
      return isEqual(old.peek.address, new.peek.address)
    }
    return compareContents(old, new)
  }

  private mutating func compareContents(_ old: Contents, _ new: Contents) -> Bool {
    switch (old.form, new.form) {
    case (.text(let old), .text(let new)), (.string(let old), .string(let new)): return old == new
    case (.object(let old, _), .object(let new, _)):
      let pair = Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
      if old === new || !objects.insert(pair).inserted { return true }
    case (.enumCase(_, let old, _), .enumCase(_, let new, _)):
      if old != new { return false }
    default:
      guard old.isComparable(to: new) else { return false }
    }
    guard old.children.count == new.children.count else { return false }
    let places = pending.count
    if let regions = new.knownRegions(from: old) {
      for region in regions {
        guard region.old.count == region.new.count else { return false }
        for (x, y) in zip(region.old, region.new) {
          _ = wait(for: old.children[x].peek, new.children[y].peek)
        }
      }
    } else {
      for position in 0..<old.children.count {
        let (old, new) = (old.children[position], new.children[position])
        switch (old.name, new.name) {
        case (.label(let old)?, .label(let new)?) where old != new: return false
        case (.key(let old)?, .key(let new)?): _ = wait(for: old, new)
        default: break
        }
        _ = wait(for: old.peek, new.peek)
      }
    }
    pending[places...].reverse()
    return true
  }
}

extension Contents {
  /// The regions in which a list may differ from an older version of it; `nil` for other values, and while
  /// shared values differ between the sides: identical lists may contain them.
  func knownRegions(from old: Contents) -> [DifferingRegion]? {
    guard SharedScope.sides == nil, case .list(let new) = children, case .list(let old) = old.children,
      new.shape === old.shape
    else { return nil }
    return new.shape.elements?.regions(from: old.address, to: new.address) ?? new.trimmedRegion(from: old)
  }
}

extension Peek {
  /// The region between the common prefix and the common suffix of two lists, if there is one.
  fileprivate func trimmedRegion(from old: Peek) -> [DifferingRegion] {
    if haveSameBits(old.address, address, size: shape.size) { return [] }
    guard let elements = shape.elements else { return [] }
    let (oldCount, newCount) = (elements.count(of: old.address), elements.count(of: address))
    func isSame(_ x: Int, _ y: Int) -> Bool {
      let answer = elements.read(x, of: old.address) { old in
        elements.read(y, of: address) { new in
          Sameness.isSame(Peek(at: old, elements.shape, on: .old), Peek(at: new, elements.shape))
        } ?? false
      }
      return answer ?? false
    }
    let shared = min(oldCount, newCount)
    var start = 0
    while start < shared, isSame(start, start) { start += 1 }
    if start == oldCount, start == newCount { return [] }
    var end = 0
    while end < shared - start, isSame(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
    return [DifferingRegion(old: start..<oldCount - end, new: start..<newCount - end)]
  }
}

extension Shape {
  /// Whether a value is its parts: a structure or tuple that is not compared in another way.
  var consistsOfParts: Bool { kind == .record && typeKind != .reference }
}

/// Whether two values are the same, by `==` if that says so.
///
/// In a comparison of moments with different shared values, these values are compared.
package func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  withPeeks(at: lhs, rhs) { Sameness.isSame($0, $1) }
}

/// Whether the type of two values has `==`, and they are equal by it.
func areKnownEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  withPeeks(at: lhs, rhs) { lhs, rhs in
    let (lhs, rhs) = (lhs.opened, rhs.opened)
    return lhs.shape === rhs.shape && lhs.shape.equality?(lhs.address, rhs.address) == true
  }
}

/// Reads two values in place, as the sides of a comparison.
func withPeeks<T, Result>(at old: T, _ new: T, _ body: (_ old: Peek, _ new: Peek) -> Result) -> Result {
  let shape = Shape.of(T.self)
  return withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { body(Peek(at: old, shape, on: .old), Peek(at: $0, shape)) }
  }
}

extension Equatable {
  /// `==` with a value whose type is known only at run time.
  func isEqual(toAny other: Any) -> Bool { self == other as? Self }
}

extension TypeTrait {
  /// Whether values contain floating-point numbers.
  static let floating = TypeTrait { Shape.of($0).contains { $0.has(.floatingPoint) } }
  fileprivate static let floatingPoint = TypeTrait((any FloatingPoint.Type).self)
  /// Whether values contain ones that other values represent.
  fileprivate static let represented = TypeTrait { Shape.of($0).contains { $0.kind == .standIn } }
  /// Whether values contain references to objects.
  package static let objects = TypeTrait {
    Shape.of($0).contains { $0.typeKind == .reference && ($0.kind == .opaque || $0.kind == .record) }
  }
}
