/// The fixed part of a node of an ``OrderTree``.
@usableFromInline
struct OrderNodeHeader {
  /// The label of the first element, in a leaf that has no labels.
  @usableFromInline var firstLabel: UInt64 = 0
  /// How many elements the subtree holds.
  @usableFromInline var total: UInt32 = 0
  /// How many slots of this node are in use.
  @usableFromInline var count: UInt8 = 0
  /// How many slots this node has room for.
  @usableFromInline let capacity: UInt8
  /// Zero for a leaf; otherwise one more than the height of every child.
  @usableFromInline let height: UInt8
  /// Whether the node has labels, as every inner node does.
  @usableFromInline let hasLabels: Bool

  /// The header of an empty node.
  @inlinable
  init(capacity: Int, height: Int, hasLabels: Bool) {
    self.capacity = UInt8(truncatingIfNeeded: capacity)
    self.height = UInt8(truncatingIfNeeded: height)
    self.hasLabels = hasLabels
  }
}

/// A node of an ``OrderTree``: one allocation, shared by every version of a collection that has it.
///
/// A leaf's tail holds its elements and then their labels, if it has them, each contiguous, so that iteration runs over a
/// plain buffer, and an element can be fetched before anything of its leaf has been. A branch's tail holds the first label of each
/// child, the children, and their totals. Which of the two a node is its height tells.
///
/// The class has no parameter, and the elements' type is known to leaves alone: code that is not specialised, as
/// that which gets an array of whatever type through a protocol, would otherwise ask the runtime for the type of
/// the nodes at every step, which takes many times as long as the step.
///
/// A node that two versions share is never written to. Whoever writes owns the only reference, which the
/// caller establishes from the root down.
@usableFromInline
class OrderNode: ManagedBuffer<OrderNodeHeader, UInt64> {
  /// Where the header lies in an object: behind its type and its reference counts.
  @inlinable
  static var headerOffset: Int { 2 * MemoryLayout<Int>.size }
}

/// A node that has elements.
@usableFromInline
final class OrderLeaf<Value>: OrderNode {
  @inlinable
  deinit {
    let handle = OrderTree<Value>.Handle(self)
    handle.elements.deinitialize(count: handle.count)
  }
}

/// A node that has children.
@usableFromInline
final class OrderBranch: OrderNode {
  @inlinable
  deinit {
    // Where the children lie doesn't depend on what is in the leaves.
    let handle = OrderTree<Void>.Handle(self)
    handle.children.deinitialize(count: handle.count)
  }
}

extension OrderTree {
  /// A view of a node's memory that costs no reference counting.
  ///
  /// It is valid for as long as something else keeps the node alive.
  @usableFromInline
  struct Handle {
    @usableFromInline let header: UnsafeMutablePointer<OrderNodeHeader>

    @inlinable @inline(__always)
    init(header: UnsafeMutablePointer<OrderNodeHeader>) {
      self.header = header
    }

    /// A node.
    @inlinable @inline(__always)
    init(_ node: OrderNode) {
      self.init(header: node.withUnsafeMutablePointerToHeader { $0 })
    }

    /// A node, if there is one.
    ///
    /// Its reference is read as a plain address: to look into it, or only whether it is there, the compiler would
    /// retain it, and release it some way off.
    @inlinable @inline(__always)
    init?(of node: OrderNode?) {
      guard let object = UnsafeMutableRawPointer(bitPattern: unsafeBitCast(node, to: Int.self)) else {
        return nil
      }
      self.init(header: (object + OrderNode.headerOffset).assumingMemoryBound(to: OrderNodeHeader.self))
    }

    /// The node in a slot. The reference is read as a plain address, because even to look through an unmanaged
    /// one the compiler retains it now and then, which costs more than all else in a walk.
    @inlinable @inline(__always)
    init(of slot: UnsafeMutablePointer<OrderNode>) {
      let object = UnsafeRawPointer(slot).load(as: UnsafeMutableRawPointer.self)
      let header = object + OrderNode.headerOffset
      self.init(header: header.assumingMemoryBound(to: OrderNodeHeader.self))
    }
  }
}

extension OrderTree.Handle {
  @inlinable
  var total: Int {
    @inline(__always) get { Int(truncatingIfNeeded: header.pointee.total) }
    nonmutating set { header.pointee.total = UInt32(truncatingIfNeeded: newValue) }
  }

  @inlinable
  var count: Int {
    @inline(__always) get { Int(truncatingIfNeeded: header.pointee.count) }
    nonmutating set { header.pointee.count = UInt8(truncatingIfNeeded: newValue) }
  }

  @inlinable
  var capacity: Int {
    @inline(__always) get { Int(truncatingIfNeeded: header.pointee.capacity) }
  }

  @inlinable
  var height: Int {
    @inline(__always) get { Int(truncatingIfNeeded: header.pointee.height) }
  }

  @inlinable
  var isLeaf: Bool {
    @inline(__always) get { header.pointee.height == 0 }
  }

  @inlinable
  var hasLabels: Bool {
    @inline(__always) get { header.pointee.hasLabels }
  }

  /// The label of each element of a leaf that has labels, or of the first element below each child of an inner node.
  @inlinable
  var labels: UnsafeMutablePointer<UInt64> {
    @inline(__always) get {
      guard isLeaf else { return UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: UInt64.self) }
      let end = UnsafeMutableRawPointer(elements + capacity)
      guard MemoryLayout<Value>.alignment < MemoryLayout<UInt64>.alignment else {
        return end.assumingMemoryBound(to: UInt64.self)
      }
      return end.alignedUp(for: UInt64.self).assumingMemoryBound(to: UInt64.self)
    }
  }

  /// The elements of a leaf.
  @inlinable
  var elements: UnsafeMutablePointer<Value> {
    @inline(__always) get {
      let start = UnsafeMutableRawPointer(header + 1)
      guard MemoryLayout<Value>.alignment > MemoryLayout<UInt64>.alignment else {
        return start.assumingMemoryBound(to: Value.self)
      }
      return start.alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
    }
  }

  /// The children of an inner node.
  @inlinable
  var children: UnsafeMutablePointer<OrderNode> {
    @inline(__always) get {
      let labels = UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: UInt64.self)
      return UnsafeMutableRawPointer(labels + capacity).assumingMemoryBound(to: OrderNode.self)
    }
  }

  /// The total of each child of an inner node.
  @inlinable
  var totals: UnsafeMutablePointer<UInt32> {
    @inline(__always) get {
      UnsafeMutableRawPointer(children + capacity).assumingMemoryBound(to: UInt32.self)
    }
  }

  /// The total of a child of an inner node.
  @inlinable @inline(__always)
  func total(_ index: Int) -> Int {
    Int(truncatingIfNeeded: totals[index])
  }

  /// The child in a slot of an inner node, without retaining it.
  @inlinable @inline(__always)
  func child(_ index: Int) -> Self {
    Self(of: children + index)
  }
}

extension OrderTree {
  /// An empty leaf with room for `capacity` elements, and for their labels if it is to have them.
  ///
  /// - Complexity: O(1)
  @inlinable
  static func makeLeaf(capacity: Int, hasLabels: Bool = true) -> Node {
    let padding = Swift.max(0, MemoryLayout<Value>.alignment - MemoryLayout<UInt64>.alignment)
    let bytes = capacity * MemoryLayout<Value>.stride + padding
    let labels = hasLabels ? capacity : 0
    let words = labels + (bytes + MemoryLayout<UInt64>.stride - 1) / MemoryLayout<UInt64>.stride
    let leaf = OrderLeaf<Value>.create(minimumCapacity: words) { _ in
      OrderNodeHeader(capacity: capacity, height: 0, hasLabels: hasLabels)
    }
    let node = unsafeDowncast(leaf, to: OrderLeaf<Value>.self)
    let handle = Handle(node)
    UnsafeMutableRawPointer(handle.elements).bindMemory(to: Value.self, capacity: capacity)
    assert(Handle(of: node).map { $0.header == handle.header } == true)
    return node
  }

  /// A branch without children, with room for `capacity` of them.
  ///
  /// - Complexity: O(1)
  @inlinable
  static func makeBranch(height: Int, capacity: Int) -> Node {
    let branch = OrderBranch.create(minimumCapacity: 2 * capacity + (capacity + 1) / 2) { _ in
      OrderNodeHeader(capacity: capacity, height: height, hasLabels: true)
    }
    let node = unsafeDowncast(branch, to: OrderBranch.self)
    let start = UnsafeMutableRawPointer(Handle(node).labels + capacity)
    start.bindMemory(to: Node.self, capacity: capacity)
    (start + capacity * MemoryLayout<Node>.stride).bindMemory(to: UInt32.self, capacity: capacity)
    return node
  }
}
