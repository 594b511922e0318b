import HashTreeCollections

extension OrderTree {
  /// A description of the first broken invariant of the tree; `nil` if all hold. For tests.
  func brokenInvariant() -> String? {
    func problem(below node: Node) -> String? {
      if let problem = node.brokenInvariant() { return problem }
      return (0..<(node.isLeaf ? 0 : node.slotCount)).lazy.compactMap { problem(below: node.children[$0]) }
        .first
    }
    return brokenInvariantOfRoot ?? (count == 0 ? nil : problem(below: root))
  }

  /// Like `brokenInvariant()`, but only for the nodes on the path to a position, or to the last element if there is none at
  /// the position. For assertions after every change.
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

  private var brokenInvariantOfRoot: String? {
    if count == 0 { return root.isLeaf ? nil : "An empty tree has branches" }
    return !root.isLeaf && root.slotCount == 1 ? "The root has one child" : nil
  }

  /// The identities of all nodes. For tests.
  var nodes: Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = []
    func visit(_ node: Node) {
      result.insert(ObjectIdentifier(node))
      for slot in 0..<node.slotCount where !node.isLeaf { visit(node.children[slot]) }
    }
    visit(root)
    return result
  }
}

extension OrderNode {
  /// A description of the first broken invariant of the node and its slots.
  ///
  /// Written with a plain loop: it runs after every change in debug builds, where generic sequences are slow.
  fileprivate func brokenInvariant() -> String? {
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

extension IdentifiedArray {
  /// A description of the first broken invariant; `nil` if all hold. For tests.
  func brokenInvariant() -> String? {
    if let problem = tree.brokenInvariant() { return problem }
    guard labels.count == count else { return "There are labels of \(labels.count) ids, not \(count)" }
    for position in indices {
      let (id, label) = (ids[position], tree.label(at: position))
      if labels[id] != label { return "The id \(id) has the label \(label), not \(labels[id] as Any)" }
      if index(id: id) != position { return "The id \(id) is at \(position), not \(index(id: id) as Any)" }
    }
    return nil
  }
}
