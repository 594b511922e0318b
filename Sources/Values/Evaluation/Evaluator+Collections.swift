extension Evaluator {
  mutating func evaluate(_ call: MethodCall, of collection: any Collection) throws(Diagnostic) -> Any? {
    switch call.name {
    case "filter":
      let condition = try call.condition(in: self)
      if CollectionAccess.isUnordered(collection), let unordered = collection as? any UnorderedElements {
        return try filter(unordered, of: collection, by: condition)
      }
      return try filter(collection, by: condition)
    case "map": return try map(collection, to: call.required(in: self))
    case "compactMap":
      return try map(collection, to: call.required(in: self)).filter { Reflection.flattened($0) != nil }
    case "first", "last": return try firstOrLast(call, of: collection)
    case "contains": return try contains(call, in: collection)
    case "allSatisfy":
      return try firstIndex(in: collection, of: call.condition(in: self), matching: false) == nil
    case "count": return try count(call, of: collection)
    case "firstIndex": return try firstIndex(call, in: collection)
    case "sorted": return try sorted(call, collection)
    case "reversed":
      try call.refuseArguments(in: self)
      return try Array(elements(of: collection, at: call.node).reversed())
    case "min", "max": return try extreme(call, of: collection)
    case "prefix", "suffix", "dropFirst", "dropLast": return try part(call, of: collection)
    default: return try joined(call, collection)
    }
  }

  private mutating func filter(_ collection: any Collection, by condition: ExpressionNode) throws(Diagnostic)
    -> [Any]
  {
    var result: [Any] = []
    for element in try iterator(over: collection, at: condition) {
      if try self.condition(condition, for: Reflection.flattened(element)) { result.append(element) }
    }
    return result
  }

  /// A set of a set and a dictionary of a dictionary, as in Swift.
  private mutating func filter(
    _ unordered: any UnorderedElements,
    of collection: any Collection,
    by condition: ExpressionNode
  ) throws(Diagnostic) -> Any {
    try account(for: collection, at: condition)
    return try unordered.keeping { (element) throws(Diagnostic) in
      try self.condition(condition, for: Reflection.flattened(element))
    }
  }

  private mutating func map(_ collection: any Collection, to node: ExpressionNode) throws(Diagnostic) -> [Any]
  {
    var result: [Any] = []
    for element in try iterator(over: collection, at: node) {
      result.append(try evaluate(node, for: Reflection.flattened(element)) as Any)
    }
    return result
  }

  private mutating func firstOrLast(_ call: MethodCall, of collection: any Collection) throws(Diagnostic)
    -> Any?
  {
    let condition = try call.condition(labels: ["where", nil], in: self)
    let elements = try elements(of: collection, at: call.node)
    for element in call.name == "first" ? elements : elements.reversed() {
      let element = Reflection.flattened(element)
      if try self.condition(condition, for: element) { return element }
    }
    return nil
  }

  private mutating func contains(_ call: MethodCall, in collection: any Collection) throws(Diagnostic) -> Bool
  {
    let argument = try call.required(labels: [nil, "where"], in: self)
    if call.arguments[0].label == "where" || argument.usesSubject {
      return try firstIndex(in: collection, of: call.condition(in: self), matching: true) != nil
    }
    return try firstIndex(in: collection, ofElement: argument) != nil
  }

  private mutating func count(_ call: MethodCall, of collection: any Collection) throws(Diagnostic) -> Int {
    try filter(collection, by: call.condition(labels: ["where", nil], in: self)).count
  }

  private mutating func firstIndex(_ call: MethodCall, in collection: any Collection) throws(Diagnostic)
    -> Int?
  {
    let argument = try call.required(labels: ["of", "where"], in: self)
    if call.arguments[0].label == "of" { return try firstIndex(in: collection, ofElement: argument) }
    return try firstIndex(in: collection, of: call.condition(labels: ["where"], in: self), matching: true)
  }

  /// The position of the first element for which a condition comes to `expected`.
  mutating func firstIndex(
    in collection: any Collection,
    of condition: ExpressionNode,
    matching expected: Bool
  ) throws(Diagnostic) -> Int? {
    var index = 0
    for element in try iterator(over: collection, at: condition) {
      if try self.condition(condition, for: Reflection.flattened(element)) == expected { return index }
      index += 1
    }
    return nil
  }

  private mutating func firstIndex(
    in collection: any Collection,
    ofElement node: ExpressionNode
  ) throws(Diagnostic) -> Int? {
    let wanted = try evaluate(node)
    var index = 0
    for element in try iterator(over: collection, at: node) {
      guard let isEqual = try areEqual(element, wanted, at: node) else {
        let found = Reflection.typeName(of: Reflection.flattened(element))
        throw error(
          "the elements are \(found), compared with \(Reflection.typeName(of: wanted))",
          at: node,
          remedy: collection is any DictionaryElements
            ? "for a key look into .keys, for a value into .values"
            : ComparisonRemedy.comparing(Reflection.flattened(element), with: wanted)
        )
      }
      if isEqual { return index }
      index += 1
    }
    return nil
  }
}
