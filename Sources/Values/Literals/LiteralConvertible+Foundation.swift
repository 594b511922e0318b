import Core

extension UUID: LiteralConvertible {
  static var literalExample: String { "UUID(0)" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> UUID {
    let argument = try reader.onlyArgument(of: UUID.self, in: node, labels: ["uuidString"]).value
    switch argument.kind {
    case .integer(let number):
      guard let number = Int(exactly: number), number >= 0 else {
        throw reader.error("the number of a UUID must be from 0 to \(Int.max)", at: argument.range)
      }
      return UUID(number)
    case .string(let text):
      guard let id = UUID(uuidString: text) else {
        throw reader.error(
          "invalid UUID",
          at: argument.range,
          hint: "write its number, UUID(0), or 32 hexadecimal digits with four hyphens"
        )
      }
      return id
    default: throw mismatch(node, reader)
    }
  }

  func written(by _: ValueText) -> String? { asLiteral }
}

extension URL: LiteralConvertible {
  static var literalExample: String { "URL(\"https://example.com\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> URL {
    let argument = try reader.onlyArgument(of: URL.self, in: node, labels: ["string"]).value
    let text = try String.read(argument, with: reader)
    guard let url = URL(string: text) else { throw reader.error("invalid URL", at: argument.range) }
    return url
  }

  func written(by _: ValueText) -> String? { "URL(\(absoluteString.quotedAsLiteral))" }
}

/// Foundation's own decoding of it traps at a negative port.
extension URLComponents: LiteralConvertible {
  static var literalExample: String { "URLComponents(string: \"https://example.com\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> URLComponents {
    let argument = try reader.onlyArgument(of: URLComponents.self, in: node, labels: ["string"]).value
    let text = try String.read(argument, with: reader)
    guard let components = URLComponents(string: text) else {
      throw reader.error("invalid URL", at: argument.range)
    }
    return components
  }

  func written(by _: ValueText) -> String? {
    string.map { "URLComponents(string: \($0.quotedAsLiteral))" }
  }
}

extension Data: LiteralConvertible {
  static var literalExample: String { "Data(base64Encoded: \"SGk=\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Data {
    let argument = try reader.onlyArgument(of: Data.self, in: node, labels: ["base64Encoded"]).value
    if case .array = argument.kind { return Data(try reader.elements(UInt8.self, from: argument)) }
    let text = try String.read(argument, with: reader)
    guard let data = Data(base64Encoded: text) else {
      throw reader.error(
        "invalid Base64",
        at: argument.range,
        hint: "write bytes as Data([1, 2])"
      )
    }
    return data
  }

  func written(by _: ValueText) -> String? { "Data(base64Encoded: \(base64EncodedString().quotedAsLiteral))" }
}

extension Decimal: LiteralConvertible {
  static var literalExample: String { "1.5" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Decimal {
    if case .enumCase("nan", nil) = node.kind { return .nan }
    switch node.kind {
    case .integer, .double:
      // Parsed from the digits: converting through `Double` would lose precision.
      let digits = reader.source.slice(node.range).text.filter { $0 != "_" }
      if let number = Decimal(string: digits) { return number }
    default: break
    }
    throw mismatch(node, reader)
  }

  func written(by _: ValueText) -> String? {
    if isNaN { return ".nan" }
    let digits = description
    // Whole numbers are read as integers, whose range a decimal can exceed.
    return digits.contains(".") || digits.count < 19 ? digits : digits + ".0"
  }
}

extension ValueReader {
  /// The argument of a call of a type's initializer, or the node itself if it is not a call.
  ///
  /// - Parameter labels: The labels that the argument may have.
  func onlyArgument(
    of type: Any.Type,
    in node: SyntaxNode,
    labels: [String]
  ) throws(Diagnostic) -> SyntaxNode.Argument {
    guard let arguments = try call(of: type, in: node) else {
      return SyntaxNode.Argument(label: nil, value: node)
    }
    guard arguments.count == 1 else { throw mismatch(type, at: node) }
    if let label = arguments[0].label, !labels.contains(label.text) {
      throw error(
        "unknown label '\(label.text):' for \(dumpTypeName(type))",
        at: label.range,
        hint: (type as? any LiteralConvertible.Type).map { "for example: \($0.literalExample)" }
      )
    }
    return arguments[0]
  }
}

extension UUID {
  /// The UUID as a literal: by its number if it is one of those a session generates, `UUID(0)`, otherwise by its
  /// string.
  var asLiteral: String { number.map { "UUID(\($0))" } ?? "UUID(\(uuidString.quotedAsLiteral))" }

  /// The number that Core's `UUID(_:)` makes this UUID from.
  private var number: Int? {
    let bytes = withUnsafeBytes(of: uuid) { Array($0) }
    guard bytes.prefix(8).allSatisfy({ $0 == 0 }) else { return nil }
    return Int(exactly: bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
