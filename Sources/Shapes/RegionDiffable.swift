/// A collection that can determine where two versions of it differ without traversing all its elements.
///
/// Most of the printed diff of a list is `… (9,999 unchanged)`. A collection whose versions share structure can
/// derive that number from counts. It names the regions that may differ; a diff compares only the elements in these
/// regions, and everything between two regions is unchanged by contract.
///
/// A persistent tree implements this by traversing both trees in parallel and skipping identical nodes:
///
/// ```swift
/// extension IdentifiedArray: RegionDiffable {
///   public var dumpCount: Int { count }
///   public func dumpElement(at position: Int) -> Any { self[position] }
///   public func differingRegions(from old: Self) -> [DifferingRegion] { … }  // O(changes · log n)
/// }
/// ```
///
/// The type must dump as a list (`[`, `[0]: …`, `]`). Its other contents are not reflected.
public protocol RegionDiffable {
  /// The number of elements.
  ///
  /// - Complexity: O(1)
  var dumpCount: Int { get }

  /// The element at a position, from 0.
  ///
  /// - Complexity: At most O(log n).
  func dumpElement(at position: Int) -> Any

  /// The regions in which this version may differ from an older one.
  ///
  /// The regions are in ascending order and do not overlap, in both the old version and this one. Before the first
  /// region, between two, and after the last, both versions have the same elements in the same order. A region may
  /// include equal elements, at the cost of comparing them. It may be empty in one version (an insertion or a
  /// removal). A move is a removal and an insertion.
  ///
  /// - Parameter old: The version to compare with.
  /// - Complexity: O(changes · log n) for a collection that shares structure, at worst O(n).
  func differingRegions(from old: Self) -> [DifferingRegion]
}

/// A region in which two versions of a collection may differ.
public struct DifferingRegion: Hashable, Sendable {
  /// The positions in the old version.
  public var old: Range<Int>
  /// The positions in the new version.
  public var new: Range<Int>

  /// Creates a region.
  ///
  /// - Parameters:
  ///   - old: The positions in the old version.
  ///   - new: The positions in the new version.
  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}
