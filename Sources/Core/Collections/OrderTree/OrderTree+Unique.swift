extension OrderTree.Handle {
  /// Makes sure that a child is referenced by this node alone, by copying it if need be.
  @inlinable @inline(__always)
  func makeChildUnique(_ index: Int) {
    OrderTree.makeUnique(children + index)
  }
}

extension OrderTree {
  @inlinable @inline(__always)
  static func makeUnique(_ slot: UnsafeMutablePointer<Node>) {
    if !isKnownUniquelyReferenced(&slot.pointee) {
      slot.pointee = copyOfChild(Handle(of: slot))
    }
  }

  @inlinable @inline(never)
  static func copyOfRoot(_ node: Handle) -> Node {
    node.copy()
  }

  @inlinable @inline(never)
  static func copyOfChild(_ node: Handle) -> Node {
    node.copy(withPadding: true)
  }

  /// The root, referenced by this tree alone.
  @inlinable @inline(__always)
  mutating func uniqueRoot() -> Handle {
    if !isKnownUniquelyReferenced(&root) {
      guard let shared = rootHandle else { preconditionFailure("Index out of range") }
      root = Self.copyOfRoot(shared)
    }
    guard let handle = rootHandle else { preconditionFailure("Index out of range") }
    return handle
  }

  /// Where an element lies, and its label.
  @usableFromInline
  struct Place {
    @usableFromInline let element: UnsafeMutablePointer<Value>
    @usableFromInline let label: UInt64

    @inlinable @inline(__always)
    init(element: UnsafeMutablePointer<Value>, label: UInt64) {
      self.element = element
      self.label = label
    }
  }

  /// Where the element at a position lies, for writing: no other version has the nodes on the way.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  mutating func uniquePlace(at position: Int) -> Place {
    var node = uniqueRoot()
    var offset = position
    while !node.isLeaf {
      let next = node.child(holding: offset)
      node.makeChildUnique(next.index)
      node = node.child(next.index)
      offset = next.offset
    }
    return Place(element: node.elements + offset, label: node.labels[offset])
  }

  /// Where the element with a label lies, for writing. The label must be one of this tree's.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  mutating func uniquePointer(label: UInt64) -> UnsafeMutablePointer<Value> {
    var node = uniqueRoot()
    var first = node.labels[0]
    while !node.isLeaf {
      let slot = node.slot(below: label)
      first = node.labels[slot]
      node.makeChildUnique(slot)
      node = node.child(slot)
    }
    return node.elements + node.slot(of: label, first: first)
  }
}
