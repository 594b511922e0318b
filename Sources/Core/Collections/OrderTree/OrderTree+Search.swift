extension OrderNode.Handle {
  /// The child that holds the element at a position, and the position within that child.
  @inlinable @inline(__always)
  func child(holding position: Int) -> (index: Int, offset: Int) {
    let totals = self.totals
    var index = 0
    var offset = position
    while offset >= totals[index] {
      offset -= totals[index]
      index += 1
    }
    return (index, offset)
  }

  /// The child to insert into: at a boundary the left one, so that its last label is the lower bound.
  @inlinable @inline(__always)
  func child(insertingAt position: Int) -> (index: Int, offset: Int) {
    let totals = self.totals
    var index = 0
    var offset = position
    while offset > totals[index] {
      offset -= totals[index]
      index += 1
    }
    return (index, offset)
  }

  /// The last slot whose label is not greater than `label`; zero if there is none.
  @inlinable @inline(__always)
  func slot(for label: UInt64) -> Int {
    let labels = self.labels
    var low = 0
    var length = count
    while length > 1 {
      let half = length / 2
      low = labels[low + half] <= label ? low + half : low
      length -= half
    }
    return low
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
    while !node.isLeaf { node = node.child(node.slot(for: label)) }
    return node.elements + node.slot(for: label)
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
        let slot = node.slot(for: label)
        let totals = node.totals
        for index in 0..<slot { position += totals[index] }
        node = node.child(slot)
      }
      return position + node.slot(for: label)
    }
  }
}
