/// Assigns labels, and renews them where they run out.
///
/// Elements appended or prepended get a label one gap away from the last or first one. An element inserted between two
/// others gets the label in the middle. If there is none, the labels of the *smallest* sufficiently sparse range around
/// the position are spread evenly. The required sparseness grows with the range, so a renewed range is not renewed
/// again before a number of insertions proportional to its size: O(log n) renewed labels per insertion, amortised. When
/// labels run out at an end, all are moved to the middle, which makes room for two million elements at either end.
extension OrderTree {
  @usableFromInline
  enum Spacing {
    /// Between appended elements: enough for 40 bisections, and for 2²² elements on either side of the first.
    @inlinable static var gap: UInt64 { 1 << 40 }
    @inlinable static var middle: UInt64 { 1 << 62 }
    @inlinable static var greatest: UInt64 { 1 << 63 }

    /// The labels of a whole tree of `count` elements: spread evenly around the middle, leaving at least half of the
    /// range free at the ends.
    @inlinable
    static func fresh(count: Int) -> (start: UInt64, step: UInt64) {
      let step = min(gap, middle / UInt64(max(count, 1)))
      return (middle - step * UInt64(count / 2), step)
    }
  }

  /// A label between those of the elements around an insertion; `nil` if they are too close together and have to be
  /// renewed.
  @inlinable
  func availableLabel(at position: Int) -> UInt64? {
    let lower = position > 0 ? label(at: position - 1) : nil
    let upper = position < count ? label(at: position) : nil
    switch (lower, upper) {
    case (nil, nil): return Spacing.middle
    case (let lower?, nil): return Spacing.greatest - lower > Spacing.gap ? lower + Spacing.gap : nil
    case (nil, let upper?): return upper > Spacing.gap ? upper - Spacing.gap : nil
    case (let lower?, let upper?): return upper - lower > 1 ? lower + (upper - lower) / 2 : nil
    }
  }

  /// Spreads the labels of the smallest sufficiently sparse range around an insertion.
  ///
  /// - Returns: The positions of the elements with new labels, and a label for the new element.
  @usableFromInline
  mutating func renewLabels(around position: Int) -> (positions: Range<Int>, label: UInt64) {
    let positions = spreadLabels(around: position)
    guard let label = availableLabel(at: position) else { preconditionFailure("No room for another element") }
    return (positions, label)
  }

  private mutating func spreadLabels(around position: Int) -> Range<Int> {
    var (width, required) = (8, 1 << 8 as UInt64)
    while width < count, position > 0, position < count {
      let range = max(0, position - width)..<min(count, position + width)
      let start = label(at: range.lowerBound)
      // At the end of the tree there is no next label. The last element gets one gap, as for an append.
      let end =
        range.upperBound < count
        ? label(at: range.upperBound)
        : min(label(at: count - 1) + Spacing.gap, Spacing.greatest)
      let step = (end - start) / UInt64(range.count)
      if step >= required {
        relabel(range, from: start, step: step)
        return range
      }
      (width, required) = (width * 8, min(required << 8, 1 << 56))
    }
    // Wider than fresh labels, because a tree that gets here has more insertions than others.
    let step = Spacing.middle / UInt64(count)
    relabel(0..<count, from: Spacing.middle - step * UInt64(count / 2), step: step)
    return 0..<count
  }

  private mutating func relabel(_ range: Range<Int>, from start: UInt64, step: UInt64) {
    Self.relabel(range, of: uniqueRoot()) { start + step * UInt64($0 - range.lowerBound) }
    assertInvariants(brokenInvariant(near: range.lowerBound) ?? brokenInvariant(near: range.upperBound))
  }

  private static func relabel(_ range: Range<Int>, of node: Node, start: Int = 0, label: (Int) -> UInt64) {
    guard !node.isLeaf else {
      for position in range { node.labels[position - start] = label(position) }
      return
    }
    var start = start
    for slot in 0..<node.slotCount {
      let end = start + Int(node.counts[slot])
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        let child = node.uniqueChild(slot)
        relabel(part, of: child, start: start, label: label)
        node.labels[slot] = child.labels[0]
      }
      start = end
    }
  }
}
