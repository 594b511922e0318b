extension OrderTree {
  /// Removes and returns the element at a position, and its label.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  mutating func remove(at position: Int) -> (element: Value, label: UInt64) {
    let place = uniquePlace(at: position)
    let element = place.element.move()
    removeHole(at: position)
    return (element, place.label)
  }

  /// Removes the slot of an element that has been moved out of the tree.
  ///
  /// The nodes on the way must be this tree's alone, as ``uniquePlace(at:)`` leaves them.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  mutating func removeHole(at position: Int) {
    guard var node = root.take() else { return }
    Self.removeHole(at: position, in: Handle(node))
    while !Handle(node).isLeaf, Handle(node).count == 1 {
      let child = Handle(node).children[0]
      node = child
    }
    root = Handle(node).total == 0 ? nil : node
  }

  @inlinable
  static func removeHole(at position: Int, in node: Handle) {
    node.total -= 1
    guard !node.isLeaf else { return node.closeGap(at: position) }
    let (index, offset) = node.child(holding: position)
    removeHole(at: offset, in: node.child(index))
    if node.child(index).count == 0 {
      (node.children + index).deinitialize(count: 1)
      return node.closeGap(at: index)
    }
    node.refresh(index)
    mergeIfSparse(index, in: node)
  }

  /// Merges a child with a neighbour if they fit into one node with room to spare.
  ///
  /// - Complexity: O(1): the size of a node.
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
