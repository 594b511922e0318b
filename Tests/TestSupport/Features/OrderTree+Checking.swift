@testable import Core

extension OrderTree {
  /// A description of the first broken invariant of the tree; `nil` if all hold.
  func brokenInvariant() -> String? {
    func problem(below node: Node) -> String? {
      if let problem = node.brokenInvariant() { return problem }
      return (0..<(node.isLeaf ? 0 : node.slotCount)).lazy.compactMap { problem(below: node.children[$0]) }
        .first
    }
    return brokenInvariantOfRoot ?? (count == 0 ? nil : problem(below: root))
  }

  /// The identities of all nodes.
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

extension IdentifiedArray {
  /// A description of the first broken invariant; `nil` if all hold.
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
