/// Assigns labels, and renews them where they run out.
///
/// Elements appended or prepended get a label one gap away from the last or first one. An element inserted between
/// two others gets the label in the middle. If there is none, the labels of the *smallest* sufficiently sparse
/// subtree around the position are spread evenly over the available span. The required sparseness grows by a factor
/// of 256 per level, so a renewed subtree is not renewed again before a number of insertions proportional to its
/// size: O(log n) renewed labels per insertion, amortised.
extension OrderTree {
  @usableFromInline
  enum Spacing {
    /// Between appended elements: enough for 40 bisections, and for 2²² elements on either side of the first.
    @inlinable static var gap: UInt64 { 1 << 40 }
    @inlinable static var middle: UInt64 { 1 << 62 }
    /// The greatest label. One bit is kept free for branchless comparisons.
    @inlinable static var greatest: UInt64 { UInt64(Int64.max) }

    /// The label a number of gaps after another.
    @inlinable @inline(__always)
    static func label(_ distance: Int, after first: UInt64) -> UInt64 {
      first &+ UInt64(truncatingIfNeeded: distance) &* gap
    }

    /// The number of gaps between two labels.
    @inlinable @inline(__always)
    static func distance(from first: UInt64, to label: UInt64) -> Int {
      Int(truncatingIfNeeded: (label &- first) / gap)
    }

    /// The minimum distance between labels for a subtree to be renewed on its own.
    @inlinable
    static func required(height: Int) -> UInt64 { 1 << min(8 * (UInt64(height) + 1), 56) }

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
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  func availableLabel(at position: Int) -> UInt64? {
    withExtendedLifetime(root) {
      guard var node = rootHandle else { return Spacing.middle }
      var offset = position
      var upper: UInt64?
      while !node.isLeaf {
        let next = node.child(insertingAt: offset)
        if next.index + 1 < node.count { upper = node.labels[next.index + 1] }
        node = node.child(next.index)
        offset = next.offset
      }
      if offset < node.count { upper = node.label(offset) }
      guard let upper else {
        let last = node.label(offset - 1)
        return last <= Spacing.greatest - Spacing.gap ? last + Spacing.gap : nil
      }
      guard offset > 0 else {
        return upper >= Spacing.gap ? upper - Spacing.gap : nil
      }
      let lower = node.label(offset - 1)
      return upper - lower < 2 ? nil : lower + (upper - lower) / 2
    }
  }

  /// Spreads the labels of the smallest sufficiently sparse subtree around an insertion.
  @inlinable @inline(never)
  mutating func renewLabels(
    around position: Int,
    relabelled: (UnsafePointer<Value>, _ old: UInt64, _ new: UInt64) -> Void
  ) {
    guard root != nil, position > 0, position < count else { return renewAllLabels(relabelled: relabelled) }
    let (depth, step) = subtreeWithRoom(around: position)
    guard depth > 0 else { return renewAllLabels(relabelled: relabelled) }
    var node = uniqueRoot()
    var offset = position
    for _ in 1..<depth {
      let next = node.child(insertingAt: offset)
      node.makeChildUnique(next.index)
      node = node.child(next.index)
      offset = next.offset
    }
    let slot = node.children + node.child(insertingAt: offset).index
    var label = Handle(of: slot).label(0)
    Self.relabel(slot, next: &label, step: step, relabelled: relabelled)
  }

  /// The depth of the smallest sufficiently sparse subtree around an insertion (zero for the whole tree), and the
  /// distance between its new labels.
  @inlinable
  func subtreeWithRoom(around position: Int) -> (depth: Int, step: UInt64) {
    withExtendedLifetime(root) {
      guard var node = rootHandle else { return (0, 0) }
      var best: (depth: Int, step: UInt64) = (0, 0)
      var offset = position
      // The rightmost subtrees have no right neighbour. They get one gap, as for an append.
      var upper = min(node.lastLabel + Spacing.gap, Spacing.greatest)
      var depth = 0
      while !node.isLeaf {
        let next = node.child(insertingAt: offset)
        if next.index + 1 < node.count { upper = node.labels[next.index + 1] }
        node = node.child(next.index)
        offset = next.offset
        depth += 1
        let step = (upper - node.label(0)) / UInt64(node.total)
        if step >= Spacing.required(height: node.height) { best = (depth, step) }
      }
      return best
    }
  }

  @inlinable
  mutating func renewAllLabels(relabelled: (UnsafePointer<Value>, _ old: UInt64, _ new: UInt64) -> Void) {
    guard var node = root.take() else { return }
    let total = Handle(node).total
    // Spread wider than fresh labels, because a tree that gets here has more insertions than others.
    let step = Spacing.middle / UInt64(total)
    var label = Spacing.middle - step * UInt64(total / 2)
    Self.relabel(&node, next: &label, step: step, relabelled: relabelled)
    root = node
  }

  /// Renews the labels of a subtree.
  @inlinable
  static func relabel(
    _ slot: UnsafeMutablePointer<Node>,
    next label: inout UInt64,
    step: UInt64,
    relabelled: (UnsafePointer<Value>, _ old: UInt64, _ new: UInt64) -> Void
  ) {
    makeEditable(slot)
    let node = Handle(of: slot)
    for index in 0..<node.count {
      if node.isLeaf {
        let old = node.labels[index]
        if old != label { relabelled(node.elements + index, old, label) }
        node.labels[index] = label
        label &+= step
      } else {
        node.labels[index] = label
        relabel(node.children + index, next: &label, step: step, relabelled: relabelled)
      }
    }
  }
}
