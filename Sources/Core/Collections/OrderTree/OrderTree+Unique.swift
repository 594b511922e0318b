extension OrderTree.Handle {
  /// Ensures that a child is uniquely referenced, by copying it if necessary.
  @inlinable @inline(__always)
  func makeChildUnique(_ index: Int) {
    OrderTree.makeUnique(children + index)
  }
}

extension OrderTree {
  @inlinable @inline(__always)
  static func makeUnique(_ slot: UnsafeMutablePointer<Node>) {
    if !isKnownUniquelyReferenced(&slot.pointee) {
      slot.pointee = Handle(of: slot).copy(withPadding: true)
    }
  }

  /// Whether a node can be edited in place: it stores labels and is uniquely referenced.
  @inlinable
  static func isEditable(_ slot: UnsafeMutablePointer<Node>) -> Bool {
    Handle(of: slot).hasLabels && isKnownUniquelyReferenced(&slot.pointee)
  }

  /// Ensures that a node can be edited in place, by copying it if necessary.
  @inlinable
  static func makeEditable(_ slot: UnsafeMutablePointer<Node>) {
    guard !isEditable(slot) else { return }
    let node = Handle(of: slot)
    slot.pointee = node.copyWithLabels(capacity: node.count)
  }

  /// The root, uniquely referenced by this tree.
  @inlinable @inline(__always)
  mutating func uniqueRoot() -> Handle {
    if !isKnownUniquelyReferenced(&root) {
      guard let shared = rootHandle else { preconditionFailure("Index out of range") }
      root = shared.copy()
    }
    guard let handle = rootHandle else { preconditionFailure("Index out of range") }
    return handle
  }

  /// The place of the element at a position, for writing: the nodes on the path are uniquely referenced.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  mutating func uniquePlace(at position: Int) -> Place {
    guard !isOneLeaf else { return Place(leaf: uniqueRoot(), slot: position) }
    guard isKnownUniquelyReferenced(&root), var node = rootHandle else {
      let place = place(at: position)
      return Place(leaf: copyPath(toLabel: place.leaf.label(0)), slot: place.slot)
    }
    var offset = position
    while !node.isLeaf {
      let next = node.child(holding: offset)
      let slot = node.children + next.index
      offset = next.offset
      node = Handle(of: slot)
      guard isKnownUniquelyReferenced(&slot.pointee) else {
        let place = node.place(at: offset)
        return Place(leaf: Self.copyPath(from: slot, toLabel: place.leaf.label(0)), slot: place.slot)
      }
    }
    return Place(leaf: node, slot: offset)
  }

  /// The probable place of the element with a label, as by ``likelyPlace(label:)``, for writing.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  mutating func uniqueLikelyPlace(label: UInt64) -> Place {
    guard isKnownUniquelyReferenced(&root), var node = rootHandle else {
      return copyPath(toLabel: label).likelyPlace(label: label)
    }
    var first = node.label(0)
    while !node.isLeaf {
      let index = node.slot(below: label)
      first = node.labels[index]
      let slot = node.children + index
      node = Handle(of: slot)
      guard isKnownUniquelyReferenced(&slot.pointee) else {
        return Self.copyPath(from: slot, toLabel: label).likelyPlace(label: label)
      }
    }
    return Place(leaf: node, slot: Spacing.distance(from: first, to: label))
  }
}

/// Everything below a shared node is shared too. From there on, nodes are copied without checking for uniqueness, and
/// no copy retains the child that is about to be replaced.
extension OrderTree {
  /// Copies the nodes from the root to the leaf with a label.
  ///
  /// - Returns: The leaf.
  @inlinable @inline(never)
  mutating func copyPath(toLabel label: UInt64) -> Handle {
    guard let shared = rootHandle else { preconditionFailure("Index out of range") }
    let (copy, leaf) = Self.copyOfWay(from: shared, toLabel: label)
    root = copy
    return leaf
  }

  /// Copies the nodes from a child to the leaf with a label.
  ///
  /// - Returns: The leaf.
  @inlinable @inline(never)
  static func copyPath(from slot: UnsafeMutablePointer<Node>, toLabel label: UInt64) -> Handle {
    let (copy, leaf) = copyOfWay(from: Handle(of: slot), toLabel: label)
    slot.pointee = copy
    return leaf
  }

  @inlinable @inline(__always)
  static func copyOfWay(from top: Handle, toLabel label: UInt64) -> (top: Node, leaf: Handle) {
    guard !top.isLeaf else {
      let leaf = top.copyOfLeaf(withPadding: true)
      return (leaf, Handle(leaf))
    }
    var index = top.slot(below: label)
    let copy = top.copyOfBranch(without: index)
    var slot = Handle(copy).children + index
    var node = top.child(index)
    while !node.isLeaf {
      index = node.slot(below: label)
      slot.initialize(to: node.copyOfBranch(without: index))
      slot = Handle(of: slot).children + index
      node = node.child(index)
    }
    slot.initialize(to: node.copyOfLeaf(withPadding: true))
    return (copy, Handle(of: slot))
  }
}
