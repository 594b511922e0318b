extension Dictionary where Key: Comparable {
  /// The keys with their values, in the order of the keys.
  package var inOrderOfKeys: [(key: Key, value: Value)] { sorted { $0.key < $1.key } }
}
