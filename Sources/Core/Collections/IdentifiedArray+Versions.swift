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
  public func steps(from old: Self) -> [VersionStep] {
    alignedRuns(from: old).flatMap { run -> [VersionStep] in
      switch run.kind {
      case .shared: [.unchanged(old: run.old, new: run.new)]
      case .changed: zip(run.old, run.new).map { .updated(old: $0, new: $1) }
      case .gap:
        (run.old.isEmpty ? [] : [.removed(old: run.old)]) + (run.new.isEmpty ? [] : [.inserted(new: run.new)])
      }
    }
  }

  /// The ids of elements of an older version that are missing from this one, in their old order.
  ///
  /// - Complexity: O(1) for identical arrays; O(*n* · log `count`) on average for *n* changes since the versions
  ///   diverged
  @inlinable
  public func removedIDs(since old: Self) -> [ID] {
    // Usually an element has changed, but none was inserted or removed, and the versions share their labels.
    let areShared = withUnsafeBytes(of: labels) { new in
      withUnsafeBytes(of: old.labels) { new.elementsEqual($0) }
    }
    return areShared ? [] : missingIDs(since: old)
  }

  @usableFromInline
  func missingIDs(since old: Self) -> [ID] {
    // This skips the nodes that the dictionaries share.
    let missing = old.labels.keys.subtracting(labels.keys)
    if missing.isEmpty { return [] }
    return missing.map { (id: $0, label: old.labels[$0] ?? 0) }.sorted { $0.label < $1.label }.map { $0.id }
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
}

extension IdentifiedArray {
  /// The runs that lead from an older version to this one, where elements that were moved or relabelled are in gaps.
  ///
  /// - Parameter isEqual: Whether elements with the same id are equal; without it, only elements with the
  ///   same bits are.
  private func runs(from old: Self, _ isEqual: Shape.Comparison?) -> [VersionRun] {
    var cursor = VersionCursor(from: old.tree.root, to: tree.root)
    return cursor.runs { Self.compare($0, $1, identity, isEqual) }
  }

  /// The runs in which as many elements as possible have kept their order, whatever their labels.
  private func alignedRuns(from old: Self) -> [VersionRun] {
    let isEqual = Shape.of(Element.self).equality
    return runs(from: old, isEqual).aligned { position in
      guard let label = labels[old.id(at: position)] else { return nil }
      let (before, after) = (old.tree.place(at: position), tree.place(label: label))
      return (tree.position(label: label), Self.compare(before.element, after.element, identity, isEqual))
    }
  }

  private static func compare(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ identity: Identity,
    _ isEqual: Shape.Comparison?
  ) -> VersionRun.Kind {
    if haveSameBits(old, new, size: MemoryLayout<Element>.size) { return .shared }
    guard
      identity(old.assumingMemoryBound(to: Element.self))
        == identity(new.assumingMemoryBound(to: Element.self))
    else { return .gap }
    return isEqual?(old, new) == true ? .shared : .changed
  }

  /// Whether two elements have the same id and are known to be equal: because they have the same bits, or by `==`, if their
  /// type has it.
  ///
  /// Different bits are inconclusive: equal strings may use different storage, and the padding between fields is arbitrary.
  @usableFromInline
  func isKnownSame(_ old: UnsafePointer<Element>, _ new: UnsafePointer<Element>) -> Bool {
    Self.compare(old, new, identity, Shape.of(Element.self).equality) == .shared
  }

  private func id(at position: Int) -> ID { identity(tree.place(at: position).element) }
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
  private static func root(of list: UnsafeRawPointer) -> OrderNode<Element> {
    list.assumingMemoryBound(to: Self.self).pointee.tree.root
  }

  package static func count(of list: UnsafeRawPointer) -> Int { root(of: list).count }

  package static func forEachAddress(
    in list: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) throws -> Bool
  ) rethrows {
    _ = try root(of: list).forEachAddress(body)
  }

  package static func withAddress<Result>(
    at position: Int,
    in list: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    let root = root(of: list)
    return position < root.count ? root.withAddress(at: position, body) : nil
  }
}

extension IdentifiedArray: RegionDiffable {
  public var dumpCount: Int { count }

  public func dumpElement(at position: Int) -> Any { self[position] }

  public func differingRegions(from old: Self) -> [DifferingRegion] {
    var regions: [DifferingRegion] = []
    for run in alignedRuns(from: old) where run.kind != .shared {
      if let last = regions.last, last.old.upperBound == run.old.lowerBound,
        last.new.upperBound == run.new.lowerBound
      {
        regions[regions.count - 1] = DifferingRegion(
          old: last.old.lowerBound..<run.old.upperBound,
          new: last.new.lowerBound..<run.new.upperBound
        )
      } else {
        regions.append(DifferingRegion(old: run.old, new: run.new))
      }
    }
    return regions
  }
}
