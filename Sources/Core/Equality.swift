/// Whether two values are equal: by `==` if their type has it, otherwise by their contents.
///
/// In a comparison of moments with different shared values, these values are compared.
func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  if SharedScope.sides == nil, let lhs = lhs as? any Equatable { return lhs.isEqual(toAny: rhs) }
  return Sameness.isSame(lhs, rhs)
}

/// Whether the type of two values has `==`, and they are equal by it.
func areKnownEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  (lhs as? any Equatable)?.isEqual(toAny: rhs) ?? false
}

extension Equatable {
  /// `==` with a value whose type is known only at run time.
  func isEqual(toAny other: Any) -> Bool { self == other as? Self }
}
