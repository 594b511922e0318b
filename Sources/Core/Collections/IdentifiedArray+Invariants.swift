import HashTreeCollections

extension IdentifiedArray {
  /// The first invariant that does not hold, in words; `nil` if all do. For tests.
  ///
  /// - Complexity: O(`count` · log `count`)
  func brokenInvariant() -> String? {
    if let problem = tree.brokenInvariant() { return problem }
    if tree.isOneLeaf { return labels.isEmpty ? nil : "One leaf has a dictionary" }
    guard labels.count == count else { return "The dictionary has \(labels.count) ids, not \(count)" }
    for (position, label) in tree.labels.enumerated() {
      let id = ids[position]
      if labels[id] != label { return "The id \(id) has the label \(label), not \(labels[id] as Any)" }
      if index(id: id) != position { return "The id \(id) is at \(position), not \(index(id: id) as Any)" }
    }
    return nil
  }
}
