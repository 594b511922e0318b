// Two shared values are equal if their values are. In a comparison of two moments, or of a test's expectation with
// the actual state, each side uses its own values.

extension Shared: Equatable where Value: Equatable {}
extension Shared: Hashable where Value: Hashable {}
extension Shared: Encodable where Value: Encodable {}

extension Shared: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Decodable where Value: Decodable {
  /// Creates a new shared value from a decoded one.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(Value.self)
    self.init(reference: SharedCell(shown: value))
  }
}

extension SharedReader: Equatable where Value: Equatable {}
extension SharedReader: Hashable where Value: Hashable {}
extension SharedReader: Encodable where Value: Encodable {}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: SharedProperty, CustomDumpRepresentable, CustomStringConvertible, CustomReflectable {}
extension SharedReader: SharedProperty, CustomDumpRepresentable, CustomStringConvertible, CustomReflectable {}

/// A ``Shared`` or a ``SharedReader``.
protocol SharedProperty<Value>: SharedPropertyStorage {
  associatedtype Value: Sendable

  var pointer: SharedPointer<Value> { get }
}

extension SharedProperty {
  /// The current reference.
  var reference: any SharedReference<Value> { pointer.target }

  package func value(on side: ComparisonSide) -> Any { pointer.value(on: side) }

  /// Whether the values are equal: in a comparison of two moments, each as of its own moment.
  ///
  /// - Complexity: That of comparing the values.
  public static func == (lhs: Self, rhs: Self) -> Bool where Value: Equatable {
    lhs.pointer.value(on: .old) == rhs.pointer.value(on: .new)
  }

  /// Hashes the value.
  ///
  /// - Complexity: That of hashing the value.
  public func hash(into hasher: inout Hasher) where Value: Hashable { hasher.combine(pointer.viewedValue) }

  /// Encodes the value.
  ///
  /// - Throws: What encoding it throws.
  /// - Complexity: That of encoding the value.
  public func encode(to encoder: any Encoder) throws where Value: Encodable {
    var container = encoder.singleValueContainer()
    try container.encode(pointer.viewedValue)
  }

  /// The value.
  public var customDumpValue: Any { pointer.viewedValue }

  /// The type and its key or value: `Shared<Int>(.appStorage("count"))`, or `SharedReader<Int>(value: 0)`.
  public var description: String {
    "\(dumpTypeName(Self.self))<\(dumpTypeName(Value.self))>(\(reference.description))"
  }

  /// The value, as `wrappedValue`.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": pointer.viewedValue], displayStyle: .struct)
  }
}
