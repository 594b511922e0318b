/// Whether two values are equal: by `==` where their type has it, otherwise by what is in them.
///
/// In a comparison of moments whose shared values differ it is what they hold that counts.
func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  if SharedScope.sides != nil { return Sameness.isSame(lhs, rhs) }
  func compare<E: Equatable>(_ lhs: E) -> Bool { lhs == rhs as? E }
  if let lhs = lhs as? any Equatable { return compare(lhs) }
  return Sameness.isSame(lhs, rhs)
}
