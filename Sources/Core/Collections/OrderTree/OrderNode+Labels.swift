/// The labels of nodes.
///
/// In most leaves, the labels are one gap apart, as appended elements get them. Such a leaf need not store its
/// labels, because they follow from the first one. Copies of leaves omit them if possible, because most leaves of a
/// history are copies of which one element was changed. A leaf that is being edited stores them.
extension OrderTree.Handle {
  /// The label of an element of a leaf, or of the first element below a child of an inner node.
  @inlinable @inline(__always)
  func label(_ index: Int) -> UInt64 {
    hasLabels ? labels[index] : OrderTree.Spacing.label(index, after: header.pointee.firstLabel)
  }

  /// Whether the labels follow from the first one.
  @inlinable
  var hasEvenLabels: Bool {
    @inline(__always) get { !hasLabels || labelsAreEven }
  }

  @inlinable @inline(never)
  var labelsAreEven: Bool {
    let labels = self.labels
    for index in 0..<count where labels[index] != OrderTree.Spacing.label(index, after: labels[0]) {
      return false
    }
    return true
  }

  /// Whether another node has the same labels.
  @inlinable
  func hasSameLabels(as other: Self) -> Bool {
    guard count == other.count else { return false }
    if !hasLabels, !other.hasLabels { return header.pointee.firstLabel == other.header.pointee.firstLabel }
    for index in 0..<count where label(index) != other.label(index) { return false }
    return true
  }

  /// Appends the labels of a range of slots of another node.
  @inlinable
  func appendLabels(of other: Self, _ range: Range<Int>) {
    let target = labels + count
    if other.hasLabels {
      target.update(from: other.labels + range.lowerBound, count: range.count)
    } else {
      for index in range { target[index - range.lowerBound] = other.label(index) }
    }
  }

  /// The label of the last element below this node.
  @inlinable
  var lastLabel: UInt64 {
    var node = self
    while !node.isLeaf { node = node.child(node.count - 1) }
    return node.label(node.count - 1)
  }
}
