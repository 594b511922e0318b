extension IdentifiedArray {
  /// Replaces the elements of a range of positions by others.
  ///
  /// A new element whose id an element outside the range, or a new element before it, has is left out, and
  /// an issue is reported.
  ///
  /// - Parameters:
  ///   - bounds: The positions of the elements to remove.
  ///   - elements: What takes their place; any number.
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
  /// An element whose id is there already is left out, and an issue is reported.
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
