// Dictionaries, both values and literals.
extension Evaluator {
  mutating func evaluateDictionary(_ keys: [Term], _ values: [Term]) throws(Diagnostic) -> Any? {
    var result: [AnyHashable: Any] = [:]
    for (term, value) in zip(keys, values) {
      let key = try key(term)
      let value = try evaluate(value)
      guard result.updateValue(value as Any, forKey: key) == nil else {
        throw error("duplicate key", at: term)
      }
    }
    return result
  }

  private mutating func key(_ term: Term) throws(Diagnostic) -> AnyHashable {
    let value = try evaluate(term)
    // A substring is the same key as a string.
    if let text = value as? any StringProtocol { return AnyHashable(String(text)) }
    if let key = value as? any Hashable { return AnyHashable(key) }
    throw error(
      "`\(shown(term.node))` is \(typeName(of: value)), which cannot be a key",
      at: term,
      isMissing: value == nil
    )
  }

  /// Whether two dictionaries have equal values for equal keys, comparing literals with values of other types.
  ///
  /// - Returns: `nil` if their keys or values are never comparable.
  mutating func areEqual(
    dictionary left: any DictionaryElements,
    _ right: any DictionaryElements
  ) throws(Diagnostic) -> Bool? {
    let keys = (try self.keys(of: left), try self.keys(of: right))
    let values = (left.valuesSortedByKey, right.valuesSortedByKey)
    guard let key = keys.0.first, let other = keys.1.first else { return keys.0.isEmpty && keys.1.isEmpty }
    // Incomparable keys and values indicate a mistake, however many there are.
    guard try areEqual(key, other) != nil, try areEqual(values.0[0], values.1[0]) != nil else { return nil }
    if keys.0.count != keys.1.count { return false }
    for (key, value) in zip(keys.0, values.0) {
      guard let place = try index(of: key, in: keys.1) else { return false }
      guard let isEqual = try areEqual(value, values.1[place]) else { return nil }
      if !isEqual { return false }
    }
    return true
  }

  private mutating func keys(of dictionary: any DictionaryElements) throws(Diagnostic) -> [Any] {
    try account(for: dictionary)
    return dictionary.sortedKeys
  }

  private mutating func index(of key: Any, in keys: [Any]) throws(Diagnostic) -> Int? {
    for (index, other) in keys.enumerated() where try areEqual(key, other) == true { return index }
    return nil
  }
}
