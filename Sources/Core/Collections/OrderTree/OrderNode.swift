/// The fixed part of a node of an ``OrderTree``.
@usableFromInline
struct OrderNodeHeader {
  /// The label of the first element, in a leaf without stored labels.
  @usableFromInline var firstLabel: UInt64 = 0
  /// The number of elements in the subtree.
  @usableFromInline var total: UInt32 = 0
  /// The number of slots in use.
  @usableFromInline var count: UInt8 = 0
  /// The number of slots available.
  @usableFromInline let capacity: UInt8
  /// Zero for a leaf; otherwise one more than the height of every child.
  @usableFromInline let height: UInt8
  /// Whether the node stores labels, as every inner node does.
  @usableFromInline let hasLabels: Bool

  /// The header of an empty node.
  @inlinable
  init(capacity: Int, height: Int, hasLabels: Bool) {
    self.capacity = UInt8(truncatingIfNeeded: capacity)
    self.height = UInt8(truncatingIfNeeded: height)
    self.hasLabels = hasLabels
  }
}

/// A node of an ``OrderTree``: one allocation, shared by all versions of a collection that contain it.
///
/// A leaf's tail contains its elements followed by their labels, if stored, each contiguous, so that iteration runs
/// over a plain buffer, and an element can be prefetched before anything else in its leaf is read. A branch's tail
/// contains the first label of each child, the children, and their totals. The height tells which of the two a node
/// is.
///
/// The class is not generic, and only leaves know the type of the elements. Otherwise unspecialised code, such as
/// code that receives an array through a protocol, would request the metadata of the node type at every step, which
/// takes many times as long as the step.
///
/// A node shared by two versions is never written to. A writer owns the only reference, which the caller establishes
/// from the root down.
@usableFromInline
class OrderNode: ManagedBuffer<OrderNodeHeader, UInt64> {
  /// The offset of the header in an object, after its type and reference counts. Checked whenever a node is made.
  @inlinable
  static var headerOffset: Int { 2 * MemoryLayout<Int>.size }
}

/// A node with elements.
@usableFromInline
final class OrderLeaf<Value>: OrderNode {
  @inlinable
  deinit {
    let handle = OrderTree<Value>.Handle(self)
    handle.elements.deinitialize(count: handle.count)
  }
}

/// A node with children.
@usableFromInline
final class OrderBranch: OrderNode {
  @inlinable
  deinit {
    // The location of the children does not depend on the type of the elements.
    let handle = OrderTree<Void>.Handle(self)
    handle.children.deinitialize(count: handle.count)
  }
}

extension OrderTree {
  /// A view of a node's memory without reference counting.
  ///
  /// Valid as long as the node is kept alive by other means.
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

    /// A view of a node, if any.
    ///
    /// Reads the reference as a plain address. Otherwise the compiler would retain the node, even just to check for
    /// `nil`, and release it some way off.
    @inlinable @inline(__always)
    init?(of node: OrderNode?) {
      guard let object = UnsafeMutableRawPointer(bitPattern: unsafeBitCast(node, to: Int.self)) else {
        return nil
      }
      self.init(header: (object + OrderNode.headerOffset).assumingMemoryBound(to: OrderNodeHeader.self))
    }

    /// A view of the node in a slot. Reads the reference as a plain address, because even for an unmanaged reference
    /// the compiler sometimes retains the node, which costs more than everything else in a traversal.
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

  /// The label of each element in a leaf with stored labels, or of the first element below each child of an inner
  /// node.
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
  /// An empty leaf with room for `capacity` elements, and for their labels if it is to store them.
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
    checkLayout(of: node)
    return node
  }

  /// A branch without children, with room for `capacity` children.
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
    checkLayout(of: node)
    return node
  }

  /// Ensures that the two ways to find the header of a node lead to the same address.
  @inlinable @inline(__always)
  static func checkLayout(of node: Node) {
    precondition(
      Handle(of: node as Node?)?.header == Handle(node).header,
      "The header of a node is not at the expected address"
    )
  }
}
