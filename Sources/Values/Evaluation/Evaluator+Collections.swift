extension Evaluator {
  /// The elements for which a condition holds: a set for a set and a dictionary for a dictionary, as in Swift.
  mutating func filter(_ collection: any Collection, by condition: Term) throws(Diagnostic) -> Any {
    guard let unordered = collection as? any UnorderedElements else {
      return try list(collection, where: condition)
    }
    try account(for: collection, at: condition)
    return try unordered.keeping { (element) throws(Diagnostic) in
      try self.condition(condition, for: element)
    }
  }

  mutating func list(_ collection: any Collection, where condition: Term) throws(Diagnostic) -> [Any] {
    var result: [Any] = []
    for element in try iterator(over: collection, at: condition) {
      if try self.condition(condition, for: element) { result.append(element) }
    }
    return result
  }

  mutating func map(_ collection: any Collection, to term: Term) throws(Diagnostic) -> [Any] {
    try iterator(over: collection, at: term).map { (element) throws(Diagnostic) in
      try evaluate(term, for: element) as Any
    }
  }

  /// The first element for which a condition has the expected value, and its position.
  mutating func first(
    in elements: some Sequence<Any>,
    where condition: Term,
    is expected: Bool = true
  ) throws(Diagnostic) -> (position: Int, element: Any?)? {
    var position = 0
    for element in elements {
      if try self.condition(condition, for: element) == expected { return (position, flattened(element)) }
      position += 1
    }
    return nil
  }

  mutating func firstIndex(_ call: MethodCall, in collection: any Collection) throws(Diagnostic) -> Int? {
    if !call.isCondition { return try firstIndex(in: collection, ofElement: call.required) }
    return try first(in: iterator(over: collection, at: call.required), where: call.required)?.position
  }

  private mutating func firstIndex(
    in collection: any Collection,
    ofElement term: Term
  ) throws(Diagnostic) -> Int? {
    let wanted = try evaluate(term)
    part = term
    var index = 0
    for element in try iterator(over: collection) {
      guard let isEqual = try areEqual(element, wanted) else {
        let found = typeName(of: flattened(element))
        throw error(
          "cannot compare elements of type \(found) with \(typeName(of: wanted))",
          hint: collection is any DictionaryElements
            ? "use .keys to find a key and .values to find a value"
            : ComparisonHint.comparing(flattened(element), with: wanted)
        )
      }
      if isEqual { return index }
      index += 1
    }
    return nil
  }
}
