extension StackState: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }

  /// The element at a position, starting with the lowest at 0. A new value keeps the id of the old one.
  ///
  /// A stack is not a `MutableCollection`, because swapping elements would swap their ids.
  ///
  /// - Complexity: O(log `count`).
  public subscript(position: Int) -> Element {
    get { entries[position].element }
    _modify { yield &entries[position].element }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements with others, which get new ids. All other elements keep theirs.
  ///
  /// - Complexity: O(*k* log `count`) in the number of elements inserted and removed.
  public mutating func replaceSubrange(
    _ positions: Range<Int>,
    with elements: some Collection<Element>
  ) {
    entries.removeSubrange(positions)
    var position = positions.lowerBound
    for element in elements {
      entries.insert(Entry(id: makeID(), element: element), at: position)
      position += 1
    }
  }

  /// Pushes an element.
  ///
  /// - Complexity: O(log `count`) on average.
  public mutating func append(_ element: Element) {
    entries.append(Entry(id: makeID(), element: element))
  }

  /// Removes the elements that satisfy a predicate. The others keep their ids.
  ///
  /// - Complexity: O(*k* log `count`) in the number of elements removed, and O(`count`) calls of the predicate.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try entries.removeAll { try shouldBeRemoved($0.element) }
  }

  /// Removes all elements. Their ids are not reused.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    entries.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The elements that satisfy a predicate, with their ids.
  ///
  /// - Complexity: O(`count`)
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
