/// A collection that can say where two versions of it differ without walking all its elements.
///
/// The printed diff of a list is, for most of its length, `… (9,999 unchanged)`. A collection that shares structure
/// between its versions knows that number from counts. It names the regions that may differ; a diff looks at the
/// elements of those regions alone, and everything between two regions is unchanged by contract.
///
/// A persistent tree adopts this by walking both trees in step and skipping the nodes that are identical:
///
/// ```swift
/// extension IdentifiedArray: RegionDiffable {
///   public var dumpCount: Int { count }
///   public func dumpElement(at position: Int) -> Any { self[position] }
///   public func differingRegions(from old: Self) -> [DifferingRegion] { … }  // O(changes · log n)
/// }
/// ```
///
/// The type must dump as a list (`[`, `[0]: …`, `]`); nothing else about it is reflected.
public protocol RegionDiffable {
  /// The number of elements.
  ///
  /// - Complexity: O(1)
  var dumpCount: Int { get }

  /// The element at a position, counted from 0.
  ///
  /// - Complexity: At most O(log n).
  func dumpElement(at position: Int) -> Any

  /// The regions in which this version may differ from an older one.
  ///
  /// The regions ascend and do not overlap, in the old version and in this one. Before the first, between two, and
  /// after the last there are as many elements in the old version as in this one, and they are the same in order.
  /// A region may be larger than what differs, at the price of looking at its elements; it may be empty on one
  /// side (an insertion or a removal). Moves are a removal and an insertion.
  ///
  /// - Parameter old: The version to compare with.
  /// - Complexity: O(changes · log n) for a collection that shares structure, at worst O(n).
  func differingRegions(from old: Self) -> [DifferingRegion]
}

/// A stretch of two versions of a collection in which they may differ.
public struct DifferingRegion: Hashable, Sendable {
  /// The positions in the old version.
  public var old: Range<Int>
  /// The positions in the new version.
  public var new: Range<Int>

  /// A region.
  ///
  /// - Parameters:
  ///   - old: The positions in the old version.
  ///   - new: The positions in the new version.
  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}

extension RegionDiffable {
  /// ``differingRegions(from:)`` for an older version whose type is known only at run time.
  func differingRegions(fromAny old: Any) -> [DifferingRegion]? {
    (old as? Self).map(differingRegions(from:))
  }
}
