extension OrderTree {
  /// A tree of elements with fresh labels.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  init(_ elements: [Value]) {
    let (start, step) = Spacing.fresh(count: elements.count)
    self.init(elements) { start + step * UInt64($0) }
  }

  /// Creates a tree of elements with given labels, which must be increasing.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  init(_ elements: [Value], label: (Int) -> UInt64) {
    var nodes = elements.withUnsafeBufferPointer { Self.leaves($0, label: label) }
    var height = 1
    while nodes.count > 1 {
      nodes = Self.parents(of: nodes, height: height)
      height += 1
    }
    root = nodes.first
  }

  @inlinable
  static func leaves(_ elements: UnsafeBufferPointer<Value>, label: (Int) -> UInt64) -> [Node] {
    guard let base = elements.baseAddress, !elements.isEmpty else { return [] }
    let count = elements.count
    return parts(of: count, size: Shape.leafCapacity).map { leaf(base, $0, label: label) }
  }

  @inlinable
  static func leaf(
    _ base: UnsafePointer<Value>,
    _ range: Range<Int>,
    label: (Int) -> UInt64
  ) -> Node {
    let first = label(range.lowerBound)
    let isEven = range.allSatisfy { label($0) == Spacing.label($0 - range.lowerBound, after: first) }
    let node = makeLeaf(capacity: range.count, hasLabels: !isEven)
    let handle = Handle(node)
    handle.elements.initialize(from: base + range.lowerBound, count: range.count)
    if isEven {
      handle.header.pointee.firstLabel = first
    } else {
      for index in range { handle.labels[index - range.lowerBound] = label(index) }
    }
    handle.count = range.count
    handle.total = range.count
    return node
  }

  @inlinable
  static func parents(of nodes: [Node], height: Int) -> [Node] {
    parts(of: nodes.count, size: Shape.innerCapacity).map { range in
      let node = makeBranch(height: height, capacity: range.count)
      for index in range { Handle(node).fill(index - range.lowerBound, child: nodes[index]) }
      return node
    }
  }

  /// Divides `0..<count` into the fewest ranges of at most `size`, of nearly equal length.
  @inlinable
  static func parts(of count: Int, size: Int) -> [Range<Int>] {
    let number = (count + size - 1) / size
    return (0..<number).map { (count * $0 / number)..<(count * ($0 + 1) / number) }
  }
}
