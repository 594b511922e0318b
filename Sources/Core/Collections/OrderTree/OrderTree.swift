/// A persistent sequence of labelled elements: the order of an ``IdentifiedArray``, without its ids.
///
/// A B-tree by position. Every element carries a *label*, a number that grows along the sequence and that an
/// element keeps while others come and go; so a map from ids to labels need not be touched by an insertion
/// elsewhere, and an element is found by descending on its label. Copying the tree copies one reference;
/// an edit copies the nodes between the root and the one leaf it touches, and only those that another version
/// holds as well.
///
/// Invariants (``brokenInvariant()`` verifies them):
/// - labels grow strictly from left to right;
/// - an inner node's slot has the first label and the total of its child;
/// - all leaves are at one depth, no node is empty, an inner root has two children at least;
/// - nodes hold at most ``Shape/leafCapacity`` elements or ``Shape/innerCapacity`` children.
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
  /// An edit of a shared version copies one leaf and the inner nodes above it, and retains what these hold, which
  /// touches every child. Larger nodes cost that, smaller ones cost levels: a fan-out of 10 has two levels above
  /// 1,000 elements of 64 bytes and four above 100,000, as one of 12 has, of which more is retained; one of 8 has five.
  /// Nodes shrink to fit when they are copied.
  @usableFromInline
  enum Shape {
    /// Full leaves are walked fastest, but of large elements a leaf has fewer, so that copying one costs about the same
    /// whatever the size: 1 KiB. Sixteen fit into one all the same: a list of no more is as fast as an array.
    @inlinable static var leafCapacity: Int {
      let size = MemoryLayout<Value>.stride + MemoryLayout<UInt64>.stride
      return max(16, min(32, 1024 / size))
    }
    @inlinable static var innerCapacity: Int { 10 }

    @inlinable
    static func capacity(height: Int) -> Int { height == 0 ? leafCapacity : innerCapacity }

    /// Neighbours are merged when they hold no more than this together. Less than the capacity, so that
    /// insertions and removals in turn do not split and merge each time.
    @inlinable
    static func mergeLimit(height: Int) -> Int { capacity(height: height) * 3 / 4 }
  }
}

extension OrderTree {
  @inlinable
  var count: Int {
    @inline(__always) get { withExtendedLifetime(root) { rootHandle?.total ?? 0 } }
  }

  /// The root, without retaining it: whoever looks into it extends the life of `root` until after that.
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
