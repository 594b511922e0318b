/// A struct that is decoded field by field, as ``ObservableState()`` says where the struct has coding keys of its own.
///
/// An `init(from:)` that the struct declares itself takes precedence.
public protocol FieldDecodable: Decodable {
  /// Creates a value of what its coding keys lead to.
  ///
  /// - Parameter decoder: What to decode from.
  /// - Throws: `DecodingError` if a field is missing or is none of its type.
  init(decodingFields decoder: any Decoder) throws
}

extension FieldDecodable {
  /// Creates a value of what its coding keys lead to.
  ///
  /// - Throws: `DecodingError` if a field is missing or is none of its type.
  /// - Complexity: O(*n*) in the size of what is decoded.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }
}

/// A struct that is encoded field by field, as ``ObservableState()`` says where the struct has coding keys of its own.
///
/// An `encode(to:)` that the struct declares itself takes precedence.
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
  /// - Complexity: O(*n*) in the size of what is encoded.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

/// The fields of a struct that is being decoded: the type of a field says how it is read.
public struct DecodedFields<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>

  /// Creates the fields in a container.
  public init(_ container: KeyedDecodingContainer<Key>) {
    self.container = container
  }

  /// A field that must be there.
  ///
  /// - Throws: `DecodingError` if it is missing or is none of its type.
  /// - Complexity: O(*n*) in the size of the field.
  @_disfavoredOverload
  public func decode<Value: Decodable>(_ key: Key) throws -> Value {
    try container.decode(Value.self, forKey: key)
  }

  /// A field that may be missing, or null.
  ///
  /// - Throws: `DecodingError` if it is there and is none of its type.
  /// - Complexity: O(*n*) in the size of the field.
  public func decode<Value: Decodable>(_ key: Key) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: key)
  }
}
