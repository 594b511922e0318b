extension StackState: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }

  /// The element at a position, 0 being the lowest. What is set keeps the id of what was there.
  ///
  /// Elements do not trade places, so a stack is not a `MutableCollection`: an element's id would become another's.
  ///
  /// - Complexity: O(log `count`).
  public subscript(position: Int) -> Element {
    get { entries[position].element }
    _modify { yield &entries[position].element }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements by others, which get new ids. All others keep theirs.
  ///
  /// - Complexity: O(*k* log `count`) in the number of elements that come and go.
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

  /// Puts an element on top.
  ///
  /// - Complexity: O(log `count`) on average.
  public mutating func append(_ element: Element) {
    entries.append(Entry(id: makeID(), element: element))
  }

  /// Takes out the elements that a predicate is true of. The others keep their ids.
  ///
  /// - Complexity: O(*k* log `count`) in the number of elements that leave, and O(`count`) calls of the predicate.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try entries.removeAll { try shouldBeRemoved($0.element) }
  }

  /// Takes all elements out. Their ids are not used again.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    entries.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The stack of those elements that a predicate is true of, with their ids.
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
