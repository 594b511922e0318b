extension Bool: WrittenValue {
  static var writtenExample: String { "true" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Bool {
    guard case .bool(let value) = node.kind else { throw mismatch(node, reader) }
    return value
  }

  func written(by _: ValueText) -> String? { "\(self)" }
}

extension WrittenValue where Self: FixedWidthInteger {
  static var writtenExample: String { "1" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Self {
    guard case .integer(let value) = node.kind else { throw mismatch(node, reader) }
    guard let value = Self(exactly: value) else {
      throw reader.error(
        "\(value) is no \(Self.self): it goes from \(Self.min) to \(Self.max)",
        at: node.range
      )
    }
    return value
  }

  func written(by _: ValueText) -> String? { "\(self)" }
}

extension Int: WrittenValue {}
extension Int8: WrittenValue {}
extension Int16: WrittenValue {}
extension Int32: WrittenValue {}
extension Int64: WrittenValue {}
extension Int128: WrittenValue {}
extension UInt: WrittenValue {}
extension UInt8: WrittenValue {}
extension UInt16: WrittenValue {}
extension UInt32: WrittenValue {}
extension UInt64: WrittenValue {}
extension UInt128: WrittenValue {}

extension WrittenValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var writtenExample: String { "1.5" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Self {
    switch node.kind {
    case .enumCase("infinity", nil): return .infinity
    case .enumCase("nan", nil): return .nan
    case .double(let value) where value.isInfinite: return Self(value)
    case .integer(let value): return Self(value)
    case .double(let value):
      // Read from its own digits: a `Double` in between would round it twice.
      return Self(reader.source.slice(node.range).text.filter { $0 != "_" }) ?? Self(value)
    default: throw mismatch(node, reader)
    }
  }

  func written(by _: ValueText) -> String? {
    if isNaN { return ".nan" }
    return isInfinite ? (self < 0 ? "-.infinity" : ".infinity") : description
  }
}

extension Double: WrittenValue {}
extension Float: WrittenValue {}

extension String: WrittenValue {
  static var writtenExample: String { "\"text\"" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> String {
    guard case .string(let text) = node.kind else { throw mismatch(node, reader) }
    return text
  }

  func written(by _: ValueText) -> String? { quotedAsLiteral }
}

extension Substring: WrittenValue {
  static var writtenExample: String { String.writtenExample }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Substring {
    try String.read(node, with: reader)[...]
  }

  func written(by _: ValueText) -> String? { String(self).quotedAsLiteral }
}

extension Character: WrittenValue {
  static var writtenExample: String { "\"a\"" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Character {
    let text = try String.read(node, with: reader)
    guard let character = text.first, text.count == 1 else {
      throw reader.error("expected one character, found \(text.count)", at: node.range)
    }
    return character
  }

  func written(by _: ValueText) -> String? { String(self).quotedAsLiteral }
}

extension Duration: WrittenValue {
  static var writtenExample: String { "1s" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Duration {
    switch node.kind {
    case .duration(let duration): return duration
    case .enumCase(let name, let arguments):
      guard arguments?.allSatisfy({ $0.label == nil }) ?? true else { throw mismatch(node, reader) }
      let literal = CaseLiteral(name: name, arguments: (arguments ?? []).map { (nil, $0.value.number) })
      if let duration = Equality.duration(literal) { return duration }
    default: break
    }
    throw reader.mismatch(Self.self, at: node, remedy: "for example: 1s, 1m30s, .seconds(1)")
  }

  func written(by _: ValueText) -> String? { formatted }
}

extension ValueSyntax {
  fileprivate var number: Any? {
    switch kind {
    case .integer(let number): number
    case .double(let number): number
    default: nil
    }
  }
}
