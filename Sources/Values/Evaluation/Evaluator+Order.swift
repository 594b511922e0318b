extension Evaluator {
  /// `sorted()` and `sorted(\.text)`, by what the argument comes to for each element.
  mutating func sorted(_ call: MethodCall, _ collection: any Collection) throws(Diagnostic) -> [Any] {
    let elements = try elements(of: collection, at: call.node)
    var keyed: [(key: Any?, element: Any)] = []
    let node = try call.argument(labels: [nil, "by"], in: self)
    for element in elements {
      let key = try node.map { node throws(Diagnostic) in
        try evaluate(node, for: Reflection.flattened(element))
      }
      keyed.append((key ?? Reflection.flattened(element), element))
    }
    return try mergeSorted(keyed[...], at: call.node).map(\.element)
  }

  /// A stable sort whose comparison may fail, which the one of the standard library takes only untyped.
  private mutating func mergeSorted(
    _ items: ArraySlice<(key: Any?, element: Any)>,
    at node: ExpressionNode
  ) throws(Diagnostic) -> [(key: Any?, element: Any)] {
    if items.count < 2 { return Array(items) }
    let middle = items.startIndex + items.count / 2
    let left = try mergeSorted(items[..<middle], at: node)
    let right = try mergeSorted(items[middle...], at: node)
    var result: [(key: Any?, element: Any)] = []
    result.reserveCapacity(items.count)
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      try step(at: node)
      if try isLess(right[j].key, left[i].key, at: node) {
        result.append(right[j])
        j += 1
      } else {
        result.append(left[i])
        i += 1
      }
    }
    return result + left[i...] + right[j...]
  }

  mutating func extreme(_ call: MethodCall, of collection: any Collection) throws(Diagnostic) -> Any? {
    try call.refuseArguments(in: self)
    var result: Any?
    for element in try iterator(over: collection, at: call.node) {
      try step(at: call.node)
      let element = Reflection.flattened(element)
      guard let best = result else {
        result = element
        continue
      }
      let replaces =
        call.name == "min"
        ? try isLess(element, best, at: call.node) : try isLess(best, element, at: call.node)
      if replaces { result = element }
    }
    return result
  }

  mutating func part(_ call: MethodCall, of collection: any Collection) throws(Diagnostic) -> [Any] {
    let isDrop = call.name.hasPrefix("drop")
    let argument = isDrop ? try call.argument(in: self) : try call.required(in: self)
    var length = 1
    if let argument {
      guard case .integer(let value) = Number(try evaluate(argument)), value >= 0 else {
        throw error("'\(call.name)' needs a number that is not negative", at: argument)
      }
      length = Int(clamping: value)
    }
    let count = CollectionAccess.count(collection)
    let kept = isDrop ? max(0, count - length) : min(count, length)
    if call.name == "prefix" || call.name == "dropLast" {
      return try elements(0..<kept, of: collection, at: call.node)
    }
    return try elements(count - kept..<count, of: collection, at: call.node)
  }

  private mutating func elements(
    _ offsets: Range<Int>,
    of collection: any Collection,
    at node: ExpressionNode
  ) throws(Diagnostic) -> [Any] {
    guard !CollectionAccess.isUnordered(collection) else {
      return Array(try elements(of: collection, at: node)[offsets])
    }
    return try elements(of: CollectionAccess.part(offsets, of: collection), at: node)
  }

  mutating func joined(_ call: MethodCall, _ collection: any Collection) throws(Diagnostic) -> String {
    var separator = ""
    if let argument = try call.argument(labels: ["separator", nil], in: self) {
      separator = try text(argument, for: call)
    }
    var texts: [String] = []
    for element in try iterator(over: collection, at: call.node) {
      try step(at: call.node)
      guard let text = Reflection.flattened(element) as? any StringProtocol else {
        throw error(
          "only texts can be joined; an element is \(Reflection.typeName(of: Reflection.flattened(element)))",
          at: call.node
        )
      }
      texts.append(String(text))
    }
    return texts.joined(separator: separator)
  }
}
