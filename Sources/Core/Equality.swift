/// Whether two values are equal: by `==` where their type has it, otherwise by how they are dumped.
func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  func compare<E: Equatable>(_ lhs: E) -> Bool { lhs == rhs as? E }
  if let lhs = lhs as? any Equatable { return compare(lhs) }
  return String(customDumping: lhs) == String(customDumping: rhs)
}
