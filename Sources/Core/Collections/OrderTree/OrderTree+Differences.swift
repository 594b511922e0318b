/// What two versions of a tree have in common: elements that follow one another in both.
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
  /// Nodes that both share are recognised by identity and not looked into. Two cursors are kept in step by
  /// label: the one with the lower label moves on. As a node has the same labels wherever it is, both
  /// stand before a shared node at the same time, and taller nodes are opened first, so none is missed.
  ///
  /// - Parameters:
  ///   - old: The other version. Any tree will do, but only a relative shares nodes.
  ///   - isSame: Whether two elements with one label have one id.
  ///   - isEqual: Whether two such elements are known to be equal.
  /// - Complexity: O(*n* · log `count`) for *n* changes since the versions parted
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

  /// Whether this version differs from an older one by changes in place only, as far as that can be seen without
  /// aligning the two. `false` is inconclusive: ask ``commonRuns(with:isSame:isEqual:)``.
  ///
  /// It allocates nothing, and answers for the most frequent change of all, that of an element in place.
  ///
  /// - Complexity: O(*n* · log `count`) for *n* changes since the versions parted
  @inlinable
  func hasSamePlaces<ID>(as old: OrderTree, identity: ElementIdentity<ID, Value>) -> Bool {
    guard let new = rootHandle, let other = old.rootHandle else { return count == old.count }
    return withExtendedLifetime((root, old.root)) {
      Self.haveSamePlaces(new, other, identity: identity)
    }
  }

  // The identity is a parameter, not captured by a closure: what a closure captures is retained at each level.
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
  /// Whether each element is equivalent to the one in its place in another version; `nil` if the two have other nodes
  /// in other places, so that their elements have to be counted.
  ///
  /// - Complexity: O(*n* · log `count`) for *n* changes in place since the versions parted
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
  /// Opens an inner node, or passes one element of a leaf.
  @inlinable
  mutating func openOrConsume() {
    if node?.isLeaf == true { consume(1) } else { descend() }
  }
}

extension [CommonRun] {
  /// Adds a run, as part of the last one if it follows that.
  @inlinable
  mutating func extend(old: Int, new: Int, count: Int, isUnchanged: Bool) {
    if let last, last.isUnchanged, isUnchanged, last.old + last.count == old, last.new + last.count == new {
      self[self.count - 1].count += count
    } else {
      append(CommonRun(old: old, new: new, count: count, isUnchanged: isUnchanged))
    }
  }
}
