import Core

extension Evaluator {
  /// Whether two values are equal, comparing literals with values of other types.
  ///
  /// - Returns: `nil` if values of these types are never comparable.
  mutating func areEqual(_ left: Any?, _ right: Any?) throws(Diagnostic) -> Bool? {
    try step()
    depth += 1
    defer { depth -= 1 }
    // A deeper value contains itself.
    if depth > 64 { throw error("the values are nested too deeply to compare") }
    let left = left.flatMap { flattened($0) }
    let right = right.flatMap { flattened($0) }
    if let literal = left.flatMap({ unboxed($0, as: CaseLiteral.self) }) {
      return try isCase(literal, right)
    }
    if let literal = right.flatMap({ unboxed($0, as: CaseLiteral.self) }) {
      return try isCase(literal, left)
    }
    guard let left, let right else { return left == nil && right == nil }
    if let isEqual = Equality.native(left, right) { return isEqual }
    if let isEqual = Equality.scalar(left, right) { return isEqual }
    return try areEqualByParts(left, right)
  }

  private mutating func areEqualByParts(_ left: Any, _ right: Any) throws(Diagnostic) -> Bool? {
    if left is any StringProtocol || right is any StringProtocol { return nil }
    if let left = left as? any Collection, let right = right as? any Collection {
      return try areEqual(collection: left, right)
    }
    guard type(of: left) == type(of: right) else { return nil }
    let mirrors = (Mirror(reflecting: left), Mirror(reflecting: right))
    switch mirrors.0.displayStyle {
    case .class: return (left as AnyObject) === (right as AnyObject)
    case .struct, .tuple, .enum: break
    default: return nil
    }
    if Choice.caseName(of: left) != Choice.caseName(of: right) { return false }
    let parts = (mirrors.0.children.map(\.value), mirrors.1.children.map(\.value))
    return try areEqual(parts: parts.0, parts.1)
  }

  private mutating func areEqual(
    collection left: any Collection,
    _ right: any Collection
  ) throws(Diagnostic) -> Bool? {
    if left is any DictionaryElements || right is any DictionaryElements {
      guard let left = left as? any DictionaryElements, let right = right as? any DictionaryElements
      else { return nil }
      return try areEqual(dictionary: left, right)
    }
    guard left.elementCount == right.elementCount else {
      // Incomparable elements indicate a mistake, however many there are.
      guard let element = try iterator(over: left).next(), let other = try iterator(over: right).next()
      else { return false }
      return try areEqual(element, other).map { _ in false }
    }
    let parts = (try elements(of: left), try elements(of: right))
    if left.isUnordered || right.isUnordered { return try haveSameElements(parts.0, parts.1) }
    return try areEqual(parts: parts.0, parts.1)
  }

  private mutating func areEqual(parts left: [Any?], _ right: [Any?]) throws(Diagnostic) -> Bool? {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      guard let isEqual = try areEqual(left, right) else { return nil }
      if !isEqual { return false }
    }
    return true
  }

  private mutating func haveSameElements(_ left: [Any], _ right: [Any]) throws(Diagnostic) -> Bool? {
    var rest = right
    for element in left {
      var match: Int?
      for (index, other) in rest.enumerated() {
        guard let isEqual = try areEqual(element, other) else { return nil }
        if isEqual {
          match = index
          break
        }
      }
      guard let match else { return false }
      rest.remove(at: match)
    }
    return true
  }
}

extension Evaluator {
  /// Whether a value matches a case literal, which without arguments matches any payload.
  private mutating func isCase(_ literal: CaseLiteral, _ value: Any?) throws(Diagnostic) -> Bool? {
    guard let value else { return literal.name == "none" && literal.arguments.isEmpty }
    if let other = value as? CaseLiteral {
      guard literal.name == other.name, literal.labelsMatch(other.arguments) else { return false }
      return try areEqual(parts: literal.arguments.map(\.value), other.arguments.map(\.value))
    }
    let names = Choice.names(of: type(of: value))
    guard let names, names.contains(literal.name) else {
      switch (literal.name, literal.arguments.count) {
      case ("some", 1): return try areEqual(literal.arguments[0].value, value)
      case ("some", 0) where names != nil: return true
      case ("none", 0): return false
      default: return try isStatic(literal, value, names)
      }
    }
    guard Choice.caseName(of: value) == literal.name else { return false }
    if literal.arguments.isEmpty { return true }
    let payload = Choice.payload(of: value).map { (label: $0.label, value: Optional($0.value)) }
    guard literal.labelsMatch(payload) else { throw wrongPayload(literal, payload.map(\.label)) }
    return try areEqual(parts: literal.arguments.map(\.value), payload.map(\.value))
  }

  /// `.seconds(1)` is not a case, but is written like one.
  private mutating func isStatic(_ literal: CaseLiteral, _ value: Any, _ names: [String]?) throws(Diagnostic)
    -> Bool
  {
    if names == nil, let (value, other) = Self.typed(value, literal), let isEqual = try areEqual(value, other)
    {
      return isEqual
    }
    if let names {
      throw error(
        "\(typeName(of: value)) has no case '\(literal.name)'",
        notes: SourceText.available(names),
        hint: Spelling.suggestion(for: literal.name, among: names)
      )
    }
    throw error("cannot compare \(typeName(of: value)) with .\(literal.name), which is a case")
  }

  private func wrongPayload(_ literal: CaseLiteral, _ labels: [String?]) -> Diagnostic {
    let values = labels.map { $0.map { "\($0): …" } ?? "…" }.joined(separator: ", ")
    return error(
      labels.isEmpty
        ? "the case '\(literal.name)' has no associated values"
        : "the associated values of the case '\(literal.name)' are (\(values))",
      hint: "write .\(literal.name) to match any associated values"
    )
  }
}

extension CaseLiteral {
  /// Whether there are as many arguments as in another list, and none is labelled differently there.
  fileprivate func labelsMatch(_ others: [(label: String?, value: Any?)]) -> Bool {
    arguments.count == others.count
      && zip(arguments, others).allSatisfy { $0.label == nil || $1.label == nil || $0.label == $1.label }
  }
}
