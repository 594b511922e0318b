extension IdentifiedArray: IdentityComparable, ListValue {}

extension IdentifiedArray: RegionDiffable {
  public var dumpCount: Int { count }

  public func dumpElement(at position: Int) -> Any { self[position] }

  public func differingRegions(from old: Self) -> [DifferingRegion] {
    if isIdentical(to: old) { return [] }
    if let places = tree.changedPlaces(since: old.tree, identity: identity) {
      return places.map { DifferingRegion(old: $0, new: $0) }
    }
    var regions: [DifferingRegion] = []
    var isOpen = false
    var oldEnd = 0
    var newEnd = 0
    for step in steps(from: old) {
      let isUnchanged = step.isUnchanged
      let start = (old: oldEnd, new: newEnd)
      (oldEnd, newEnd) = step.ends(after: start)
      guard !isUnchanged else {
        isOpen = false
        continue
      }
      let first =
        isOpen
        ? regions.removeLast() : DifferingRegion(old: start.old..<start.old, new: start.new..<start.new)
      regions.append(
        DifferingRegion(old: first.old.lowerBound..<oldEnd, new: first.new.lowerBound..<newEnd)
      )
      isOpen = true
    }
    return regions
  }
}

extension VersionStep {
  fileprivate var isUnchanged: Bool {
    if case .unchanged = self { true } else { false }
  }

  /// The end of the step in both versions, given its start.
  fileprivate func ends(after start: (old: Int, new: Int)) -> (old: Int, new: Int) {
    switch self {
    case .unchanged(let old, let new): (old.upperBound, new.upperBound)
    case .updated(let old, let new): (old + 1, new + 1)
    case .removed(let old): (old.upperBound, start.new)
    case .inserted(let new): (start.old, new.upperBound)
    }
  }
}
