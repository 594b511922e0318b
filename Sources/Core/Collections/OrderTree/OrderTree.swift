/// A persistent sequence of elements, each with a label: a number that increases along the sequence, and that the
/// element keeps while others are inserted and removed.
///
/// It is a B-tree by position, in which an element is also found by its label. So an ``IdentifiedArray`` only needs
/// the labels of its ids, which edits elsewhere leave as they are. Copying the tree copies one reference; an edit copies
/// the nodes from the root to one leaf, and only those that are shared with another version.
///
/// Invariants (assertions check those near each change):
/// - labels increase strictly from left to right;
/// - a branch has the first label of each child;
/// - all leaves are at the same depth, no node but the root is empty, and a root that is a branch has at least two children;
/// - nodes have at most ``OrderNode/leafCapacity`` elements or ``OrderNode/branchCapacity`` children.
@usableFromInline
struct OrderTree<Value> {
  @usableFromInline typealias Node = OrderNode<Value>

  @usableFromInline var root: Node

  @inlinable
  init() { root = .make(children: []) }
}

extension OrderTree {
  /// A tree of elements with given labels, which must increase.
  @inlinable
  init(_ elements: [Value], label: (Int) -> UInt64) {
    var nodes = Self.parts(of: elements.count, size: Node.leafCapacity).map { part in
      let leaf = Node.make(height: 0, room: part.count)
      for position in part { leaf.insert(elements[position], label: label(position), at: leaf.count) }
      return leaf
    }
    while nodes.count > 1 {
      let children = nodes
      nodes = Self.parts(of: children.count, size: Node.branchCapacity).map {
        Node.make(children: children[$0])
      }
    }
    root = nodes.first ?? Node.make(children: [])
  }

  /// Divides `0..<count` into the fewest ranges of at most `size`, of nearly equal length.
  @inlinable
  static func parts(of count: Int, size: Int) -> [Range<Int>] {
    let number = (count + size - 1) / size
    return (0..<number).map { (count * $0 / number)..<(count * ($0 + 1) / number) }
  }

  @inlinable
  var count: Int { root.count }

  /// Whether both are the same version.
  @inlinable
  func isIdentical(to other: OrderTree) -> Bool { root === other.root }
}

extension OrderTree {
  /// The place of an element. Valid until an element is inserted or removed.
  ///
  /// It retains nothing, nor does the way to it: counting references would take longer than the rest of an access.
  @usableFromInline
  struct Place {
    @usableFromInline let leaf: Unmanaged<Node>
    @usableFromInline let slot: Int

    @inlinable
    init(leaf: Unmanaged<Node>, slot: Int) {
      self.leaf = leaf
      self.slot = slot
    }

    @inlinable
    var element: UnsafeMutablePointer<Value> { leaf._withUnsafeGuaranteedRef { $0.elements + slot } }

    @inlinable
    var label: UInt64 { leaf._withUnsafeGuaranteedRef { $0.labels[slot] } }
  }

  /// The place reached by taking a slot of each node on the way, of a tree that is not empty.
  @inlinable @inline(__always)
  func place(_ slot: (Node) -> Int) -> Place {
    var node = Unmanaged.passUnretained(root)
    while let next = node._withUnsafeGuaranteedRef({ node in
      node.isLeaf ? nil : Unmanaged.passUnretained(node.children[slot(node)])
    }) {
      node = next
    }
    return Place(leaf: node, slot: node._withUnsafeGuaranteedRef(slot))
  }

  /// The place of the element at a position.
  @inlinable
  func place(at position: Int) -> Place {
    var offset = position
    return place { $0.slot(of: &offset) }
  }

  /// The place of the last element whose label is not greater than the given one, or else of the first.
  @inlinable
  func place(label: UInt64) -> Place {
    place { $0.slot(of: label) }
  }

  @inlinable
  func element(at position: Int) -> Value {
    withExtendedLifetime(root) { place(at: position).element.pointee }
  }

  @inlinable
  func element(label: UInt64) -> Value {
    withExtendedLifetime(root) { place(label: label).element.pointee }
  }

  @inlinable
  func label(at position: Int) -> UInt64 {
    withExtendedLifetime(root) { place(at: position).label }
  }

  /// The position of the element with a label; of the one before, if there is none with the label.
  @inlinable
  func position(label: UInt64) -> Int {
    withExtendedLifetime(root) {
      var position = 0
      let place = place { node in
        let slot = node.slot(of: label)
        if !node.isLeaf {
          for before in 0..<slot { position += Int(node.counts[before]) }
        }
        return slot
      }
      return position + place.slot
    }
  }
}

extension OrderTree {
  /// The place of an element for writing: the nodes on the way are copied if another version has them.
  @inlinable @inline(__always)
  mutating func uniquePlace(_ slot: (Node) -> Int) -> Place {
    var node = Unmanaged.passUnretained(uniqueRoot())
    while let next = node._withUnsafeGuaranteedRef({ node in
      node.isLeaf ? nil : Unmanaged.passUnretained(node.uniqueChild(slot(node)))
    }) {
      node = next
    }
    return Place(leaf: node, slot: node._withUnsafeGuaranteedRef(slot))
  }

  @inlinable
  mutating func uniquePlace(at position: Int) -> Place {
    var offset = position
    return uniquePlace { $0.slot(of: &offset) }
  }

  @inlinable
  mutating func uniquePlace(label: UInt64) -> Place {
    uniquePlace { $0.slot(of: label) }
  }

  @inlinable
  mutating func uniqueRoot(adding added: Int = 0) -> Node {
    Node.makeUnique(&root, adding: added)
    return root
  }

  /// Inserts an element.
  ///
  /// - Parameter label: A label between those of its neighbours.
  @inlinable
  mutating func insert(_ element: Value, label: UInt64, at position: Int) {
    let node = uniqueRoot(adding: 1)
    let isAtEdge = position == 0 || position == node.count
    let sibling = node.insert(element, label: label, at: position, isAtEdge: isAtEdge)
    if let sibling { root = Node.make(children: [node, sibling]) }
    assertInvariants(brokenInvariant(near: position))
  }

  /// Removes and returns the element at a position.
  @inlinable
  mutating func remove(at position: Int) -> Value {
    let place = uniquePlace(at: position)
    let element = place.element.move()
    removeSlot(at: position)
    return element
  }

  /// Removes the slot of an element that was moved out.
  @inlinable
  mutating func removeSlot(at position: Int) {
    uniqueRoot().removeSlot(at: position)
    while !root.isLeaf, root.slotCount == 1 { root = root.child(0) }
    assertInvariants(brokenInvariant(near: position))
  }
}

extension OrderTree {
  /// An iterator over the elements: within a leaf, over its memory.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let root: Node
    /// The next element of the leaf, and the end of the leaf.
    @usableFromInline var element: UnsafeMutablePointer<Value>?
    @usableFromInline var end: UnsafeMutablePointer<Value>?
    @usableFromInline var leaves = Leaves(next: nil, count: 0, end: 0)

    @inlinable
    init(_ tree: OrderTree) {
      root = tree.root
      if root.isLeaf {
        element = root.elements
        end = root.elements + root.count
        leaves.end = root.count
      }
    }

    @inlinable @inline(__always)
    mutating func next() -> Value? {
      guard let next = nextPointer() else { return nil }
      return withExtendedLifetime(root) { next.pointee }
    }

    /// The address of the next element. Valid while the iterator exists.
    @inlinable @inline(__always)
    mutating func nextPointer() -> UnsafeMutablePointer<Value>? {
      while _slowPath(element == end) {
        guard enterNextLeaf() else { return nil }
      }
      guard let next = element else { return nil }
      element = next + 1
      return next
    }

    /// The next element, where it is. Valid while the iterator exists.
    @inlinable @inline(__always)
    mutating func nextLent() -> UnsafePointer<Lent<Value>>? {
      nextPointer().map { UnsafeRawPointer($0).assumingMemoryBound(to: Lent<Value>.self) }
    }

    @inlinable @inline(__always)
    mutating func enterNextLeaf() -> Bool {
      if leaves.count == 0 {
        guard leaves.end < root.count else { return false }
        leaves = Self.leaves(at: leaves.end, below: root)
      }
      guard let leaf = leaves.next else { return false }
      leaves.next = leaf + 1
      leaves.count -= 1
      Unmanaged.passUnretained(leaf.pointee)._withUnsafeGuaranteedRef { leaf in
        element = leaf.elements
        end = leaf.elements + leaf.count
      }
      return true
    }

    /// The leaves of the branch that holds the element at a position.
    ///
    /// Returned, not stored: an iterator whose address is taken does not stay in registers.
    @inlinable @inline(never)
    static func leaves(at position: Int, below root: Node) -> Leaves {
      var branch = root
      var offset = position
      while branch.height > 1 { branch = branch.child(branch.slot(of: &offset)) }
      return Leaves(next: branch.children, count: branch.slotCount, end: position + branch.count)
    }
  }

  /// The leaves of a branch that are still to be visited.
  @usableFromInline
  struct Leaves {
    @usableFromInline var next: UnsafeMutablePointer<Node>?
    @usableFromInline var count: Int
    /// The number of elements of the tree up to the end of the branch.
    @usableFromInline var end: Int

    @inlinable
    init(next: UnsafeMutablePointer<Node>?, count: Int, end: Int) {
      self.next = next
      self.count = count
      self.end = end
    }
  }

  @inlinable @inline(__always)
  func makeIterator() -> Iterator { Iterator(self) }

  /// The positions of the elements, sorted stably; `nil` if they are in order.
  @inlinable
  func order(by areInIncreasingOrder: (Value, Value) throws -> Bool) rethrows -> [Int]? {
    // Nothing prevents the closure from changing the tree; it then changes a copy.
    try withExtendedLifetime(root) {
      try withUnsafeTemporaryAllocation(of: UnsafePointer<Lent<Value>>.self, capacity: count) { elements in
        var iterator = makeIterator()
        var second: Int?
        var isTwoRuns = true
        for place in 0..<count {
          guard let next = iterator.nextLent() else { break }
          elements.initializeElement(at: place, to: next)
          if isTwoRuns, place > 0,
            try next.pointee.isRelated(to: elements[place - 1].pointee, by: areInIncreasingOrder)
          {
            (second, isTwoRuns) = (second ?? place, second == nil)
          }
        }
        guard let second else { return nil }
        return try elements.indices.sorted(inRunsFrom: isTwoRuns ? second : nil) {
          try elements[$0].pointee.isRelated(to: elements[$1].pointee, by: areInIncreasingOrder)
        }
      }
    }
  }
}

extension Range<Int> {
  /// The numbers, sorted stably.
  ///
  /// - Parameter second: The start of the second of two sorted runs: usually a single element is out of place, and merging
  ///   takes a fraction of sorting.
  @inlinable @inline(__always)
  func sorted(inRunsFrom second: Int?, by isBefore: (Int, Int) throws -> Bool) rethrows -> [Int] {
    guard let second else { return try sorted(by: isBefore) }
    var merged: [Int] = []
    merged.reserveCapacity(count)
    var (first, next) = (lowerBound, second)
    while first < second, next < upperBound {
      let end = try (first..<second).partitioningIndex { try isBefore(next, $0) }
      merged += first..<end
      first = end
      if first == second { break }
      let nextEnd = try (next..<upperBound).partitioningIndex { try !isBefore($0, first) }
      merged += next..<nextEnd
      next = nextEnd
    }
    return merged + (first..<second) + (next..<upperBound)
  }
}

// Unchecked: only the owner of the only reference writes to a node.
extension OrderTree: @unchecked Sendable where Value: Sendable {}
