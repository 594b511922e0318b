/// A struct that is decoded field by field, which ``ObservableState()`` generates for structs with custom coding
/// keys.
///
/// An `init(from:)` in the struct itself takes precedence.
public protocol FieldDecodable: Decodable {
  /// Decodes the fields for the coding keys.
  ///
  /// - Parameter decoder: What to decode from.
  /// - Throws: `DecodingError` if a field is missing or has the wrong type.
  init(decodingFields decoder: any Decoder) throws
}

extension FieldDecodable {
  /// Decodes the fields for the coding keys.
  ///
  /// - Throws: `DecodingError` if a field is missing or has the wrong type.
  /// - Complexity: O(*n*) in the size of the decoded value.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }
}

/// A struct that is encoded field by field, which ``ObservableState()`` generates for structs with custom coding
/// keys.
///
/// An `encode(to:)` in the struct itself takes precedence.
public protocol FieldEncodable: Encodable {
  /// Encodes the fields under their coding keys.
  ///
  /// - Parameter encoder: What to encode to.
  /// - Throws: `EncodingError` if a field cannot be encoded.
  func encodeFields(to encoder: any Encoder) throws
}

extension FieldEncodable {
  /// Encodes the fields under their coding keys.
  ///
  /// - Throws: `EncodingError` if a field cannot be encoded.
  /// - Complexity: O(*n*) in the size of the encoded value.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

/// The fields of a struct that is being decoded. A field's type determines how it is decoded.
public struct DecodedFields<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>

  /// Creates the fields in a container.
  public init(_ container: KeyedDecodingContainer<Key>) {
    self.container = container
  }

  /// Decodes a required field.
  ///
  /// - Throws: `DecodingError` if it is missing or has the wrong type.
  /// - Complexity: O(*n*) in the size of the field.
  @_disfavoredOverload
  public func decode<Value: Decodable>(_ key: Key) throws -> Value {
    try container.decode(Value.self, forKey: key)
  }

  /// Decodes a field that may be missing or null.
  ///
  /// - Throws: `DecodingError` if it is present and has the wrong type.
  /// - Complexity: O(*n*) in the size of the field.
  public func decode<Value: Decodable>(_ key: Key) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: key)
  }
}
