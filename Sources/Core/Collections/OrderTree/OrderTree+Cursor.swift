extension OrderTree {
  /// A position in the traversal of a tree: at the start of a subtree, or within a leaf. Two cursors traverse two
  /// versions in parallel and skip shared subtrees.
  ///
  /// A cursor retains nothing: the tree must outlive it.
  @usableFromInline
  struct Cursor {
    /// The next subtree; `nil` at the end.
    @usableFromInline var node: Handle?
    /// The number of elements of `node` that are consumed; nonzero only in a leaf.
    @usableFromInline var offset: Int
    /// The number of elements of the tree that are consumed.
    @usableFromInline var position: Int
    /// The ancestors from the root down, with the slots taken. Their type does not depend on that of the elements,
    /// which avoids further instantiations of `Array`.
    @usableFromInline var path: [(node: UnsafeMutablePointer<OrderNodeHeader>, slot: Int)]

    @inlinable
    init(_ tree: OrderTree) {
      node = tree.rootHandle
      offset = 0
      position = 0
      path = []
    }

    /// Goes to the first child of an inner node.
    @inlinable
    mutating func descend() {
      guard let node, !node.isLeaf else { return }
      path.append((node.header, 0))
      self.node = node.child(0)
    }

    /// Consumes some elements of a leaf, or the rest of any node.
    @inlinable
    mutating func consume(_ count: Int) {
      guard let node else { return }
      offset += count
      position += count
      guard offset == node.total else { return }
      offset = 0
      self.node = nil
      while let (header, slot) = path.popLast() {
        let parent = Handle(header: header)
        guard slot + 1 < parent.count else { continue }
        path.append((header, slot + 1))
        self.node = parent.child(slot + 1)
        return
      }
    }
  }
}

extension OrderTree where Value: Equatable {
  /// Whether both have equal elements in the same order.
  ///
  /// - Complexity: O(1) if both share all storage, at most O(`count`)
  @inlinable
  func elementsEqual(_ other: OrderTree) -> Bool {
    guard !isIdentical(to: other) else { return true }
    guard count == other.count else { return false }
    return withExtendedLifetime((root, other.root)) {
      var left = Cursor(self)
      var right = Cursor(other)
      while let a = left.node, let b = right.node {
        if a.header == b.header, left.offset == right.offset {
          left.consume(a.total - left.offset)
          right.consume(b.total - right.offset)
        } else if a.isLeaf, b.isLeaf {
          let length = min(a.count - left.offset, b.count - right.offset)
          let (x, y) = (a.elements + left.offset, b.elements + right.offset)
          for index in 0..<length where x[index] != y[index] { return false }
          left.consume(length)
          right.consume(length)
        } else {
          if a.height >= b.height { left.descend() }
          if b.height >= a.height { right.descend() }
        }
      }
      return true
    }
  }
}
