/// What generic code does with the elements keeps their ids distinct: an element whose id another has is left out, so
/// `count` may grow by less than what was inserted. Appending leaves it out silently, replacing a range and inserting
/// several elements report an issue.
///
/// Only elements that have an id by themselves allow this: a collection of this kind can be made without a key path.
extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// An array of the elements of a sequence. Of elements with one id the first is kept, as by ``append(contentsOf:)``;
  /// ``init(uniqueElements:)`` reports an issue instead of leaving elements out silently.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(elements, identity: ElementIdentity(), duplicate: { _ in })
  }

  // What the protocol inserts and appends single elements with. Its own version would report those that it leaves out.

  /// Inserts an element at a position, unless there is one with its id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @_disfavoredOverload
  public mutating func insert(_ element: Element, at position: Int) {
    _ = insert(element, at: position) as (inserted: Bool, index: Int)
  }
}
