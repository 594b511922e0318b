extension OrderTree {
  /// A position in the traversal of a tree: at the start of a subtree, or within a leaf. Two cursors traverse two
  /// versions in parallel and skip shared subtrees.
  @usableFromInline
  struct Cursor {
    /// The next subtree; `nil` at the end.
    @usableFromInline var node: Node?
    /// The number of elements of `node` that are consumed; nonzero only in a leaf.
    @usableFromInline var offset = 0
    /// The number of elements of the tree that are consumed.
    @usableFromInline var position = 0
    /// The ancestors from the root down, with the slots taken.
    @usableFromInline var path: [(node: Node, slot: Int)] = []

    @inlinable
    init(_ tree: OrderTree) { node = tree.count == 0 ? nil : tree.root }

    /// Goes to the first child of a branch.
    @inlinable
    mutating func descend() {
      guard let node, !node.isLeaf else { return }
      path.append((node, 0))
      self.node = node.children[0]
    }

    /// Opens a branch, or consumes one element of a leaf.
    @inlinable
    mutating func openOrConsume() {
      if node?.isLeaf == true { consume(1) } else { descend() }
    }

    /// Consumes some elements of a leaf, or the rest of any node.
    @inlinable
    mutating func consume(_ count: Int) {
      guard let node else { return }
      offset += count
      position += count
      guard offset == node.count else { return }
      offset = 0
      self.node = nil
      while let (parent, slot) = path.popLast() {
        guard slot + 1 < parent.slotCount else { continue }
        path.append((parent, slot + 1))
        self.node = parent.children[slot + 1]
        return
      }
    }

    /// Descends in the node that is higher, or in both.
    @inlinable
    static func descend(_ left: inout Cursor, _ right: inout Cursor) {
      guard let a = left.node, let b = right.node else { return }
      let (isLower, isHigher) = (a.height < b.height, a.height > b.height)
      if !isLower { left.descend() }
      if !isHigher { right.descend() }
    }
  }

  /// Whether two versions have as many elements, each equivalent to its counterpart.
  ///
  /// - Parameters:
  ///   - known: The nodes that are known to have equivalent elements. Those that are found to have them are added.
  ///   - areEquivalent: Compares two elements. It must be reflexive: shared elements are skipped.
  @inlinable
  func elementsEqual(
    _ other: OrderTree,
    known: EqualNodes? = nil,
    by areEquivalent: (Value, Value) -> Bool
  ) -> Bool {
    guard count == other.count else { return false }
    var left = Cursor(self)
    var right = Cursor(other)
    var visited: [(AnyObject, AnyObject)] = []
    while let a = left.node, let b = right.node {
      if left.offset == right.offset, a === b || known?.contains(a, b) == true {
        left.consume(a.count - left.offset)
        right.consume(b.count - right.offset)
        continue
      }
      if known != nil, left.offset == 0, right.offset == 0, a.count == b.count { visited.append((a, b)) }
      if a.isLeaf, b.isLeaf {
        let length = min(a.count - left.offset, b.count - right.offset)
        for index in 0..<length {
          guard areEquivalent(a.elements[left.offset + index], b.elements[right.offset + index]) else {
            return false
          }
        }
        left.consume(length)
        right.consume(length)
      } else {
        Cursor.descend(&left, &right)
      }
    }
    known?.insert(visited)
    return true
  }

  /// The elements that have the same labels in an older version and in this one.
  ///
  /// Shared nodes are recognised by identity and skipped. Two cursors are kept in step by label: the one with the lower
  /// label advances. Because a node has the same labels wherever it is, both cursors reach a shared node at the same
  /// time, and higher nodes are opened first, so no shared node is missed.
  ///
  /// - Parameters:
  ///   - old: The other version. Any tree is valid, but only a relative shares nodes.
  ///   - compare: Whether two elements with the same label are equal; `nil` if they have different ids.
  @inlinable
  func commonRuns(
    with old: OrderTree,
    compare: (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool?
  ) -> [CommonRun] {
    var runs: [CommonRun] = []
    var left = Cursor(old)
    var right = Cursor(self)
    while let a = left.node, let b = right.node {
      if a === b, left.offset == 0, right.offset == 0 {
        runs.extend(old: left.position, new: right.position, count: a.count, isUnchanged: true)
        left.consume(a.count)
        right.consume(b.count)
        continue
      }
      let (x, y) = (a.label(left.offset), b.label(right.offset))
      if x < y {
        left.openOrConsume()
      } else if y < x {
        right.openOrConsume()
      } else if a.isLeaf, b.isLeaf {
        if let isUnchanged = compare(a.elements + left.offset, b.elements + right.offset) {
          runs.extend(old: left.position, new: right.position, count: 1, isUnchanged: isUnchanged)
        }
        left.consume(1)
        right.consume(1)
      } else {
        Cursor.descend(&left, &right)
      }
    }
    return runs
  }
}

/// Pairs of nodes that were found to have equal elements: those of two versions that were derived from equal ones need not
/// be compared again.
@usableFromInline
final class EqualNodes: @unchecked Sendable {
  // Unchecked: used by the thread that compares.
  /// The pairs by their first node. They retain their nodes, so that no other node gets the address of one.
  private var pairs: [ObjectIdentifier: (AnyObject, AnyObject)] = [:]

  /// The pairs to which comparisons add, if any: all of them must understand equality alike.
  @TaskLocal @usableFromInline static var current: EqualNodes?

  @usableFromInline
  func contains(_ first: AnyObject, _ second: AnyObject) -> Bool {
    pairs[ObjectIdentifier(first)]?.1 === second
  }

  @usableFromInline
  func insert(_ nodes: [(AnyObject, AnyObject)]) {
    // Nodes of moments long past are not met again.
    if pairs.count >= 1 << 16 { pairs = [:] }
    for pair in nodes { pairs[ObjectIdentifier(pair.0)] = pair }
  }
}

/// A run of elements that are consecutive in two versions of a tree.
@usableFromInline
struct CommonRun: Equatable {
  @usableFromInline var old: Int
  @usableFromInline var new: Int
  @usableFromInline var count: Int
  /// Whether the elements are known to be equal. If not, they have the same ids.
  @usableFromInline var isUnchanged: Bool

  @inlinable
  init(old: Int, new: Int, count: Int, isUnchanged: Bool) {
    self.old = old
    self.new = new
    self.count = count
    self.isUnchanged = isUnchanged
  }
}

extension [CommonRun] {
  /// Adds a run, extending the last one if it is adjacent.
  @inlinable
  mutating func extend(old: Int, new: Int, count: Int, isUnchanged: Bool) {
    if let last, last.isUnchanged, isUnchanged, last.old + last.count == old, last.new + last.count == new {
      self[self.count - 1].count += count
    } else {
      append(CommonRun(old: old, new: new, count: count, isUnchanged: isUnchanged))
    }
  }

  /// The gaps between the runs, before the first and after the last.
  @inlinable
  func gaps(oldCount: Int, newCount: Int) -> [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var old = 0
    var new = 0
    for run in self {
      if old < run.old || new < run.new { gaps.append((old..<run.old, new..<run.new)) }
      (old, new) = (run.old + run.count, run.new + run.count)
    }
    if old < oldCount || new < newCount { gaps.append((old..<oldCount, new..<newCount)) }
    return gaps
  }
}
