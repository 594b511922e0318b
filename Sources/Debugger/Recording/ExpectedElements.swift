import Core

/// The elements of a list, looked up on demand if the list can report differences between its versions.
struct ExpectedElements {
  let count: Int
  private let list: any Collection
  /// The elements of a list that cannot.
  private let elements: [Any]?

  init(_ list: any Collection) {
    self.list = list
    elements = list is any RegionDiffable ? nil : list.allElements
    count = elements?.count ?? list.elementCount
  }

  subscript(position: Int) -> Any {
    if let elements { return elements[position] }
    return (list as? any RegionDiffable)?.dumpElement(at: position) ?? list
  }

  /// The number of elements at the start and at the end that are known to be shared with an older version.
  ///
  /// - Complexity: O(changes · log *n*), or O(1) for lists that cannot report differences.
  func ends(sharedWith old: ExpectedElements) -> (start: Int, end: Int) {
    func open<List: RegionDiffable>(_ new: List) -> (Int, Int) {
      guard let old = old.list as? List else { return (0, 0) }
      let regions = new.differingRegions(from: old)
      guard let first = regions.first, let last = regions.last else { return (count, 0) }
      return (first.new.lowerBound, count - last.new.upperBound)
    }
    return (list as? any RegionDiffable).map { open($0) } ?? (0, 0)
  }
}
