extension IdentifiedArray {
  /// Replaces the elements in a range of positions.
  ///
  /// A new element is omitted, and an issue is reported, if its id belongs to an element outside of the range or to
  /// an earlier new element.
  ///
  /// - Parameters:
  ///   - bounds: The positions of the elements to remove.
  ///   - elements: The new elements, any number.
  /// - Complexity: O(*n* · log `count`) on average, for *n* elements removed and inserted
  @inlinable
  public mutating func replaceSubrange(
    _ bounds: some RangeExpression<Int>,
    with elements: some Sequence<Element>
  ) {
    let bounds = bounds.relative(to: self)
    removeSubrange(bounds)
    insert(contentsOf: elements, at: bounds.lowerBound)
  }

  /// Inserts the elements of a sequence at a position.
  ///
  /// An element whose id is already present is omitted, and an issue is reported.
  ///
  /// - Complexity: O(*m* · log(`count` + *m*)) on average, for *m* elements
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    precondition(position >= 0 && position <= count, "Index out of range")
    var target = position
    for element in elements {
      if insert(element, at: target).inserted {
        target += 1
      } else {
        reportDuplicate(id: identity.id(of: element))
      }
    }
  }
}
