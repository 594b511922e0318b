import Core

extension Optional: LiteralConvertible {
  static var literalExample: String { "nil" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Wrapped? {
    switch node.kind {
    case .null, .enumCase("none", nil): return nil
    case .enumCase("some", let arguments?) where arguments.count == 1 && arguments[0].label == nil:
      return try reader.read(Wrapped.self, from: arguments[0].value)
    default: return try reader.read(Wrapped.self, from: node)
    }
  }

  func written(by writer: ValueText) -> String? {
    guard let self else { return "nil" }
    let text = writer.text(self)
    // These would be read as this optional itself.
    let isTaken = text == "nil" || text == ".none" || text?.hasPrefix(".some(") == true
    return isTaken ? text.map { ".some(\($0))" } : text
  }
}

extension Array: LiteralConvertible {
  static var literalExample: String { "[]" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> [Element] {
    try reader.elements(Element.self, from: node)
  }

  func written(by writer: ValueText) -> String? { writer.list(self) }
}

extension Set: LiteralConvertible {
  static var literalExample: String { "[]" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Set<Element> {
    Set(try reader.elements(Element.self, from: node))
  }

  /// Sorted, since the order of a set varies between runs.
  func written(by writer: ValueText) -> String? { writer.list(self) }
}

extension Dictionary: LiteralConvertible {
  static var literalExample: String { "[:]" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> [Key: Value] {
    let pairs: [SyntaxNode.Entry]
    switch node.kind {
    case .dictionary(let found): pairs = found
    default: throw mismatch(node, reader)
    }
    var dictionary: [Key: Value] = [:]
    for pair in pairs {
      let key = try reader.read(Key.self, from: pair.key)
      guard dictionary.updateValue(try reader.read(Value.self, from: pair.value), forKey: key) == nil else {
        throw reader.error("duplicate key", at: pair.key.range)
      }
    }
    return dictionary
  }

  func written(by writer: ValueText) -> String? {
    if writer.isTooLong(count) { return nil }
    return writer.dictionary(zip(sortedKeys, valuesSortedByKey).map { ($0, $1) })
  }
}

extension IdentifiedArray: LiteralConvertible where Element: Identifiable, ID == Element.ID {
  static var literalExample: String { "[]" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Self {
    var array = Self()
    for element in try reader.elements(Element.self, from: node) where !array.append(element).inserted {
      throw reader.error("duplicate id \(actionText(element.id))", at: node.range)
    }
    return array
  }

  func written(by writer: ValueText) -> String? { writer.list(self) }
}

extension PresentationState: LiteralConvertible {
  static var literalExample: String { "nil" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Self {
    Self(wrappedValue: try Optional<State>.read(node, with: reader))
  }

  func written(by writer: ValueText) -> String? { wrappedValue.written(by: writer) }
}

extension Range: LiteralConvertible {
  static var literalExample: String { "0..<3" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Range {
    guard case .range(let lower, let upper, isClosed: false) = node.kind else { throw mismatch(node, reader) }
    let (start, end) = (try reader.read(Bound.self, from: lower), try reader.read(Bound.self, from: upper))
    guard start <= end else { throw reader.error("the range ends before it starts", at: node.range) }
    return start..<end
  }

  func written(by writer: ValueText) -> String? { writer.range(lowerBound, "..<", upperBound) }
}

extension ClosedRange: LiteralConvertible {
  static var literalExample: String { "0...2" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> ClosedRange {
    guard case .range(let lower, let upper, isClosed: true) = node.kind else { throw mismatch(node, reader) }
    let (start, end) = (try reader.read(Bound.self, from: lower), try reader.read(Bound.self, from: upper))
    guard start <= end else { throw reader.error("the range ends before it starts", at: node.range) }
    return start...end
  }

  func written(by writer: ValueText) -> String? { writer.range(lowerBound, "...", upperBound) }
}

extension Shared: LiteralConvertible {
  static var literalExample: String {
    (Value.self as? any LiteralConvertible.Type)?.literalExample ?? "value"
  }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Self {
    Self(value: try reader.read(Value.self, from: node))
  }

  func written(by writer: ValueText) -> String? { writer.text(wrappedValue) }
}
