import HashTreeCollections

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
    var runs = commonRuns(with: old)
    let moved = elementsElsewhere(than: runs, old: old)
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
  @inlinable
  func elementsEqual(toThoseOf old: Self, by areEquivalent: (Element, Element) -> Bool) -> Bool {
    tree.elementsEqual(old.tree, by: areEquivalent)
  }

  /// What is between the equal elements at the start and those at the end of two versions.
  @usableFromInline
  func differingRegion(from old: Self, _ isEqual: ElementEquality<Element>) -> DifferingRegion {
    let start = tree.root.commonCount(with: old.tree.root, atEnd: false, isEqual)
    let rest = Swift.min(count, old.count) - start
    let end = Swift.min(rest, tree.root.commonCount(with: old.tree.root, atEnd: true, isEqual))
    return DifferingRegion(old: start..<old.count - end, new: start..<count - end)
  }

  /// The ids of the elements of an older version that are no longer present.
  ///
  /// - Complexity: O(1) for identical arrays; O(*n* · log `count`) on average for *n* changes since the versions
  ///   diverged
  @inlinable
  public func removedIDs(since old: Self) -> [ID] {
    // Usually an element has changed, but none was inserted or removed.
    if LabelRoot.isShared(by: labels, old.labels) { return [] }
    // An insertion or a removal of a few neighbours is found faster without the labels. Equal elements can have other ids.
    let places = differingRegion(from: old, ElementEquality(byBits: true)).old
    if places.count < 8 { return places.map { old.ids[$0] }.filter { !contains(id: $0) } }
    let removed = Array(old.labels.keys.subtracting(labels.keys))
    guard removed.count > 1 else { return removed }
    return removed.sorted { old.labels[$0] ?? 0 < old.labels[$1] ?? 0 }
  }
}

/// The root node of the labels, which versions share until an id is inserted or removed.
///
/// `TreeDictionary` does not offer it. The first word of a dictionary points to it, which another release of the library may
/// change. So that is checked once, and otherwise all labels are compared.
@usableFromInline
enum LabelRoot {
  @usableFromInline static let isKnown = identifies { word(of: $0) }

  /// Whether two dictionaries certainly have the same root node, and so the same contents.
  @inlinable
  static func isShared<ID>(
    by first: TreeDictionary<ID, UInt64>,
    _ second: TreeDictionary<ID, UInt64>
  ) -> Bool {
    isKnown && first.count == second.count && word(of: first) == word(of: second)
  }

  /// The first word of a dictionary; it must have one.
  @inlinable
  static func word<ID>(of labels: TreeDictionary<ID, UInt64>) -> UInt {
    withUnsafeBytes(of: labels) { $0.load(as: UInt.self) }
  }

  /// Whether a word is the same for copies of a dictionary, and another one after any change, at the root or far from it.
  static func identifies(_ word: (TreeDictionary<Int, UInt64>) -> UInt) -> Bool {
    typealias Labels = TreeDictionary<Int, UInt64>
    guard MemoryLayout<Labels>.size >= MemoryLayout<UInt>.size else { return false }
    return [1, 100].allSatisfy { count in
      let labels = Labels(uniqueKeysWithValues: (0..<count).map { ($0, UInt64($0)) })
      let copy = labels
      var (longer, shorter, other, changed) = (labels, labels, labels, labels)
      longer[count] = 0
      shorter[0] = nil
      other[0] = nil
      other[count] = 0
      changed[0] = UInt64.max
      return word(copy) == word(labels)
        && [longer, shorter, other, changed].allSatisfy { word($0) != word(labels) }
    }
  }
}

extension IdentifiedArray {
  /// The places of the elements that may differ from those of an older version.
  func changedPlaces(since old: Self) -> [Range<Int>] {
    let runs = commonRuns(with: old)
    return runs.gaps(oldCount: old.count, newCount: count).map(\.new)
      + runs.filter { !$0.isUnchanged }.map { $0.new..<$0.new + $0.count }
  }

  @inlinable
  func commonRuns(with old: Self) -> [CommonRun] {
    let isEqual = ElementEquality<Element>()
    return tree.commonRuns(with: old.tree) { old, new in
      if isEqual(old, new) { return true }
      return identity(old) == identity(new) ? false : nil
    }
  }

  /// The elements that both versions have under different labels: they were moved or relabelled.
  @inlinable
  func elementsElsewhere(than runs: [CommonRun], old: Self) -> [CommonRun] {
    let isEqual = ElementEquality<Element>()
    var found: [CommonRun] = []
    for gap in runs.gaps(oldCount: old.count, newCount: count) {
      for position in gap.old {
        guard let other = index(id: old.ids[position]) else { continue }
        var (before, after) = (old[position], self[other])
        let isUnchanged = isEqual(&before, &after)
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

extension IdentifiedArray: IdentityComparable, ListValue {
  package static func count(of list: UnsafePointer<Self>) -> Int { list.pointee.tree.root.count }

  package static func forEachAddress(in list: UnsafePointer<Self>, _ body: (UnsafeRawPointer) -> Void) {
    list.pointee.tree.root.forEachAddress(body)
  }

  package static func forEachDifference(
    from old: UnsafePointer<Self>,
    to new: UnsafePointer<Self>,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) -> Bool {
    new.pointee.tree.root.forEachDifference(from: old.pointee.tree.root, body)
  }

  package static func withAddress(
    at position: Int,
    in list: UnsafePointer<Self>,
    _ body: (UnsafeRawPointer) -> Void
  ) -> Bool {
    let root = list.pointee.tree.root
    guard position < root.count else { return false }
    root.withAddress(at: position, body)
    return true
  }
}

extension IdentifiedArray: RegionDiffable {
  public var dumpCount: Int { count }

  public func dumpElement(at position: Int) -> Any { self[position] }

  public func differingRegions(from old: Self) -> [DifferingRegion] {
    if isIdentical(to: old) { return [] }
    let whole = differingRegion(from: old, ElementEquality())
    // One change, as most versions have: no element moved, and there is none between changed ones.
    if whole.old.isEmpty, whole.new.isEmpty { return [] }
    if whole.old.isEmpty || whole.new.isEmpty || whole.old.count + whole.new.count == 2 { return [whole] }
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
