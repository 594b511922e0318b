/// Wraps a value whose exclusive use by one thread at a time the compiler cannot verify.
///
/// ```swift
/// let encoder = UncheckedSendable(JSONEncoder())
/// return .run { send in await send(.encoded(try encoder.value.encode(todo))) }
/// ```
///
/// It does not make anything safe: document at each use why there is no race. It is also a property wrapper:
/// `@UncheckedSendable var encoder = JSONEncoder()`.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The value.
  public var value: Value

  /// Wraps a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Wraps the initial value of a property.
  @_disfavoredOverload
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Reads a property of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    value[keyPath: keyPath]
  }

  /// Reads and writes a property of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}

extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Decodable where Value: Decodable {
  /// Decodes only the value.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes only the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
