/// Adapts the standard library's arrays to ``RegionDiffable``.
///
/// A wrapper instead of conformances, so that `[Int]` gains no public members.
struct ArrayVersion<Element>: RegionDiffable, IdentityComparable {
  let elements: [Element]

  var dumpCount: Int { elements.count }

  func dumpElement(at position: Int) -> Any { elements[position] }

  func isIdentical(to other: Self) -> Bool {
    elements.withUnsafeBufferPointer { mine in
      other.elements.withUnsafeBufferPointer { theirs in
        mine.count == theirs.count && (mine.isEmpty || mine.baseAddress == theirs.baseAddress)
      }
    }
  }

  /// Trims the common prefix and suffix of both versions, which leaves one region or none.
  func differingRegions(from old: Self) -> [DifferingRegion] {
    if isIdentical(to: old) { return [] }
    if let type = Element.self as? any Equatable.Type, let region = Self.trim(type, old.elements, elements) {
      return region
    }
    return Self.trim(old.elements, elements) { Sameness.isSame($0, $1) }
  }

  private static func trim<E: Equatable>(_ type: E.Type, _ old: Any, _ new: Any) -> [DifferingRegion]? {
    guard let old = old as? [E], let new = new as? [E] else { return nil }
    return ArrayVersion<E>.trim(old, new, by: ==)
  }

  private static func trim(
    _ old: [Element],
    _ new: [Element],
    by isSame: (Element, Element) -> Bool
  ) -> [DifferingRegion] {
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, isSame(old[start], new[start]) { start += 1 }
    if start == new.count, start == old.count { return [] }
    var end = 0
    while end < shared - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
    return [DifferingRegion(old: start..<old.count - end, new: start..<new.count - end)]
  }
}
