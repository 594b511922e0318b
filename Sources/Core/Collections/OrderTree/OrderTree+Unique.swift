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

  /// Whether a node can be edited where it is: it has labels, and is referenced by its slot alone.
  @inlinable
  static func isEditable(_ slot: UnsafeMutablePointer<Node>) -> Bool {
    Handle(of: slot).hasLabels && isKnownUniquelyReferenced(&slot.pointee)
  }

  /// Makes sure that a node can be edited where it is, by copying it if need be.
  @inlinable
  static func makeEditable(_ slot: UnsafeMutablePointer<Node>) {
    guard !isEditable(slot) else { return }
    let node = Handle(of: slot)
    slot.pointee = node.copyWithLabels(capacity: node.count)
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
    return Place(leaf: node, slot: offset)
  }

  /// About where the element with a label lies, as ``likelyPlace(label:)`` says it, for writing.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  mutating func uniqueLikelyPlace(label: UInt64) -> Place {
    var node = uniqueRoot()
    var first = node.label(0)
    while !node.isLeaf {
      let slot = node.slot(below: label)
      first = node.labels[slot]
      node.makeChildUnique(slot)
      node = node.child(slot)
    }
    return Place(leaf: node, slot: Spacing.distance(from: first, to: label))
  }
}
