/// What a ``SharedReader`` reads: a value that is shared, or a part of one.
protocol SharedReaderReference<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The value in a view; `nil` stands for the present.
  func value(in view: SharedView?) -> Value
  /// Registers whoever observes.
  func access()
  /// Calls a function with each value that takes the place of another.
  func subscribe(_ yield: @escaping @Sendable (Value) -> Void) -> SharedSubscription

  var persistence: any SharedPersistence { get }
}

/// What a ``Shared`` reads and writes.
protocol SharedReference<Value>: SharedReaderReference {
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R
}

extension SharedReaderReference {
  /// The value as whoever asks is to see it, registered with whoever observes.
  var observedValue: Value {
    if !StateObservation._isSuspended { access() }
    return value(in: SharedScope.view)
  }
}

/// What keeps a shared value for longer than the program runs.
protocol SharedPersistence: AnyObject, Sendable {
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
}
