// Dictionaries, both values and literals.
extension Evaluator {
  mutating func evaluateDictionary(_ term: Term) throws(Diagnostic) -> Any? {
    var result: [AnyHashable: Any] = [:]
    for position in stride(from: 0, to: term.operands.count, by: 2) {
      let key = try key(term[position])
      let value = try evaluate(term[position + 1])
      guard result.updateValue(value as Any, forKey: key) == nil else {
        throw error("duplicate key", at: term[position])
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
    for dictionary: any DictionaryElements in [left, right] { try account(for: dictionary) }
    let (left, right) = (left.pairsSortedByKey, right.pairsSortedByKey)
    guard let pair = left.first, let other = right.first else { return left.isEmpty && right.isEmpty }
    // Incomparable keys and values indicate a mistake, however many there are.
    guard try areEqual(pair.key, other.key) != nil, try areEqual(pair.value, other.value) != nil else {
      return nil
    }
    if left.count != right.count { return false }
    for (key, value) in left {
      guard let place = try index(of: key, in: right) else { return false }
      guard let isEqual = try areEqual(value, right[place].value) else { return nil }
      if !isEqual { return false }
    }
    return true
  }

  private mutating func index(of key: Any, in pairs: [(key: Any, value: Any)]) throws(Diagnostic) -> Int? {
    for (index, other) in pairs.enumerated() where try areEqual(key, other.key) == true { return index }
    return nil
  }
}
