extension OrderTree {
  /// A description of the first broken invariant of the nodes on the path to a position, or to the last element if there is
  /// none at the position; `nil` if all hold. For assertions after every change.
  @usableFromInline
  func brokenInvariant(near position: Int) -> String? {
    #if DEBUG
      guard brokenInvariantOfRoot == nil, count > 0 else { return brokenInvariantOfRoot }
      var node = root
      var offset = min(position, count - 1)
      while true {
        if let problem = node.brokenInvariant() { return problem }
        if node.isLeaf { return nil }
        node = node.children[node.slot(of: &offset)]
      }
    #else
      // Inlinable code names it, so the linker keeps it.
      return nil
    #endif
  }

  var brokenInvariantOfRoot: String? {
    if count == 0 { return root.isLeaf ? nil : "An empty tree has branches" }
    return !root.isLeaf && root.slotCount == 1 ? "The root has one child" : nil
  }
}

extension OrderNode {
  /// A description of the first broken invariant of the node and its slots.
  ///
  /// Written with a plain loop: it runs after every change in debug builds, where generic sequences are slow.
  func brokenInvariant() -> String? {
    if slotCount == 0 { return "A node is empty" }
    if slotCount > slotLimit || !hasRoom(for: 0) { return "A node has \(slotCount) slots" }
    var sum = isLeaf ? slotCount : 0
    for slot in 0..<slotCount {
      if slot > 0, labels[slot - 1] >= labels[slot] { return "The labels do not increase" }
      if isLeaf { continue }
      let child = children[slot]
      sum += child.count
      if child.height != height - 1 {
        return "A child of a node of height \(height) has height \(child.height)"
      }
      if child.count != counts[slot] { return "A slot does not have the count of its child" }
      if child.slotCount == 0 { return "A child is empty" }
      if child.labels[0] != labels[slot] { return "A slot does not have the first label of its child" }
      if slot + 1 < slotCount, child.labels[child.slotCount - 1] >= labels[slot + 1] {
        return "The labels of two children overlap"
      }
    }
    return count == sum ? nil : "A node counts \(count) elements, not \(sum)"
  }
}
