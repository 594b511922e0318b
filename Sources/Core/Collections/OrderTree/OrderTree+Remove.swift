extension OrderTree {
  /// Removes and returns the element at a position, and its label.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  mutating func remove(at position: Int) -> (element: Value, label: UInt64) {
    let place = uniquePlace(at: position)
    let (element, label) = (place.element.move(), place.label)
    removeHole(at: position)
    return (element, label)
  }

  /// Removes the slot of an element that was moved out of the tree.
  ///
  /// The nodes on the path must be uniquely referenced, as ``uniquePlace(at:)`` leaves them.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  mutating func removeHole(at position: Int) {
    guard var node = root.take() else { return }
    Self.removeHole(at: position, in: &node)
    while !Handle(node).isLeaf, Handle(node).count == 1 {
      let child = Handle(node).children[0]
      node = child
    }
    root = Handle(node).total == 0 ? nil : node
  }

  @inlinable
  static func removeHole(at position: Int, in slot: UnsafeMutablePointer<Node>) {
    let node = Handle(of: slot)
    guard !node.isLeaf else { return closeHole(at: position, in: slot) }
    node.total -= 1
    let (index, offset) = node.child(holding: position)
    removeHole(at: offset, in: node.children + index)
    if node.child(index).count == 0 {
      (node.children + index).deinitialize(count: 1)
      return node.closeGap(at: index)
    }
    node.refresh(index)
    mergeIfSparse(index, in: node)
  }

  /// Closes the hole in a uniquely referenced leaf. The leaf must store its labels afterwards, because those after
  /// the hole no longer follow from the first one.
  @inlinable
  static func closeHole(at index: Int, in slot: UnsafeMutablePointer<Node>) {
    let leaf = Handle(of: slot)
    guard !leaf.hasLabels else {
      leaf.total -= 1
      return leaf.closeGap(at: index)
    }
    let node = makeLeaf(capacity: leaf.count - 1)
    let rest = Handle(node)
    let tail = leaf.count - index - 1
    rest.elements.moveInitialize(from: leaf.elements, count: index)
    (rest.elements + index).moveInitialize(from: leaf.elements + index + 1, count: tail)
    for slot in 0..<(leaf.count - 1) { rest.labels[slot] = leaf.label(slot < index ? slot : slot + 1) }
    rest.count = leaf.count - 1
    rest.total = rest.count
    leaf.count = 0
    slot.pointee = node
  }

  /// Merges a child with a neighbour if both fit into one node with room to spare.
  ///
  /// - Complexity: O(1): the size of a node
  @inlinable
  static func mergeIfSparse(_ index: Int, in node: Handle) {
    let child = node.child(index)
    let limit = Shape.mergeLimit(height: child.height)
    if index + 1 < node.count, child.count + node.child(index + 1).count <= limit {
      mergeWithNext(index, in: node)
    } else if index > 0, child.count + node.child(index - 1).count <= limit {
      mergeWithNext(index - 1, in: node)
    }
  }

  @inlinable
  static func mergeWithNext(_ index: Int, in node: Handle) {
    let left = node.child(index)
    let right = node.child(index + 1)
    let merged = left.makeSibling(capacity: left.count + right.count)
    for slot in [index, index + 1] {
      let part = node.child(slot)
      if isKnownUniquelyReferenced(&node.children[slot]) {
        Handle(merged).append(movingFrom: 0, of: part)
      } else {
        Handle(merged).append(copying: part, 0..<part.count)
      }
    }
    node.children[index] = merged
    (node.children + index + 1).deinitialize(count: 1)
    node.closeGap(at: index + 1)
    node.refresh(index)
  }
}
