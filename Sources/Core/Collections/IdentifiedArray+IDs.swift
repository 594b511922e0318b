extension IdentifiedArray {
  /// The ids of the elements, in order: a collection that finds an id as fast as the array does.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var ids: IDs {
    IDs(self)
  }

  /// The ids of an ``IdentifiedArray``: distinct, in the order of its elements.
  public struct IDs {
    /// The array; `nil` if the ids are not those of one.
    @usableFromInline let base: IdentifiedArray?
    @usableFromInline let others: [ID]
    /// The position of each of the others.
    @usableFromInline let positions: [ID: Int]

    @inlinable
    init(_ base: IdentifiedArray) {
      self.base = base
      (others, positions) = ([], [:])
    }

    /// The first of each id of a sequence.
    init(_ ids: some Sequence<ID>) {
      var (others, positions): ([ID], [ID: Int]) = ([], [:])
      for id in ids where positions[id] == nil {
        positions[id] = others.count
        others.append(id)
      }
      (base, self.others, self.positions) = (nil, others, positions)
    }
  }
}

extension IdentifiedArray.IDs: ExpressibleByArrayLiteral {
  /// Creates ids to compare with those of an array: `XCTAssertEqual(todos.ids, [1, 2])`.
  ///
  /// - Complexity: O(*n*) on average
  public init(arrayLiteral ids: ID...) {
    self.init(ids)
  }
}

extension IdentifiedArray.IDs: RandomAccessCollection {
  /// The number of ids.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int { base?.count ?? others.count }

  /// Always zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of ids.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var endIndex: Int { count }

  /// The id of the element at a position.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  public subscript(position: Int) -> ID {
    precondition(position >= 0 && position < count, "Index out of range")
    guard let base else { return others[position] }
    return base.id(of: base[position])
  }

  /// An iterator over the ids.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var elements: IdentifiedArray.Iterator?
    @usableFromInline let identity: IdentifiedArray.Identity?
    @usableFromInline var others: IndexingIterator<[ID]>

    @inlinable
    init(_ ids: IdentifiedArray.IDs) {
      elements = ids.base?.makeIterator()
      identity = ids.base?.identity
      others = ids.others.makeIterator()
    }

    /// The next id, or `nil` after the last.
    ///
    /// - Complexity: O(1) amortised
    @inlinable
    public mutating func next() -> ID? {
      guard let identity else { return others.next() }
      return elements?.next().map { withUnsafePointer(to: $0, identity) }
    }
  }

  /// An iterator over the ids in order.
  ///
  /// - Complexity: O(log `count`)
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(self)
  }
}

extension IdentifiedArray.IDs {
  /// Whether an element has an id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func contains(_ id: ID) -> Bool {
    base?.contains(id: id) ?? (positions[id] != nil)
  }

  /// The position of the element with an id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func firstIndex(of id: ID) -> Int? {
    guard let base else { return positions[id] }
    return base.index(id: id)
  }

  /// The position of the element with an id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func lastIndex(of id: ID) -> Int? {
    firstIndex(of: id)
  }

  /// Lets the standard library's algorithms find an id without a linear search.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func _customContainsEquatableElement(_ id: ID) -> Bool? {
    contains(id)
  }

  /// Lets the standard library's algorithms find an id without a linear search.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func _customIndexOfEquatableElement(_ id: ID) -> Int?? {
    .some(firstIndex(of: id))
  }

  /// Lets the standard library's algorithms find an id without a linear search.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func _customLastIndexOfEquatableElement(_ id: ID) -> Int?? {
    .some(firstIndex(of: id))
  }
}

extension IdentifiedArray.IDs: Hashable {
  /// Whether the ids are the same, in the same order.
  ///
  /// - Complexity: O(`count`); O(*n* · log `count`) for arrays of which *n* elements were changed in place
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    if let left = left.base, let right = right.base {
      return left.elementsEqual(toThoseOf: right) { left.id(of: $0) == right.id(of: $1) }
    }
    return left.count == right.count && left.elementsEqual(right)
  }

  /// Whether the ids equal those in an array, in the same order: `todos.ids == [a, b]`.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public static func == (left: Self, right: [ID]) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  /// Whether the ids equal those in an array, in the same order.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public static func == (left: [ID], right: Self) -> Bool { right == left }

  /// Feeds the number of ids and each of them to a hasher.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for id in self { hasher.combine(id) }
  }
}

extension IdentifiedArray.IDs: CustomStringConvertible, CustomReflectable {
  /// The ids, described like those of an array.
  ///
  /// - Complexity: O(`count`)
  public var description: String {
    Array(self).description
  }

  /// A mirror of the ids as a collection.
  ///
  /// - Complexity: O(1)
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}

extension IdentifiedArray.IDs: @unchecked Sendable where ID: Sendable, Element: Sendable {}
extension IdentifiedArray.IDs.Iterator: @unchecked Sendable where ID: Sendable, Element: Sendable {}
