extension OrderTree {
  /// Inserts an element.
  ///
  /// - Parameters:
  ///   - element: The new element.
  ///   - label: A label between those of its neighbours, as returned by ``availableLabel(at:)``.
  ///   - position: Its position, up to and including `count`.
  /// - Complexity: O(log `count`)
  @inlinable
  mutating func insert(_ element: Value, label: UInt64, at position: Int) {
    guard var node = root.take() else {
      let leaf = Self.makeLeaf(capacity: 1)
      Handle(leaf).fill(0, label: label, element: element)
      root = leaf
      return
    }
    let edge: Edge = position == Handle(node).total ? .end : position == 0 ? .start : .middle
    let sibling = Self.insert(element, label: label, at: position, edge: edge, into: &node)
    root = sibling.map { Self.parent(of: node, and: $0) } ?? node
  }

  /// Whether an insertion is at an end of the whole tree, where further ones are likely: a full node is then left
  /// full, and a new one is begun next to it.
  @usableFromInline
  enum Edge {
    case start, middle, end
  }

  /// Inserts below `slot`; returns the right part if the node was split.
  @inlinable
  static func insert(
    _ element: Value,
    label: UInt64,
    at position: Int,
    edge: Edge,
    into slot: UnsafeMutablePointer<Node>
  ) -> Node? {
    let node = Handle(of: slot)
    if node.isLeaf {
      return openGap(at: position, edge: edge, in: slot) { $0.fill($1, label: label, element: element) }
    }
    makeUnique(slot)
    let inner = Handle(of: slot)
    let (index, offset) = inner.child(insertingAt: position)
    let sibling = insert(element, label: label, at: offset, edge: edge, into: inner.children + index)
    inner.total += 1
    inner.refresh(index)
    guard let sibling else { return nil }
    inner.total -= Handle(sibling).total
    return openGap(at: index + 1, edge: edge, in: slot) { $0.fill($1, child: sibling) }
  }

  /// Adds a slot to a node, splitting the node if it is full, and fills the slot.
  ///
  /// - Returns: The right part, if the node was split.
  /// - Complexity: O(1): the size of a node
  @inlinable
  static func openGap(
    at index: Int,
    edge: Edge,
    in slot: UnsafeMutablePointer<Node>,
    fill: (Handle, Int) -> Void
  ) -> Node? {
    let node = Handle(of: slot)
    let limit = Shape.capacity(height: node.height)
    let isEditable = isEditable(slot)
    if node.count == limit {
      return split(at: index, edge: edge, in: slot, isEditable: isEditable, fill: fill)
    }
    if isEditable, node.count < node.capacity {
      node.openGap(at: index)
      fill(node, index)
      return nil
    }
    // A node that is being filled doubles its capacity. A copy of a shared node gets only the capacity it needs,
    // because most versions are never written to again.
    let grown: Node
    if isEditable {
      grown = node.makeSibling(capacity: min(limit, max(4, 2 * node.count)))
      Handle(grown).append(movingFrom: 0, of: node)
    } else {
      grown = node.copyWithLabels(capacity: node.count + 1)
    }
    Handle(grown).openGap(at: index)
    fill(Handle(grown), index)
    slot.pointee = grown
    return nil
  }

  @inlinable
  static func split(
    at index: Int,
    edge: Edge,
    in slot: UnsafeMutablePointer<Node>,
    isEditable: Bool,
    fill: (Handle, Int) -> Void
  ) -> Node? {
    let node = Handle(of: slot)
    let count = node.count
    switch edge {
    case .start: return splitAtStart(slot, fill: fill)
    case .end: return splitAtEnd(slot, fill: fill)
    case .middle: break
    }
    let middle = count / 2
    let right = node.makeSibling(capacity: count - middle + 1)
    if isEditable {
      Handle(right).append(movingFrom: middle, of: node)
    } else {
      Handle(right).append(copying: node, middle..<count)
      let left = node.makeSibling(capacity: middle + 1)
      Handle(left).append(copying: node, 0..<middle)
      slot.pointee = left
    }
    let (target, offset) =
      index <= middle ? (Handle(of: slot), index) : (Handle(right), index - middle)
    target.openGap(at: offset)
    fill(target, offset)
    return right
  }
}

extension OrderTree {
  /// Leaves a full node unchanged and begins a new one on its right.
  @inlinable
  static func splitAtEnd(_ slot: UnsafeMutablePointer<Node>, fill: (Handle, Int) -> Void) -> Node {
    let right = Handle(of: slot).makeSibling(capacity: 4)
    fill(Handle(right), 0)
    return right
  }

  /// Leaves a full node unchanged, except for the first child of an inner node, and begins a new one on its left.
  @inlinable
  static func splitAtStart(_ slot: UnsafeMutablePointer<Node>, fill: (Handle, Int) -> Void) -> Node {
    let right = slot.pointee
    let left = Handle(right).makeSibling(capacity: 4)
    if Handle(right).isLeaf {
      fill(Handle(left), 0)
    } else {
      // The first child is the new one; the previous first child is added after it.
      Handle(right).moveFirstChild(to: Handle(left))
      fill(Handle(right), 0)
    }
    slot.pointee = left
    return right
  }

  @inlinable
  static func parent(of left: Node, and right: Node) -> Node {
    let parent = makeBranch(height: Handle(left).height + 1, capacity: 4)
    Handle(parent).fill(0, child: left)
    Handle(parent).fill(1, child: right)
    return parent
  }
}

extension OrderTree.Handle {
  /// Initialises a free slot of a leaf and counts it.
  @inlinable @inline(__always)
  func fill(_ index: Int, label: UInt64, element: Value) {
    labels[index] = label
    (elements + index).initialize(to: element)
    count += 1
    total += 1
  }

  /// Initialises a free slot of an inner node and counts it.
  @inlinable @inline(__always)
  func fill(_ index: Int, child: OrderNode) {
    (children + index).initialize(to: child)
    refresh(index)
    count += 1
    total += total(index)
  }

  /// Updates the label and total of a slot from its child.
  @inlinable @inline(__always)
  func refresh(_ index: Int) {
    let child = self.child(index)
    labels[index] = child.label(0)
    totals[index] = UInt32(truncatingIfNeeded: child.total)
  }

  /// Moves the first child into an empty node and leaves its slot uninitialised.
  @inlinable
  func moveFirstChild(to other: Self) {
    other.children.moveInitialize(from: children, count: 1)
    other.refresh(0)
    other.count = 1
    other.total = total(0)
    count -= 1
    total -= total(0)
  }
}
