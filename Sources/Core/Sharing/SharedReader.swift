/// Reads a value that others share and change.
///
/// ```swift
/// @SharedReader(.remoteConfig) var config
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value: Sendable>: Sendable {
  let pointer: SharedPointer<Value>

  init(reference: any SharedReference<Value>) {
    pointer = SharedPointer(reference)
  }

  /// The value. Reading it within `withObservationTracking` or ``observe(isolation:_:)`` observes it.
  public var wrappedValue: Value { pointer.observedValue }

  /// The shared value itself, to pass it to another feature.
  ///
  /// `$count = $other` makes this property and all copies of it refer to what `$other` currently refers to.
  public var projectedValue: SharedReader<Value> {
    get { self }
    nonmutating set { pointer.point(to: newValue.reference) }
  }
}

extension SharedReader {
  /// A value computed by a closure.
  ///
  /// - Parameter body: Called at every read.
  public func read<Member: Sendable>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: DerivedReference(reference) { root, _ in body(root) })
  }

  /// The current value, and then each new value.
  public var publisher: SharedPublisher<Value> { SharedPublisher(pointer: pointer) }
}

extension SharedReader {
  /// Reloads the value from its source.
  ///
  /// - Throws: What the key throws, which then also becomes ``loadError``; the value is unchanged.
  public func load() async throws { try await reference.persistence.load() }

  /// Switches all copies to the value of another key, and loads it.
  ///
  /// Until it is loaded, and if there is nothing to load, the value is unchanged, unless the new key is already in
  /// use elsewhere.
  ///
  /// ```swift
  /// @SharedReader(.search("")) var results: [Item] = []
  /// try await $results.load(.search(query))
  /// ```
  ///
  /// - Parameter key: The new key.
  /// - Throws: What the key throws, which then also becomes ``loadError``.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    try await pointer.load(key, initialValue: wrappedValue)
  }

  /// Switches all copies to the value of another key that can also be written, and loads it.
  ///
  /// - Parameter key: The new key.
  /// - Throws: What the key throws, which then also becomes ``loadError``.
  public func load(_ key: some SharedKey<Value>) async throws {
    try await pointer.load(key, initialValue: wrappedValue)
  }

  /// Switches all copies to the value of another key with a default value, and loads it.
  ///
  /// - Parameter key: The new key, with the value if there is nothing to load.
  /// - Throws: What the key throws, which then also becomes ``loadError``.
  public func load<Base: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Base>) async throws {
    try await pointer.load(key, initialValue: key.initialValue)
  }

  /// Whether the value is being loaded. Observable.
  public var isLoading: Bool { reference.persistence.observedStatus.isLoading }

  /// The error of the last load, if it failed. Observable.
  ///
  /// Outside of tests, failures to load a value that nothing awaits are also reported as issues.
  public var loadError: (any Error)? { reference.persistence.observedStatus.loadError }
}
