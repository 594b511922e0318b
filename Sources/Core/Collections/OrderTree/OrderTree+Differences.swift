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

extension OrderTree {
  /// The elements that have the same labels in an older version and in this one.
  ///
  /// Shared nodes are recognised by identity and skipped. Two cursors are kept in sync by label: the one with the
  /// lower label advances. Because a node has the same labels wherever it is, both cursors reach a shared node at the
  /// same time, and taller nodes are opened first, so no shared node is missed.
  ///
  /// - Parameters:
  ///   - old: The other version. Any tree is valid, but only a relative shares nodes.
  ///   - isSame: Whether two elements with the same label have the same id.
  ///   - isEqual: Whether two such elements are known to be equal.
  /// - Complexity: O(*n* · log `count`) for *n* changes since the versions diverged
  @inlinable
  func commonRuns(
    with old: OrderTree,
    isSame: (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool,
    isEqual: (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool
  ) -> [CommonRun] {
    withExtendedLifetime((root, old.root)) {
      var runs: [CommonRun] = []
      var left = Cursor(old)
      var right = Cursor(self)
      while let a = left.node, let b = right.node {
        if a.header == b.header, left.offset == 0, right.offset == 0 {
          runs.extend(old: left.position, new: right.position, count: a.total, isUnchanged: true)
          left.consume(a.total)
          right.consume(b.total)
          continue
        }
        let (x, y) = (a.label(left.offset), b.label(right.offset))
        if x < y {
          left.openOrConsume()
        } else if y < x {
          right.openOrConsume()
        } else if a.isLeaf, b.isLeaf {
          let (element, other) = (a.elements + left.offset, b.elements + right.offset)
          if isSame(element, other) {
            let isUnchanged = isEqual(element, other)
            runs.extend(old: left.position, new: right.position, count: 1, isUnchanged: isUnchanged)
          }
          left.consume(1)
          right.consume(1)
        } else {
          if a.height >= b.height { left.descend() }
          if b.height >= a.height { right.descend() }
        }
      }
      return runs
    }
  }

  /// Whether this version differs from an older one only by changes in place, as far as that can be determined
  /// without aligning the versions. `false` is inconclusive: use ``commonRuns(with:isSame:isEqual:)``.
  ///
  /// It allocates nothing, and covers the most frequent change, that of an element in place.
  ///
  /// - Complexity: O(*n* · log `count`) for *n* changes since the versions diverged
  @inlinable
  func hasSamePlaces<ID>(as old: OrderTree, identity: ElementIdentity<ID, Value>) -> Bool {
    guard let new = rootHandle, let other = old.rootHandle else { return count == old.count }
    return withExtendedLifetime((root, old.root)) {
      Self.haveSamePlaces(new, other, identity: identity)
    }
  }

  // The identity is a parameter instead of a capture, because a captured value is retained at each level.
  @inlinable
  static func haveSamePlaces<ID>(_ new: Handle, _ old: Handle, identity: ElementIdentity<ID, Value>) -> Bool {
    guard new.height == old.height, new.hasSameLabels(as: old) else { return false }
    guard !new.isLeaf else { return identity.isSame(new.elements, old.elements, count: new.count) }
    for index in 0..<new.count {
      let (x, y) = (new.child(index), old.child(index))
      guard x.header == y.header || haveSamePlaces(x, y, identity: identity) else { return false }
    }
    return true
  }
}

extension OrderTree {
  /// Whether each element is equivalent to its counterpart in another version; `nil` if the structures of the
  /// versions differ, so that elements have to be counted.
  ///
  /// - Complexity: O(*n* · log `count`) for *n* changes in place since the versions diverged
  @inlinable
  func elementsOfSharedPlacesEqual(
    _ old: OrderTree,
    by areEquivalent: (Value, Value) -> Bool
  ) -> Bool? {
    guard let new = rootHandle, let other = old.rootHandle else { return nil }
    return withExtendedLifetime((root, old.root)) {
      Self.elementsEqual(new, other, by: areEquivalent)
    }
  }

  @inlinable
  static func elementsEqual(
    _ new: Handle,
    _ old: Handle,
    by areEquivalent: (Value, Value) -> Bool
  ) -> Bool? {
    if new.header == old.header { return true }
    guard new.height == old.height, new.hasSameLabels(as: old) else { return nil }
    for index in 0..<new.count {
      if new.isLeaf {
        guard areEquivalent(new.elements[index], old.elements[index]) else { return false }
      } else {
        let isEqual = elementsEqual(new.child(index), old.child(index), by: areEquivalent)
        guard isEqual == true else { return isEqual }
      }
    }
    return true
  }
}

extension OrderTree.Cursor {
  /// Opens an inner node, or consumes one element of a leaf.
  @inlinable
  mutating func openOrConsume() {
    if node?.isLeaf == true { consume(1) } else { descend() }
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
}
