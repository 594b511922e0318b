/// Ids stay distinct in generic code: elements whose ids are already present are omitted, so `count` may grow by less
/// than the number of inserted elements. Appending omits them silently; replacing a range and inserting several
/// elements report an issue.
///
/// The elements must be `Identifiable`, because a collection of this kind can be created without a key path.
extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Creates an array of the elements of a sequence. Of elements with the same id, the first is kept, as by
  /// ``append(contentsOf:)``; ``init(uniqueElements:)`` reports an issue instead of omitting elements silently.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(elements, identity: ElementIdentity(), duplicate: { _ in })
  }

  // The protocol uses this to insert and append single elements. Its default implementation would report omitted
  // ones.

  /// Inserts an element at a position, unless its id is already present.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @_disfavoredOverload
  public mutating func insert(_ element: Element, at position: Int) {
    _ = insert(element, at: position) as (inserted: Bool, index: Int)
  }
}
