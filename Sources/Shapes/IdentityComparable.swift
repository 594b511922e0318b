/// A type whose values can be recognised as the same without comparing their contents.
///
/// A copy-on-write value shares its storage with its copies until one of them changes. Two values that share storage
/// are equal, which a single comparison of addresses establishes regardless of their size. A diff therefore checks
/// identity first, then `==`, and only then compares contents.
public protocol IdentityComparable {
  /// Whether both values share the same storage.
  ///
  /// `true` guarantees that they are equal; `false` is inconclusive.
  ///
  /// - Complexity: O(1)
  func isIdentical(to other: Self) -> Bool
}
