extension IdentifiedArray {
  /// A description of the first broken invariant; `nil` if all hold. For tests.
  ///
  /// - Complexity: O(`count` · log `count`)
  func brokenInvariant() -> String? {
    if let problem = tree.brokenInvariant() { return problem }
    if tree.isOneLeaf { return labelIndex.isEmpty ? nil : "One leaf has an index" }
    guard labelIndex.count == count else { return "The index has \(labelIndex.count) ids, not \(count)" }
    for (position, label) in tree.labels.enumerated() {
      let id = ids[position]
      let entry = self.label(id: id)
      if entry != label { return "The id \(id) has the label \(label), not \(entry as Any)" }
      if index(id: id) != position { return "The id \(id) is at \(position), not \(index(id: id) as Any)" }
    }
    return nil
  }
}
