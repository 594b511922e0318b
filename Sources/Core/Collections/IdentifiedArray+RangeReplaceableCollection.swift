/// Ids stay distinct in generic code: an element with an id that is already there is left out, so `count` may grow by
/// less than what was inserted. Appending leaves it out silently; replacing a range and inserting several elements
/// report an issue.
///
/// The elements must be `Identifiable`, because a collection of this kind can be made without a key path.
extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// An array of the elements of a sequence. Of elements with one id the first is kept, as by ``append(contentsOf:)``;
  /// ``init(uniqueElements:)`` reports an issue instead of leaving elements out silently.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(elements, identity: ElementIdentity(), duplicate: { _ in })
  }

  // The protocol inserts and appends single elements with this. Its own version would report those that are left out.

  /// Inserts an element at a position, unless there is one with its id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @_disfavoredOverload
  public mutating func insert(_ element: Element, at position: Int) {
    _ = insert(element, at: position) as (inserted: Bool, index: Int)
  }
}
