extension OrderTree {
  /// A description of the first broken invariant of the tree; `nil` if all hold. For tests.
  ///
  /// - Complexity: O(*n*)
  func brokenInvariant() -> String? {
    guard let root else { return nil }
    let node = Handle(root)
    if !node.isLeaf, node.count < 2 { return "An inner root has \(node.count) children" }
    if let problem = Self.brokenInvariant(node) { return problem }
    let labels = self.labels
    guard zip(labels, labels.dropFirst()).allSatisfy(<) else { return "The labels do not increase" }
    return labels.count == count ? nil : "There are \(labels.count) elements, not \(count)"
  }

  private static func brokenInvariant(_ node: Handle) -> String? {
    if node.count == 0 { return "A node of height \(node.height) is empty" }
    if node.count > node.capacity || node.count > Shape.capacity(height: node.height) {
      return "A node of height \(node.height) has \(node.count) slots, room for \(node.capacity)"
    }
    guard !node.isLeaf else {
      return node.total == node.count ? nil : "A leaf of \(node.count) elements counts \(node.total)"
    }
    if node.total != (0..<node.count).reduce(0, { $0 + node.total($1) }) { return "A total is not the sum" }
    for index in 0..<node.count {
      let child = node.child(index)
      if child.height != node.height - 1 { return "A child of a node of \(node.height) has \(child.height)" }
      if child.total != node.total(index) {
        return "A slot counts \(node.total(index)), not \(child.total)"
      }
      if child.label(0) != node.labels[index] { return "A slot does not have the first label of its child" }
      if let problem = brokenInvariant(child) { return problem }
    }
    return nil
  }

  /// The height of the root; -1 for an empty tree. For tests.
  var height: Int { rootHandle?.height ?? -1 }

  /// The identities of all nodes. For tests.
  var nodes: Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = []
    func visit(_ node: Node) {
      result.insert(ObjectIdentifier(node))
      guard !Handle(node).isLeaf else { return }
      for index in 0..<Handle(node).count { visit(Handle(node).children[index]) }
    }
    if let root { visit(root) }
    return result
  }
}
