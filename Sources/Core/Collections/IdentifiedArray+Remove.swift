import HashTreeCollections

extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The element, or `nil` if there was none.
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func remove(id: ID) -> Element? {
    labels.removeValue(forKey: id).map { tree.remove(at: tree.position(label: $0)) }
  }

  /// Removes the element with the id of the given one.
  ///
  /// - Returns: The element that was removed, or `nil` if there was none.
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: id(of: element))
  }

  /// Removes the element at a position.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func remove(at position: Int) -> Element {
    precondition(position >= 0 && position < count, "Index out of range")
    let element = tree.remove(at: position)
    labels[id(of: element)] = nil
    return element
  }

  /// Removes the first element of a nonempty array.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func removeFirst() -> Element {
    precondition(!isEmpty, "Can't remove the first element of an empty array")
    return remove(at: 0)
  }

  /// Removes the last element of a nonempty array.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func removeLast() -> Element {
    precondition(!isEmpty, "Can't remove the last element of an empty array")
    return remove(at: count - 1)
  }

  /// Removes the first *n* elements.
  ///
  /// - Complexity: O(*n* · log `count`) on average, at most O(`count`)
  @inlinable
  public mutating func removeFirst(_ n: Int) {
    precondition(n >= 0 && n <= count, "Can't remove more elements than there are")
    removeSubrange(0..<n)
  }

  /// Removes the last *n* elements.
  ///
  /// - Complexity: O(*n* · log `count`) on average, at most O(`count`)
  @inlinable
  public mutating func removeLast(_ n: Int) {
    precondition(n >= 0 && n <= count, "Can't remove more elements than there are")
    removeSubrange(count - n..<count)
  }

  /// Removes the first element, if any.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func popFirst() -> Element? {
    isEmpty ? nil : remove(at: 0)
  }

  /// Removes the last element, if any.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func popLast() -> Element? {
    isEmpty ? nil : remove(at: count - 1)
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: Ignored; for source compatibility with arrays. Memory is always freed.
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    self = Self(identity: identity)
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// If no element does, nothing is copied, and the array stays identical to its copies.
  ///
  /// - Throws: What the predicate throws, in which case nothing is removed.
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    remove(atPositions: try positions(where: shouldBeRemoved))
  }

  /// Removes the elements of a range of positions.
  ///
  /// - Complexity: O(*n* · log `count`) on average for *n* elements, at most O(`count`)
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let bounds = bounds.relative(to: self)
    precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "Range out of bounds")
    remove(atPositions: Array(bounds))
  }

  /// Removes the elements at some positions, in any order: an array, a range, an `IndexSet`.
  ///
  /// - Complexity: O(*n* · log `count`) on average for *n* elements, at most O(`count`); with *n* log *n* comparisons if
  ///   the positions are not ascending
  @inlinable
  public mutating func remove(atOffsets offsets: some Collection<Int>) {
    remove(atPositions: distinctPositions(offsets))
  }
}

extension IdentifiedArray {
  /// The positions in ascending order, each once.
  @inlinable
  func distinctPositions(_ offsets: some Collection<Int>) -> [Int] {
    var positions = Array(offsets)
    if zip(positions, positions.dropFirst()).contains(where: { $0 >= $1 }) {
      positions = Set(positions).sorted()
    }
    if let first = positions.first, let last = positions.last {
      precondition(first >= 0 && last < count, "Index out of range")
    }
    return positions
  }

  @inlinable
  func positions(where predicate: (Element) throws -> Bool) rethrows -> [Int] {
    var positions: [Int] = []
    var position = 0
    var elements = tree.makeIterator()
    while let element = elements.nextLent() {
      if try element.pointee.read(predicate) { positions.append(position) }
      position += 1
    }
    return positions
  }

  /// Removes the elements at ascending positions: one by one if they are few, so that the rest stays shared with
  /// other versions, otherwise in one pass.
  @inlinable
  mutating func remove(atPositions positions: [Int]) {
    guard positions.count > count / 8 else {
      for position in positions.reversed() { remove(at: position) }
      return
    }
    var removed = positions[...]
    let kept = indices.filter { position in
      guard removed.first == position else { return true }
      removed.removeFirst()
      return false
    }
    let elements = self.elements
    self = Self(kept.map { elements[$0] }, identity: identity, duplicate: reportDuplicate(id:))
  }
}
