extension Evaluator {
  /// `sorted()` and `sorted(\.text)`, ordered by the value of the argument for each element.
  mutating func sorted(_ collection: any Collection, _ call: MethodCall) throws(Diagnostic) -> [Any] {
    let elements = try elements(of: collection)
    var keyed: [(key: Any?, element: Any)] = []
    for element in elements {
      let key = try call.argument.map { term throws(Diagnostic) in try evaluate(term, for: element) }
      keyed.append((key ?? flattened(element), element))
    }
    if keyed.count == 1 { try checkOrder(of: keyed[0].key) }
    // The standard library's sort is stable, but has no typed throws.
    var failure: Diagnostic?
    keyed.sort { left, right in
      guard failure == nil else { return false }
      do throws(Diagnostic) {
        try step()
        return try isLess(left.key, right.key)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return keyed.map(\.element)
  }

  /// Compares a value with itself, so that a list of values without an order is an error even if it has only one.
  private mutating func checkOrder(of value: Any?) throws(Diagnostic) {
    if let value { _ = try isLess(value, value) }
  }

  mutating func extreme(of collection: any Collection, isMinimum: Bool) throws(Diagnostic) -> Any? {
    var result: Any?
    for element in try iterator(over: collection) {
      try step()
      let element = flattened(element)
      guard let best = result else {
        try checkOrder(of: element)
        result = element
        continue
      }
      if try isMinimum ? isLess(element, best) : isLess(best, element) { result = element }
    }
    return result
  }

  /// The elements at positions that depend on the collection's count and on how many elements to take or drop.
  mutating func part(
    of collection: any Collection,
    _ call: MethodCall,
    _ positions: (_ count: Int, _ length: Int) -> Range<Int>
  ) throws(Diagnostic) -> [Any] {
    var length = 1
    if let argument = call.argument {
      let number = try evaluate(argument)
      guard case .integer(let value) = Number(number), value >= 0 else {
        throw error("'\(call.name)' expects a non-negative number", at: argument, isMissing: number == nil)
      }
      length = Int(clamping: value)
    }
    let offsets = positions(collection.elementCount, length)
    if collection.isUnordered { return Array(try elements(of: collection)[offsets]) }
    return try elements(of: collection.part(offsets))
  }

  mutating func joined(_ collection: any Collection, _ call: MethodCall) throws(Diagnostic) -> String {
    let separator =
      try call.argument.map { argument throws(Diagnostic) in try text(argument, for: call) } ?? ""
    var texts: [String] = []
    for element in try iterator(over: collection) {
      try step()
      let element = flattened(element)
      guard let text = element as? any StringProtocol else {
        throw error(
          "only strings can be joined; an element is \(typeName(of: element))",
          isMissing: element == nil
        )
      }
      texts.append(String(text))
    }
    return texts.joined(separator: separator)
  }
}
