import Core

/// Decodes a value from Swift syntax: labelled arguments are keys, an array is an unkeyed container.
///
/// Nested values are read with `ValueReader`, so that a UUID in a decoded structure can be written `UUID(0)`.
private struct ValueDecoder: Decoder {
  let reader: ValueReader
  let asked: AskedKeys
  var codingPath: [any CodingKey] = []
  var node: SyntaxNode { reader.node }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The keys that were requested: a label that is never requested is a mistake.
  final class AskedKeys {
    var names: Set<String> = []
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var values: [String: SyntaxNode] = [:]
    if case .dictionary(let entries) = node.kind {
      for entry in entries {
        guard case .string(let key) = entry.key.kind else {
          throw reader.error("expected a string as the key, found \(entry.key.noun)", at: entry.key.range)
        }
        values[key] = entry.value
      }
      return KeyedDecodingContainer(KeyedValues(decoder: self, values: values))
    }
    guard let arguments else { throw reader.error("expected labelled values, found \(node.noun)") }
    for argument in arguments {
      guard let label = argument.label else {
        throw reader.error("missing label", at: argument.value.range)
      }
      guard values.updateValue(argument.value, forKey: label.text) == nil else {
        throw reader.error("duplicate label '\(label.text):'", at: label.range)
      }
    }
    return KeyedDecodingContainer(KeyedValues(decoder: self, values: values))
  }

  private var arguments: [SyntaxNode.Argument]? {
    if case .tuple(let elements) = node.kind { elements } else { node.callArguments }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if case .array(let elements) = node.kind { return UnkeyedValues(decoder: self, elements: elements) }
    guard let arguments else { throw reader.error("expected an array, found \(node.noun)") }
    return UnkeyedValues(decoder: self, elements: arguments.map(\.value))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    // `Name("Blob")` decodes like the string itself.
    if let arguments = node.callArguments, arguments.count == 1, arguments[0].label == nil {
      return nested(in: arguments[0].value)
    }
    return self
  }

  func nested(in node: SyntaxNode, key: (any CodingKey)? = nil) -> ValueDecoder {
    ValueDecoder(
      reader: reader.at(node),
      asked: AskedKeys(),
      codingPath: codingPath + (key.map { [$0] } ?? [])
    )
  }
}

extension ValueReader {
  /// Decodes a value of a type that is known only at run time; `nil` if it is not `Decodable`.
  func decoded(_ type: Any.Type) throws(Diagnostic) -> Any? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    let decoder = ValueDecoder(reader: self, asked: ValueDecoder.AskedKeys())
    let value: Any
    do {
      value = try decodable.init(from: decoder)
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch let error as DecodingError {
      throw self.error(error.reason(dumpTypeName(type)))
    } catch {
      throw self.error("invalid \(dumpTypeName(type)): \(error)")
    }
    let labels = node.callArguments?.compactMap(\.label) ?? []
    let asked = decoder.asked.names
    if !asked.isEmpty, let surplus = labels.first(where: { !asked.contains($0.text) }) {
      throw error(
        "unknown label '\(surplus.text):' for \(dumpTypeName(type))",
        at: surplus.range,
        hint: Spelling.suggestion(for: surplus.text, among: asked.sorted())
      )
    }
    return value
  }
}

extension DecodingError {
  fileprivate func reason(_ type: String) -> String {
    switch self {
    case .keyNotFound(let key, _): "\(type) needs '\(key.stringValue):'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "invalid \(type): \(context.debugDescription)"
    @unknown default: "invalid \(type)"
    }
  }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let values: [String: SyntaxNode]
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { values.keys.sorted().compactMap(Key.init(stringValue:)) }

  private func node(_ key: any CodingKey) throws -> SyntaxNode {
    decoder.asked.names.insert(key.stringValue)
    guard let node = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "")
      )
    }
    return node
  }

  func contains(_ key: Key) -> Bool { (try? node(key)) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try node(key).kind == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.reader.at(node(key)).read(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.nested(in: try node(key), key: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(in: try node(key), key: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.nested(in: try node(key), key: key) }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [SyntaxNode]
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var currentIndex = 0
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> SyntaxNode {
    guard !isAtEnd else {
      throw decoder.reader.error("too few values")
    }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, case .null = elements[currentIndex].kind else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.reader.at(next()).read(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.nested(in: try next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decoder.nested(in: try next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { decoder.nested(in: try next()) }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { node.kind == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.read(type) }
}
