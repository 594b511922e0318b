extension IdentifiedArray: Sequence {
  /// An iterator over the elements.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: OrderTree<Element>.Iterator

    @inlinable
    init(_ base: OrderTree<Element>.Iterator) {
      self.base = base
    }

    /// The next element, or `nil` after the last.
    ///
    /// - Complexity: O(1) amortised
    @inlinable @inline(__always)
    public mutating func next() -> Element? {
      base.next()
    }
  }

  /// An iterator over the elements in order.
  ///
  /// - Complexity: O(log `count`)
  @inlinable @inline(__always)
  public func makeIterator() -> Iterator {
    Iterator(tree.makeIterator())
  }

  /// The elements as an array.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for element in self { elements.append(element) }
    return elements
  }

  /// The results of a closure for each element, in order.
  ///
  /// - Throws: What the closure throws.
  /// - Complexity: O(`count`)
  @inlinable
  public func map<T, Failure: Error>(_ transform: (Element) throws(Failure) -> T) throws(Failure) -> [T] {
    // The standard library's implementation iterates over positions, each of which is a descent into the tree.
    var result: [T] = []
    result.reserveCapacity(count)
    var elements = tree.makeIterator()
    while let element = elements.nextLent() { result.append(try element.pointee.read(transform)) }
    return result
  }

  /// The position of the first element that satisfies a predicate.
  ///
  /// - Throws: What the predicate throws.
  /// - Complexity: O(`count`)
  @inlinable
  public func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
    var position = 0
    var elements = tree.makeIterator()
    while let element = elements.nextLent() {
      if try element.pointee.read(predicate) { return position }
      position += 1
    }
    return nil
  }

  /// The elements that satisfy a predicate.
  ///
  /// If all do, the result is identical to this array.
  ///
  /// - Throws: What the predicate throws.
  /// - Complexity: O(`count`)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    result.remove(atPositions: try positions { try !isIncluded($0) })
    return result
  }
}

extension IdentifiedArray.Iterator: @unchecked Sendable where ID: Sendable, Element: Sendable {}
