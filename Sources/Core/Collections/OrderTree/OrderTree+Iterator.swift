extension OrderTree {
  /// Walks the elements leaf by leaf: within a leaf it is a walk over a plain buffer.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let root: Node?
    @usableFromInline var next_: UnsafeMutablePointer<Value>?
    @usableFromInline var left: Int
    /// The node above the current leaf, and the leaf's slot there.
    @usableFromInline var parent: Handle?
    @usableFromInline var slot: Int
    /// The position after the last leaf of `parent`.
    @usableFromInline var end: Int

    @inlinable
    init(_ tree: OrderTree) {
      root = tree.root
      next_ = nil
      left = 0
      parent = nil
      slot = 0
      end = 0
      guard let node = tree.rootHandle else { return }
      if node.isLeaf {
        next_ = node.elements
        left = node.count
        end = node.count
      } else {
        enterParent(of: node)
      }
    }

    @inlinable @inline(__always)
    mutating func next() -> Value? {
      if left == 0, !enterNextLeaf() { return nil }
      guard let pointer = next_ else { return nil }
      left -= 1
      next_ = pointer + 1
      return withExtendedLifetime(root) { pointer.pointee }
    }

    @inlinable @inline(never)
    mutating func enterNextLeaf() -> Bool {
      withExtendedLifetime(root) {
        guard let parent else { return false }
        if slot + 1 < parent.count {
          slot += 1
          enterLeaf(of: parent)
          return true
        }
        guard let root, end < root.handle.total else { return false }
        enterParent(of: root.handle)
        return true
      }
    }

    /// Descends to the leaf at position `end`.
    @inlinable
    mutating func enterParent(of root: Handle) {
      var node = root
      var offset = end
      while node.height > 1 {
        let next = node.child(holding: offset)
        node = node.child(next.index)
        offset = next.offset
      }
      parent = node
      slot = 0
      end += node.total
      enterLeaf(of: node)
    }

    @inlinable
    mutating func enterLeaf(of parent: Handle) {
      let leaf = parent.child(slot)
      next_ = leaf.elements
      left = leaf.count
    }
  }

  @inlinable @inline(__always)
  func makeIterator() -> Iterator {
    Iterator(self)
  }

  /// Calls `body` with the elements of each leaf in turn.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  func forEachLeaf(_ body: (UnsafeBufferPointer<Value>) throws -> Void) rethrows {
    guard let root else { return }
    try Self.forEachLeaf(of: root.handle, body)
    withExtendedLifetime(root) {}
  }

  @inlinable
  static func forEachLeaf(
    of node: Handle,
    _ body: (UnsafeBufferPointer<Value>) throws -> Void
  ) rethrows {
    guard !node.isLeaf else {
      return try body(UnsafeBufferPointer(start: node.elements, count: node.count))
    }
    for index in 0..<node.count { try forEachLeaf(of: node.child(index), body) }
  }

  /// The elements of the tree in an array.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  var elements: [Value] {
    [Value](unsafeUninitializedCapacity: count) { buffer, filled in
      forEachLeaf { leaf in
        guard let source = leaf.baseAddress, let target = buffer.baseAddress else { return }
        (target + filled).initialize(from: source, count: leaf.count)
        filled += leaf.count
      }
    }
  }

  /// The labels of the tree, in order.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  var labels: [UInt64] {
    var labels: [UInt64] = []
    labels.reserveCapacity(count)
    guard let root else { return labels }
    Self.appendLabels(of: root.handle, to: &labels)
    withExtendedLifetime(root) {}
    return labels
  }

  @inlinable
  static func appendLabels(of node: Handle, to labels: inout [UInt64]) {
    if node.isLeaf {
      labels.append(contentsOf: UnsafeBufferPointer(start: node.labels, count: node.count))
    } else {
      for index in 0..<node.count { appendLabels(of: node.child(index), to: &labels) }
    }
  }
}
