/// Shows a value that others share and write to.
///
/// ```swift
/// @SharedReader(.remoteConfig) var config
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value: Sendable>: Sendable {
  let reference: any SharedReaderReference<Value>

  init(reference: any SharedReaderReference<Value>) {
    self.reference = reference
  }

  /// The value. Reading it within `withObservationTracking` or ``observe(_:)`` observes it.
  public var wrappedValue: Value { reference.observedValue }

  /// The shared value itself, to be given to another feature.
  public var projectedValue: SharedReader<Value> {
    get { self }
    set { self = newValue }
  }

  /// Loads the value anew from where it comes from.
  ///
  /// - Throws: What the key throws, which is ``loadError`` then, too; the value stays as it is.
  public func load() async throws { try await reference.persistence.load() }

  /// Whether the value is on its way.
  public var isLoading: Bool { reference.persistence.isLoading }

  /// Why the value could not be loaded the last time, if so.
  public var loadError: (any Error)? { reference.persistence.loadError }

  /// The value, and then each value that takes its place.
  public var publisher: SharedPublisher<Value> { SharedPublisher(reference: reference) }
}

extension SharedReader {
  /// Shows a part of the value: `$user.name`.
  public subscript<Member: Sendable>(
    dynamicMember path: KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: DerivedReaderReference(reference) { $0[keyPath: path] })
  }

  /// Shows what an optional value holds, `nil` if it holds nothing now. Should it become `nil` later, this shows what it
  /// held when this was made.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.reference.observedValue else { return nil }
    let last = LastValue(value)
    self.init(reference: DerivedReaderReference(base.reference) { last.orLast($0) })
  }
}
