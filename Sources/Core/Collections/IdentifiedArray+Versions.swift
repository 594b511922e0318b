extension IdentifiedArray {
  /// Whether two arrays are the same version: neither has been written to since one was copied from the other.
  ///
  /// Arrays that are not identical may still be equal.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func isIdentical(to other: Self) -> Bool {
    tree.isIdentical(to: other.tree)
  }

  /// The steps from an older version to this one, in the order of the elements.
  ///
  /// Versions share what has not been written to, and shared parts are skipped: the result contains only their
  /// lengths. The number of elements removed and inserted is minimal; an element that was moved is removed in one
  /// place and inserted in another.
  ///
  /// ```swift
  /// let before = todos
  /// todos[id: id]?.isComplete = true
  /// todos.steps(from: before)
  /// // [.unchanged(old: 0..<7, new: 0..<7), .updated(old: 7, new: 7), .unchanged(old: 8..<9_999, new: 8..<9_999)]
  /// ```
  ///
  /// - Parameter old: The version to compare with. Any array is valid, but only versions derived from each other
  ///   share parts.
  /// - Complexity: O(*n* · log `count`) on average for *n* changes since the versions diverged
  @inlinable
  public func steps(from old: Self) -> [VersionStep] {
    if isIdentical(to: old) {
      return isEmpty ? [] : [.unchanged(old: 0..<count, new: 0..<count)]
    }
    let isEqual = ElementEquality<Element>()
    var runs = commonRuns(with: old, isEqual: isEqual)
    let moved = elementsElsewhere(than: runs, old: old, isEqual: isEqual)
    if !moved.isEmpty {
      let all = (runs + moved).sorted { $0.old < $1.old }
      // Maximizes the number of elements considered to have kept their order.
      runs = increasingSubsequence(of: all.map(\.new)) { all[$0].count }.map { all[$0] }
    }
    return Self.steps(between: runs, oldCount: old.count, newCount: count)
  }

  /// Whether another version has as many elements, each equivalent to its counterpart here.
  ///
  /// - Parameters:
  ///   - old: The other version.
  ///   - areEquivalent: Compares an element with the previous one at its position. It must be reflexive.
  /// - Complexity: O(*n* · log `count`) for *n* changes in place since the versions diverged, otherwise O(`count`).
  @inlinable
  func elementsEqual(toThoseOf old: Self, by areEquivalent: (Element, Element) -> Bool) -> Bool {
    guard count == old.count else { return false }
    if isIdentical(to: old) { return true }
    return tree.elementsOfSharedPlacesEqual(old.tree, by: areEquivalent)
      ?? elementsEqual(old, by: areEquivalent)
  }

  /// The ids of the elements of an older version that are no longer present.
  ///
  /// - Complexity: O(1) for identical arrays; O(*n* · log `count`) on average for *n* changes since the versions
  ///   diverged
  @inlinable
  public func removedIDs(since old: Self) -> [ID] {
    if isIdentical(to: old) || labelIndex.isIdentical(to: old.labelIndex) { return [] }
    if tree.hasSamePlaces(as: old.tree, identity: identity) { return [] }
    var removed: [ID] = []
    for gap in commonRuns(with: old, isEqual: nil).gaps(oldCount: old.count, newCount: count) {
      for id in old.ids[gap.old] where !contains(id: id) { removed.append(id) }
    }
    return removed
  }
}

extension IdentifiedArray {
  /// The places of the elements that may differ from those of an older version.
  ///
  /// - Complexity: O(*n* · log `count`) on average for *n* changes since the versions diverged
  func changedPlaces(since old: Self) -> [Range<Int>] {
    if let places = tree.changedPlaces(since: old.tree, identity: identity) { return places }
    let runs = commonRuns(with: old, isEqual: nil)
    return runs.gaps(oldCount: old.count, newCount: count).map(\.new)
      + runs.filter { !$0.isUnchanged }.map { $0.new..<$0.new + $0.count }
  }

  @inlinable
  func commonRuns(with old: Self, isEqual: ElementEquality<Element>?) -> [CommonRun] {
    tree.commonRuns(
      with: old.tree,
      isSame: { identity.isSame($0, $1) },
      isEqual: { isEqual?($0, $1) ?? false }
    )
  }

  /// The elements that both versions have under different labels: they were moved or relabelled.
  @inlinable
  func elementsElsewhere(
    than runs: [CommonRun],
    old: Self,
    isEqual: ElementEquality<Element>
  ) -> [CommonRun] {
    var found: [CommonRun] = []
    for gap in runs.gaps(oldCount: old.count, newCount: count) {
      for position in gap.old {
        guard let other = index(id: old.ids[position]) else { continue }
        let isUnchanged = withExtendedLifetime((tree.root, old.tree.root)) {
          isEqual(old.tree.pointer(at: position), tree.pointer(at: other))
        }
        found.append(CommonRun(old: position, new: other, count: 1, isUnchanged: isUnchanged))
      }
    }
    return found
  }

  @inlinable
  static func steps(between runs: [CommonRun], oldCount: Int, newCount: Int) -> [VersionStep] {
    var steps: [VersionStep] = []
    var old = 0
    var new = 0
    var merged: [CommonRun] = []
    for run in runs {
      merged.extend(old: run.old, new: run.new, count: run.count, isUnchanged: run.isUnchanged)
    }
    for run in merged + [CommonRun(old: oldCount, new: newCount, count: 0, isUnchanged: true)] {
      if old < run.old { steps.append(.removed(old: old..<run.old)) }
      if new < run.new { steps.append(.inserted(new: new..<run.new)) }
      (old, new) = (run.old + run.count, run.new + run.count)
      if !run.isUnchanged {
        steps.append(.updated(old: run.old, new: run.new))
      } else if run.count > 0 {
        steps.append(.unchanged(old: run.old..<old, new: run.new..<new))
      }
    }
    return steps
  }
}

extension [CommonRun] {
  /// The gaps between the runs, before the first and after the last.
  @inlinable
  func gaps(oldCount: Int, newCount: Int) -> [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var old = 0
    var new = 0
    for run in self {
      if old < run.old || new < run.new { gaps.append((old..<run.old, new..<run.new)) }
      (old, new) = (run.old + run.count, run.new + run.count)
    }
    if old < oldCount || new < newCount { gaps.append((old..<oldCount, new..<newCount)) }
    return gaps
  }
}

/// A step in comparing two versions of a collection, from the first element to the last.
///
/// The ranges and positions in each version are consecutive, without gaps.
public enum VersionStep: Hashable, Sendable {
  /// Elements shared by both versions, which need not be compared.
  case unchanged(old: Range<Int>, new: Range<Int>)
  /// An element that has kept its id and its place among the others, but may have a different value.
  case updated(old: Int, new: Int)
  /// Elements that are only in the old version, or elsewhere in the new one.
  case removed(old: Range<Int>)
  /// Elements that are only in the new version, or elsewhere in the old one.
  case inserted(new: Range<Int>)
}
