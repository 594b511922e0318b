extension OrderTree.Handle {
  /// A node with the same contents and height, and no spare capacity.
  ///
  /// - Parameter withPadding: Whether to also copy the padding between fields, which copying elements leaves
  ///   undefined. Comparing the two versions then finds equal bits wherever nothing was changed, and needs no further
  ///   checks. In the only leaf of an array there is too little to compare for that to pay off.
  /// - Complexity: O(`count`)
  @inlinable
  func copy(withPadding: Bool = false) -> OrderNode {
    isLeaf ? copyOfLeaf(withPadding: withPadding) : copyOfBranch()
  }

  @inlinable @inline(never)
  func copyOfLeaf(withPadding: Bool) -> OrderNode {
    let isEven = hasEvenLabels
    let node = OrderTree.makeLeaf(capacity: count, hasLabels: !isEven)
    let copy = Self(node)
    if isEven {
      copy.header.pointee.firstLabel = label(0)
    } else {
      copy.labels.update(from: labels, count: count)
    }
    if withPadding {
      let size = count * MemoryLayout<Value>.stride
      UnsafeMutableRawPointer(copy.elements).copyMemory(from: elements, byteCount: size)
    }
    copy.elements.initialize(from: elements, count: count)
    copy.count = count
    copy.total = count
    return node
  }

  /// Not inlined, like the copy of a leaf: if a caller stores the copy through a pointer and then reads it like any
  /// other child, the optimiser would drop the count as unread.
  ///
  /// - Parameter missing: The slot of a child to omit, which the caller fills.
  @inlinable @inline(never)
  func copyOfBranch(without missing: Int? = nil) -> OrderNode {
    let node = OrderTree.makeBranch(height: height, capacity: count)
    let copy = Self(node)
    copy.labels.update(from: labels, count: count)
    // Reads each child's total, although `totals` has it too, to prefetch all children at once: retaining an uncached
    // child waits for it to be fetched, and blocks everything after it.
    for index in 0..<count { copy.totals[index] = UInt32(truncatingIfNeeded: child(index).total) }
    // Not with `initialize(from:count:)`, for which the runtime calls a function per child.
    for index in 0..<count where index != missing {
      (copy.children + index).initialize(to: children[index])
    }
    copy.count = count
    copy.total = total
    return node
  }

  /// A node with the same contents and height, with labels.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  func copyWithLabels(capacity: Int) -> OrderNode {
    let node = makeSibling(capacity: capacity)
    Self(node).append(copying: self, 0..<count)
    return node
  }

  /// An empty node of the same height, with labels.
  @inlinable
  func makeSibling(capacity: Int) -> OrderNode {
    isLeaf
      ? OrderTree.makeLeaf(capacity: capacity) : OrderTree.makeBranch(height: height, capacity: capacity)
  }

  /// Appends copies of a range of slots of another node of the same height.
  @inlinable
  func append(copying other: Self, _ range: Range<Int>) {
    let start = count
    appendLabels(of: other, range)
    if isLeaf {
      (elements + start).initialize(from: other.elements + range.lowerBound, count: range.count)
      total += range.count
    } else {
      (children + start).initialize(from: other.children + range.lowerBound, count: range.count)
      (totals + start).update(from: other.totals + range.lowerBound, count: range.count)
      for index in range { total += other.total(index) }
    }
    count = start + range.count
  }

  /// Appends the last slots of another node of the same height and removes them from it.
  ///
  /// The other node must be uniquely referenced.
  @inlinable
  func append(movingFrom first: Int, of other: Self) {
    let start = count
    let moved = other.count - first
    appendLabels(of: other, first..<other.count)
    var elementsMoved = moved
    if isLeaf {
      (elements + start).moveInitialize(from: other.elements + first, count: moved)
    } else {
      (children + start).moveInitialize(from: other.children + first, count: moved)
      (totals + start).update(from: other.totals + first, count: moved)
      elementsMoved = 0
      for index in start..<(start + moved) { elementsMoved += total(index) }
    }
    count = start + moved
    total += elementsMoved
    other.count = first
    other.total -= elementsMoved
  }

  /// Makes room for one slot at `index`, which stays uninitialised and uncounted.
  @inlinable
  func openGap(at index: Int) {
    let tail = count - index
    (labels + index + 1).update(from: labels + index, count: tail)
    if isLeaf {
      (elements + index + 1).moveInitialize(from: elements + index, count: tail)
    } else {
      (children + index + 1).moveInitialize(from: children + index, count: tail)
      (totals + index + 1).update(from: totals + index, count: tail)
    }
  }

  /// Closes the gap of an uninitialised slot at `index` and stops counting the slot.
  @inlinable
  func closeGap(at index: Int) {
    let tail = count - index - 1
    (labels + index).update(from: labels + index + 1, count: tail)
    if isLeaf {
      (elements + index).moveInitialize(from: elements + index + 1, count: tail)
    } else {
      (children + index).moveInitialize(from: children + index + 1, count: tail)
      (totals + index).update(from: totals + index + 1, count: tail)
    }
    count -= 1
  }
}
