import OrderedCollections

// The ids of an array are an ordered set: distinct, and in the order of the elements.
extension IdentifiedArray.IDs {
  /// The ids in a plain array.
  ///
  /// - Complexity: O(`count`)
  public var elements: [ID] { Array(self) }

  /// These ids, followed by the others of a sequence in its order.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* others
  public func union(_ other: some Sequence<ID>) -> OrderedSet<ID> {
    var result = OrderedSet(uncheckedUniqueElements: self)
    result.append(contentsOf: other)
    return result
  }

  /// The ids that are also in a sequence, in their order here.
  ///
  /// ```swift
  /// let shown = todos.ids.intersection(selection)
  /// ```
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* others
  public func intersection(_ other: some Sequence<ID>) -> OrderedSet<ID> {
    let other = Set(other)
    return OrderedSet(uncheckedUniqueElements: filter { other.contains($0) })
  }

  /// The ids that are not in a sequence, in their order here.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* others
  public func subtracting(_ other: some Sequence<ID>) -> OrderedSet<ID> {
    let other = Set(other)
    return OrderedSet(uncheckedUniqueElements: filter { !other.contains($0) })
  }

  /// The ids that are either here or in a sequence but not in both, those here first.
  ///
  /// - Complexity: O(`count` + *m* · log `count`) on average, for *m* others
  public func symmetricDifference(_ other: some Sequence<ID>) -> OrderedSet<ID> {
    let other = OrderedSet(other)
    return subtracting(other).union(other.filter { !contains($0) })
  }

  /// Whether a sequence has all of these ids.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* others
  public func isSubset(of other: some Sequence<ID>) -> Bool {
    let other = Set(other)
    return count <= other.count && allSatisfy { other.contains($0) }
  }

  /// Whether a sequence has all of these ids, and others.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* others
  public func isStrictSubset(of other: some Sequence<ID>) -> Bool {
    let other = Set(other)
    return count < other.count && allSatisfy { other.contains($0) }
  }

  /// Whether these ids include all of a sequence.
  ///
  /// - Complexity: O(*m* · log `count`) on average, for *m* others
  public func isSuperset(of other: some Sequence<ID>) -> Bool {
    other.allSatisfy { contains($0) }
  }

  /// Whether these ids include all of a sequence, and others.
  ///
  /// - Complexity: O(*m* · log `count`) on average, for *m* others
  public func isStrictSuperset(of other: some Sequence<ID>) -> Bool {
    let other = Set(other)
    return other.count < count && other.allSatisfy { contains($0) }
  }

  /// Whether a sequence has none of these ids.
  ///
  /// - Complexity: O(*m* · log `count`) on average, for *m* others
  public func isDisjoint(with other: some Sequence<ID>) -> Bool {
    !other.contains { contains($0) }
  }

  /// Whether a sequence has the same ids, in whatever order.
  ///
  /// - Complexity: O(*m* · log `count`) on average, for *m* others
  public func isEqualSet(to other: some Sequence<ID>) -> Bool {
    let other = Set(other)
    return other.count == count && other.allSatisfy { contains($0) }
  }

  /// Whether the ids are those of an ordered set, in its order.
  ///
  /// - Complexity: O(`count`)
  public static func == (left: Self, right: OrderedSet<ID>) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  /// Whether the ids are those of an ordered set, in its order.
  ///
  /// - Complexity: O(`count`)
  public static func == (left: OrderedSet<ID>, right: Self) -> Bool { right == left }
}
