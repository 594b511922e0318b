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

  /// The place of the element at a position below this node.
  @inlinable @inline(__always)
  func place(at position: Int) -> OrderTree.Place {
    var node = self
    var offset = position
    while !node.isLeaf {
      let next = node.child(holding: offset)
      node = node.child(next.index)
      offset = next.offset
    }
    return OrderTree.Place(leaf: node, slot: offset)
  }

  /// The place of an element in this leaf if the labels before its own are one gap apart.
  @inlinable @inline(__always)
  func likelyPlace(label: UInt64) -> OrderTree.Place {
    OrderTree.Place(leaf: self, slot: OrderTree.Spacing.distance(from: self.label(0), to: label))
  }

  /// The child to insert into: at a boundary, the left one, so that its last label is the lower bound.
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
  /// Counts branchlessly instead of bisecting, which works because labels have 63 bits: the direction of a search is
  /// unpredictable, and a misprediction costs more than all the comparisons.
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

  /// The slot of a leaf with a label, which must be present, searched from its probable position.
  @inlinable @inline(never)
  func slot(of label: UInt64, near guess: Int) -> Int {
    guard hasLabels else { return guess }
    let labels = self.labels
    var slot = Swift.min(guess, count &- 1)
    while labels[slot] > label { slot &-= 1 }
    while labels[slot] < label { slot &+= 1 }
    return slot
  }
}

extension OrderTree {
  /// The place of an element. Valid until an element is inserted or removed.
  @usableFromInline
  struct Place {
    @usableFromInline let leaf: Handle
    @usableFromInline let slot: Int

    @inlinable @inline(__always)
    init(leaf: Handle, slot: Int) {
      self.leaf = leaf
      self.slot = slot
    }

    @inlinable
    var element: UnsafeMutablePointer<Value> {
      @inline(__always) get { leaf.elements + slot }
    }

    @inlinable
    var label: UInt64 {
      @inline(__always) get { leaf.label(slot) }
    }
  }

  /// The place of the element at a position.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  func place(at position: Int) -> Place {
    guard let root = rootHandle else { preconditionFailure("Index out of range") }
    return root.place(at: position)
  }

  /// The address of the element at a position.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  func pointer(at position: Int) -> UnsafeMutablePointer<Value> {
    place(at: position).element
  }

  /// The probable place of the element with a label: the correct leaf, and the slot of the label if those before it
  /// are one gap apart. The slot may not exist. The label must belong to this tree.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  func likelyPlace(label: UInt64) -> Place {
    guard var node = rootHandle else { preconditionFailure("Label of no element") }
    var first = node.label(0)
    while !node.isLeaf {
      let slot = node.slot(below: label)
      first = node.labels[slot]
      node = node.child(slot)
    }
    return Place(leaf: node, slot: Spacing.distance(from: first, to: label))
  }

  /// The address of the element with a label, which must belong to this tree.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  func pointer(label: UInt64) -> UnsafeMutablePointer<Value> {
    let likely = likelyPlace(label: label)
    return likely.leaf.elements + likely.leaf.slot(of: label, near: likely.slot)
  }

  /// The position of the element with a label, which must belong to this tree.
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
      return position + node.slot(of: label, near: Spacing.distance(from: node.label(0), to: label))
    }
  }
}
