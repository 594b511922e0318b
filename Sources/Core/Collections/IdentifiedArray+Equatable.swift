extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order.
  ///
  /// - Complexity: O(1) for versions that share all storage; O(*n* · log `count`) for versions of which *n* elements
  ///   were changed in place; at most O(`count`)
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.tree.elementsEqual(right.tree)
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the number of elements and each of them to a hasher.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
