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

  /// The elements in a plain array.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public var elements: [Element] {
    tree.elements
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
