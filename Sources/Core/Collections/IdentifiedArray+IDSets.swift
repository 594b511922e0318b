// The ids of an array form an ordered set: distinct, and in the order of the elements.
extension IdentifiedArray.IDs {
  /// The ids as an array.
  ///
  /// - Complexity: O(`count`)
  public var elements: [ID] { Array(self) }

  /// These ids, followed by the other ids of a sequence in its order.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func union(_ other: some Sequence<ID>) -> Self {
    Self(Array(self) + Array(other))
  }

  /// The ids that are also in a sequence, in their order here.
  ///
  /// ```swift
  /// let shown = todos.ids.intersection(selection)
  /// ```
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func intersection(_ other: some Sequence<ID>) -> Self {
    let other = Set(other)
    return Self(filter { other.contains($0) })
  }

  /// The ids that are not in a sequence, in their order here.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func subtracting(_ other: some Sequence<ID>) -> Self {
    let other = Set(other)
    return Self(filter { !other.contains($0) })
  }

  /// The ids that are in exactly one of these ids and a sequence, starting with those here.
  ///
  /// - Complexity: O(`count` + *m* · log `count`) on average, for *m* other ids
  public func symmetricDifference(_ other: some Sequence<ID>) -> Self {
    let other = Self(other)
    return subtracting(other).union(other.filter { !contains($0) })
  }

  /// Whether a sequence contains all of these ids.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func isSubset(of other: some Sequence<ID>) -> Bool {
    Set(self).isSubset(of: other)
  }

  /// Whether a sequence contains all of these ids, and others.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func isStrictSubset(of other: some Sequence<ID>) -> Bool {
    Set(self).isStrictSubset(of: other)
  }

  /// Whether these ids contain all of a sequence.
  ///
  /// - Complexity: O(*m* · log `count`) on average, for *m* other ids
  public func isSuperset(of other: some Sequence<ID>) -> Bool {
    other.allSatisfy { contains($0) }
  }

  /// Whether these ids contain all of a sequence, and others.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func isStrictSuperset(of other: some Sequence<ID>) -> Bool {
    Set(self).isStrictSuperset(of: other)
  }

  /// Whether a sequence contains none of these ids.
  ///
  /// - Complexity: O(*m* · log `count`) on average, for *m* other ids
  public func isDisjoint(with other: some Sequence<ID>) -> Bool {
    !other.contains { contains($0) }
  }

  /// Whether a sequence has the same ids, in any order.
  ///
  /// - Complexity: O(`count` + *m*) on average, for *m* other ids
  public func isEqualSet(to other: some Sequence<ID>) -> Bool {
    Set(self) == Set(other)
  }
}
