extension OrderTree {
  /// Iterates over the elements leaf by leaf: within a leaf, over a plain buffer.
  ///
  /// The functions that advance to another leaf receive and return values, never the iterator's address, so that in a
  /// loop the whole iterator stays in registers.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let root: Node?
    @usableFromInline var element: UnsafeMutablePointer<Value>?
    /// The end of the current leaf.
    @usableFromInline var end: UnsafeMutablePointer<Value>?
    /// The remaining leaves; `nil` in a tree of one leaf, so that iterating over it checks only this.
    @usableFromInline var leaves: Leaves?

    @inlinable @inline(__always)
    init(_ tree: OrderTree) {
      root = tree.root
      guard let node = tree.rootHandle else { return }
      if node.isLeaf {
        element = node.elements
        end = node.elements + node.count
      } else {
        leaves = Self.leaves(last: node.total, of: root)
      }
    }

    @inlinable @inline(__always)
    mutating func next() -> Value? {
      // Checked again after advancing to the next leaf, although no leaf is empty: the optimiser then recognises a
      // loop over a leaf nested in one over the leaves, and unrolls it.
      while _slowPath(element == end) {
        guard enterNextLeaf() else { return nil }
      }
      guard let pointer = element else { return nil }
      element = pointer + 1
      return withExtendedLifetime(root) { pointer.pointee }
    }

    @inlinable @inline(__always)
    mutating func enterNextLeaf() -> Bool {
      withExtendedLifetime(root) {
        guard var leaves else { return false }
        if leaves.count == 0 {
          guard leaves.rest > 0 else { return false }
          leaves = Self.leaves(last: leaves.rest, of: root)
        }
        let leaf = leaves.takeFirst()
        self.leaves = leaves
        element = leaf.elements
        end = leaf.elements + leaf.count
        return true
      }
    }

    /// The leaves of the node that contains the first of the last `count` elements.
    @inlinable @inline(never)
    static func leaves(last count: Int, of root: Node?) -> Leaves {
      guard var node = Handle(of: root) else { preconditionFailure("No elements in an empty tree") }
      var offset = node.total - count
      while node.height > 1 {
        let next = node.child(holding: offset)
        node = node.child(next.index)
        offset = next.offset
      }
      return Leaves(next: node.children, count: node.count, rest: count - node.total)
    }
  }

  /// The leaves of a node that are still to be visited.
  @usableFromInline
  struct Leaves {
    @usableFromInline var next: UnsafeMutablePointer<Node>
    @usableFromInline var count: Int
    /// The number of elements after these leaves.
    @usableFromInline var rest: Int

    @inlinable @inline(__always)
    init(next: UnsafeMutablePointer<Node>, count: Int, rest: Int) {
      self.next = next
      self.count = count
      self.rest = rest
    }

    @inlinable @inline(__always)
    mutating func takeFirst() -> Handle {
      let leaf = Handle(of: next)
      next += 1
      count &-= 1
      return leaf
    }
  }

  @inlinable @inline(__always)
  func makeIterator() -> Iterator {
    Iterator(self)
  }

  /// Calls `body` with the elements of each leaf in turn.
  ///
  /// - Complexity: O(*n*)
  @inlinable @inline(__always)
  func forEachLeaf<Failure: Error>(
    _ body: (UnsafeBufferPointer<Value>) throws(Failure) -> Void
  ) throws(Failure) {
    guard let node = rootHandle else { return }
    defer { withExtendedLifetime(root) {} }
    guard !node.isLeaf else {
      return try body(UnsafeBufferPointer(start: node.elements, count: node.count))
    }
    var rest = node.total
    while rest > 0 {
      var leaves = Iterator.leaves(last: rest, of: root)
      while leaves.count > 0 {
        let leaf = leaves.takeFirst()
        try body(UnsafeBufferPointer(start: leaf.elements, count: leaf.count))
      }
      rest = leaves.rest
    }
  }

  /// The elements of the tree as an array.
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
    Self.appendLabels(of: Handle(root), to: &labels)
    withExtendedLifetime(root) {}
    return labels
  }

  @inlinable
  static func appendLabels(of node: Handle, to labels: inout [UInt64]) {
    if node.isLeaf {
      for index in 0..<node.count { labels.append(node.label(index)) }
    } else {
      for index in 0..<node.count { appendLabels(of: node.child(index), to: &labels) }
    }
  }
}
