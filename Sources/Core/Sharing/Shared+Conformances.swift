// Two shared values are equal if their values are. In a comparison of two moments, or of a test's expectation with
// the actual state, each side uses its own values.

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal: in a comparison of two moments, each as of its own moment.
  ///
  /// - Complexity: That of comparing the values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.pointer.value(on: .old) == rhs.pointer.value(on: .new)
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the value.
  ///
  /// - Complexity: That of hashing the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(pointer.viewedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Encodable where Value: Encodable {
  /// Encodes the value.
  ///
  /// - Throws: What encoding it throws.
  /// - Complexity: That of encoding the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(pointer.viewedValue)
  }
}

extension Shared: Decodable where Value: Decodable {
  /// Creates a new shared value from a decoded one.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(Value.self)
    self.init(reference: SharedCell(shown: value))
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether the values are equal: in a comparison of two moments, each as of its own moment.
  ///
  /// - Complexity: That of comparing the values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.pointer.value(on: .old) == rhs.pointer.value(on: .new)
  }
}

extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the value.
  ///
  /// - Complexity: That of hashing the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(pointer.viewedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Encodable where Value: Encodable {
  /// Encodes the value.
  ///
  /// - Throws: What encoding it throws.
  /// - Complexity: That of encoding the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(pointer.viewedValue)
  }
}

extension Shared: CustomDumpRepresentable, SharedPropertyStorage {
  /// The value.
  public var customDumpValue: Any { pointer.viewedValue }

  package func value(on side: ComparisonSide) -> Any { pointer.value(on: side) }
}

extension SharedReader: CustomDumpRepresentable, SharedPropertyStorage {
  /// The value.
  public var customDumpValue: Any { pointer.viewedValue }

  package func value(on side: ComparisonSide) -> Any { pointer.value(on: side) }
}

extension Shared: CustomStringConvertible, CustomReflectable {
  /// The type and its key or value: `Shared<Int>(.appStorage("count"))`, or `Shared<Int>(value: 0)`.
  public var description: String { "Shared<\(dumpTypeName(Value.self))>(\(reference.description))" }

  /// The value, as `wrappedValue`.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": pointer.viewedValue], displayStyle: .struct)
  }
}

extension SharedReader: CustomStringConvertible, CustomReflectable {
  /// The type and its key or value: `SharedReader<Int>(.appStorage("count"))`, or `SharedReader<Int>(value: 0)`.
  public var description: String { "SharedReader<\(dumpTypeName(Value.self))>(\(reference.description))" }

  /// The value, as `wrappedValue`.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": pointer.viewedValue], displayStyle: .struct)
  }
}
