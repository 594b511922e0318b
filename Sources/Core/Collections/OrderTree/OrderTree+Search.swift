extension OrderTree.Handle {
  /// The child that holds the element at a position, and the position within that child.
  @inlinable @inline(__always)
  func child(holding position: Int) -> (index: Int, offset: Int) {
    var index = 0
    var offset = position
    while offset >= total(index) {
      offset -= total(index)
      index += 1
    }
    return (index, offset)
  }

  /// The child to insert into: at a boundary the left one, so that its last label is the lower bound.
  @inlinable @inline(__always)
  func child(insertingAt position: Int) -> (index: Int, offset: Int) {
    var index = 0
    var offset = position
    while offset > total(index) {
      offset -= total(index)
      index += 1
    }
    return (index, offset)
  }

  /// The last slot of an inner node whose label is not greater than `label`; zero if there is none.
  ///
  /// It counts rather than bisects, and without a branch, since labels have 63 bits: where a search goes is
  /// anyone's guess, and a wrong guess of the processor costs more than all the comparisons.
  @inlinable @inline(__always)
  func slot(below label: UInt64) -> Int {
    let labels = self.labels
    let count = self.count
    var slot: UInt64 = 0
    var index = 1
    while index < count {
      slot &+= (labels[index] &- label &- 1) >> 63
      index &+= 1
    }
    return Int(truncatingIfNeeded: slot)
  }

  /// The slot of a leaf that has a label, which must be there.
  ///
  /// Labels are mostly one gap apart, so the search begins where the element would then be: one cache miss
  /// instead of one for each bisection.
  ///
  /// - Parameter first: The first label of the leaf, which the node above knows.
  @inlinable @inline(__always)
  func slot(of label: UInt64, first: UInt64) -> Int {
    let labels = self.labels
    let guess = (label &- first) / OrderTree.Spacing.gap
    var slot = Swift.min(Int(truncatingIfNeeded: guess), count &- 1)
    while labels[slot] > label { slot &-= 1 }
    while labels[slot] < label { slot &+= 1 }
    return slot
  }
}

extension OrderTree {
  /// Where the element at a position lies.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  func pointer(at position: Int) -> UnsafeMutablePointer<Value> {
    let (leaf, offset) = self.leaf(holding: position)
    return leaf.elements + offset
  }

  @inlinable @inline(__always)
  func leaf(holding position: Int) -> (leaf: Handle, offset: Int) {
    guard var node = rootHandle else { preconditionFailure("Index out of range") }
    var offset = position
    while !node.isLeaf {
      let next = node.child(holding: offset)
      node = node.child(next.index)
      offset = next.offset
    }
    return (node, offset)
  }

  /// The label of the element at a position.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  func label(at position: Int) -> UInt64 {
    withExtendedLifetime(root) {
      let (leaf, offset) = self.leaf(holding: position)
      return leaf.labels[offset]
    }
  }

  /// Where the element with a label lies. The label must be one of this tree's.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  func pointer(label: UInt64) -> UnsafeMutablePointer<Value> {
    guard var node = rootHandle else { preconditionFailure("Label of no element") }
    var first = node.labels[0]
    while !node.isLeaf {
      let slot = node.slot(below: label)
      first = node.labels[slot]
      node = node.child(slot)
    }
    return node.elements + node.slot(of: label, first: first)
  }

  /// The position of the element with a label. The label must be one of this tree's.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  func position(label: UInt64) -> Int {
    withExtendedLifetime(root) {
      guard var node = rootHandle else { preconditionFailure("Label of no element") }
      var position = 0
      while !node.isLeaf {
        let slot = node.slot(below: label)
        for index in 0..<slot { position &+= node.total(index) }
        node = node.child(slot)
      }
      return position + node.slot(of: label, first: node.labels[0])
    }
  }
}
