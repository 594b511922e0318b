/// A type whose values can be recognised as the same without looking at their content.
///
/// What is copied on write shares its storage with its copies until one of them changes. Two values that share it
/// are equal, and saying so takes one comparison of addresses whatever their size. So a diff asks this first, and
/// only then `==`, and only then looks inside.
public protocol IdentityComparable {
  /// Whether both values share one storage.
  ///
  /// `true` promises that they are equal; `false` promises nothing.
  ///
  /// - Complexity: O(1)
  func isIdentical(to other: Self) -> Bool
}

extension IdentityComparable {
  /// ``isIdentical(to:)`` for a value whose type is known only at run time.
  func isIdentical(toAny other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return isIdentical(to: other)
  }
}
