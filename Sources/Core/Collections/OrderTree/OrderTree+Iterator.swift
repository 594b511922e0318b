extension OrderTree {
  /// Walks the elements leaf by leaf: within a leaf it is a walk over a plain buffer.
  ///
  /// What takes it to another leaf gets and returns values and never the iterator's address, so that in a loop
  /// all of it stays in registers.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let root: Node?
    @usableFromInline var element: UnsafeMutablePointer<Value>?
    /// The end of the current leaf.
    @usableFromInline var end: UnsafeMutablePointer<Value>?
    /// Where the leaves to come lie.
    @usableFromInline var leaves: Leaves

    @inlinable @inline(__always)
    init(_ tree: OrderTree) {
      root = tree.root
      leaves = Leaves()
      guard let node = tree.rootHandle else { return }
      if node.isLeaf {
        element = node.elements
        end = node.elements + node.count
      } else {
        leaves = Self.leaves(from: 0, of: node)
      }
    }

    @inlinable @inline(__always)
    mutating func next() -> Value? {
      // Said to be rare, lest the way around it take a jump for each element.
      if _slowPath(element == end) {
        guard enterNextLeaf() else { return nil }
      }
      guard let pointer = element else { return nil }
      element = pointer + 1
      return withExtendedLifetime(root) { pointer.pointee }
    }

    @inlinable @inline(__always)
    mutating func enterNextLeaf() -> Bool {
      withExtendedLifetime(root) {
        if leaves.count == 0 {
          // What is needed to see that nothing is left is at hand, so that a walk over one leaf reads no more.
          guard leaves.rest > 0, let node = Handle(of: root) else { return false }
          leaves = Self.leaves(from: node.total - leaves.rest, of: node)
        }
        guard let slot = leaves.next else { return false }
        let leaf = Handle(of: slot)
        leaves.next = slot + 1
        leaves.count &-= 1
        element = leaf.elements
        end = leaf.elements + leaf.count
        return true
      }
    }

    /// The leaves of the node that has the element at a position as its first.
    @inlinable @inline(never)
    static func leaves(from position: Int, of root: Handle) -> Leaves {
      var node = root
      var offset = position
      while node.height > 1 {
        let next = node.child(holding: offset)
        node = node.child(next.index)
        offset = next.offset
      }
      var leaves = Leaves()
      leaves.next = node.children
      leaves.count = node.count
      leaves.rest = root.total - position - node.total
      return leaves
    }
  }

  /// The leaves of one node that a walk has yet to visit.
  @usableFromInline
  struct Leaves {
    @usableFromInline var next: UnsafeMutablePointer<Node>?
    @usableFromInline var count = 0
    /// How many elements come after these leaves.
    @usableFromInline var rest = 0

    @inlinable @inline(__always)
    init() {}
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
      var leaves = Iterator.leaves(from: node.total - rest, of: node)
      while leaves.count > 0, let slot = leaves.next {
        let leaf = Handle(of: slot)
        try body(UnsafeBufferPointer(start: leaf.elements, count: leaf.count))
        leaves.next = slot + 1
        leaves.count -= 1
      }
      rest = leaves.rest
    }
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
