import HashTreeCollections

extension OrderTree {
  /// A description of the first broken invariant of the tree; `nil` if all hold. For tests.
  func brokenInvariant() -> String? {
    if count == 0 { return root.isLeaf ? nil : "An empty tree has branches" }
    if root.children.count == 1 { return "The root has one child" }
    if let problem = Self.brokenInvariant(root) { return problem }
    let labels = (0..<count).map { label(at: $0) }
    return zip(labels, labels.dropFirst()).allSatisfy(<) ? nil : "The labels do not increase"
  }

  private static func brokenInvariant(_ node: Node) -> String? {
    if node.labels.isEmpty { return "A node is empty" }
    if node.labels.count > node.capacity { return "A node has \(node.labels.count) slots" }
    guard !node.isLeaf else {
      let isRight = node.count == node.elements.count && node.count == node.labels.count
      return isRight ? nil : "A leaf of \(node.elements.count) elements counts \(node.count)"
    }
    if node.children.count != node.labels.count { return "A branch has not a label for each child" }
    let sum = (0..<node.children.count).reduce(0) { $0 + node.children[$1].count }
    if node.count != sum { return "A branch counts \(node.count) elements, not \(sum)" }
    for (slot, label) in node.labels.enumerated() {
      let child = node.children[slot]
      if child.height != node.height - 1 { return "A child of a node of \(node.height) has \(child.height)" }
      if child.labels[0] != label { return "A slot does not have the first label of its child" }
      if let problem = brokenInvariant(child) { return problem }
    }
    return nil
  }

  /// The identities of all nodes. For tests.
  var nodes: Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = []
    func visit(_ node: Node) {
      result.insert(ObjectIdentifier(node))
      for slot in 0..<node.children.count { visit(node.children[slot]) }
    }
    visit(root)
    return result
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
