/// A persistent sequence of labelled elements: the order of an ``IdentifiedArray``, without its ids.
///
/// It is a B-tree by position. Every element has a *label*, a number that increases along the sequence and that the
/// element keeps while others are inserted and removed. A map from ids to labels is therefore unaffected by
/// insertions elsewhere, and an element is found by descending by its label. Copying the tree copies one reference;
/// an edit copies the nodes from the root to one leaf, and only those that are shared with another version.
///
/// Invariants (``brokenInvariant()`` verifies them):
/// - labels increase strictly from left to right;
/// - an inner node's slot has the first label and the total of its child;
/// - all leaves are at the same depth, no node is empty, and an inner root has at least two children;
/// - nodes have at most ``Shape/leafCapacity`` elements or ``Shape/innerCapacity`` children.
@usableFromInline
struct OrderTree<Value> {
  @usableFromInline typealias Node = OrderNode

  @usableFromInline var root: Node?

  @inlinable
  init() {
    root = nil
  }
}

extension OrderTree {
  /// The sizes of nodes.
  ///
  /// An edit of a shared version copies one leaf and the inner nodes above it, and retains their contents, which
  /// touches every child. Larger nodes cost more copying, smaller ones more levels: a fan-out of 10 has two levels
  /// above 1,000 elements of 64 bytes and four above 100,000, as does one of 12, which retains more; one of 8 has
  /// five. Nodes shrink to fit when they are copied.
  @usableFromInline
  enum Shape {
    /// Full leaves are the fastest to iterate over, but leaves of large elements have fewer, so that copying one
    /// costs about the same for any size: 1 KiB. The minimum is sixteen, so that lists up to that size are as fast as
    /// an array.
    @inlinable static var leafCapacity: Int {
      let size = MemoryLayout<Value>.stride + MemoryLayout<UInt64>.stride
      return max(16, min(32, 1024 / size))
    }
    @inlinable static var innerCapacity: Int { 10 }

    @inlinable
    static func capacity(height: Int) -> Int { height == 0 ? leafCapacity : innerCapacity }

    /// Neighbours are merged when they have no more than this together. Less than the capacity, so that alternating
    /// insertions and removals do not split and merge each time.
    @inlinable
    static func mergeLimit(height: Int) -> Int { capacity(height: height) * 3 / 4 }
  }
}

extension OrderTree {
  @inlinable
  var count: Int {
    @inline(__always) get { withExtendedLifetime(root) { rootHandle?.total ?? 0 } }
  }

  /// The root, without retaining it: callers must keep `root` alive while they use it.
  @inlinable
  var rootHandle: Handle? {
    @inline(__always) get { Handle(of: root) }
  }

  /// Whether all elements lie in one leaf.
  @inlinable
  var isOneLeaf: Bool {
    @inline(__always) get { withExtendedLifetime(root) { rootHandle?.isLeaf ?? true } }
  }

  /// Whether both are the same version.
  @inlinable @inline(__always)
  func isIdentical(to other: OrderTree) -> Bool {
    root === other.root
  }
}

extension OrderTree: @unchecked Sendable where Value: Sendable {}
