/// Shows a value that others share and write to.
///
/// ```swift
/// @SharedReader(.remoteConfig) var config
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value: Sendable>: Sendable {
  let pointer: SharedPointer<Value, any SharedReaderReference<Value>>

  init(reference: any SharedReaderReference<Value>) {
    pointer = SharedPointer(reference) { $0 }
  }

  /// What is referred to now.
  var reference: any SharedReaderReference<Value> { pointer.target }

  /// The value. Reading it within `withObservationTracking` or ``observe(_:)`` observes it.
  public var wrappedValue: Value { pointer.observedValue }

  /// The shared value itself, to be given to another feature.
  ///
  /// `$count = $other` makes this property and all copies of it refer to what `$other` refers to at that time.
  public var projectedValue: SharedReader<Value> {
    get { self }
    nonmutating set { pointer.point(to: newValue.reference) }
  }
}

extension SharedReader {
  /// What a closure makes of the value.
  ///
  /// - Parameter body: Called at every read.
  public func read<Member: Sendable>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: DerivedReaderReference(reference, get: body))
  }

  /// The value, and then each value that takes its place.
  public var publisher: SharedPublisher<Value> { SharedPublisher(reference: pointer) }
}

extension SharedReader {
  /// Loads the value anew from where it comes from.
  ///
  /// - Throws: What the key throws, which is ``loadError`` then, too; the value stays as it is.
  public func load() async throws { try await pointer.persistence.load() }

  /// Shows the value of another key from now on, in all copies, and loads it.
  ///
  /// Until it is loaded, and if there is nothing to load, the value stays what it is now, unless the new key is in use
  /// elsewhere.
  ///
  /// ```swift
  /// @SharedReader(.search("")) var results: [Item] = []
  /// try await $results.load(.search(query))
  /// ```
  ///
  /// - Parameter key: Says where the value comes from.
  /// - Throws: What the key throws, which is ``loadError`` then, too.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    let value = wrappedValue
    pointer.point(to: key.cell(isLoaded: false) { value })
    try await load()
  }

  /// Shows the value of another key, which has a default, from now on, in all copies, and loads it.
  ///
  /// - Parameter key: Says where the value comes from, and what it is if there is nothing to load.
  /// - Throws: What the key throws, which is ``loadError`` then, too.
  public func load<Base: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Base>) async throws {
    pointer.point(to: key.cell(isLoaded: false) { key.initialValue })
    try await load()
  }

  /// Whether the value is being loaded. It can be observed.
  public var isLoading: Bool { pointer.persistence.isLoading }

  /// Why the value could not be loaded the last time, if so. It can be observed.
  ///
  /// Outside of tests, an issue is reported as well when a value that nothing waits for cannot be loaded.
  public var loadError: (any Error)? { pointer.persistence.loadError }
}
