/// What a ``SharedReader`` reads: a value that is shared, or a part of one.
protocol SharedReaderReference<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The value in a view; `nil` stands for the present.
  func value(in view: SharedView?) -> Value
  /// Registers the current observer.
  func access()
  /// Runs a closure that changes what observers of this value see, and tells them.
  func withMutation(_ body: () -> Void)
  /// Calls a function with each new value.
  ///
  /// - Parameter world: The world that the subscriber belongs to; see ``SharedWorld/id``.
  func subscribe(in world: ObjectIdentifier?, _ yield: @escaping @Sendable (Value) -> Void)
    -> SharedSubscription

  var persistence: any SharedPersistence { get }
  /// What a description of the shared value shows between the parentheses: its key, or else the value.
  var description: String { get }
}

/// What a ``Shared`` reads and writes.
protocol SharedReference<Value>: SharedReaderReference {
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R
}

extension SharedReaderReference {
  /// The value in the view of the current task, registered with the current observer.
  var observedValue: Value {
    if !StateObservation._isSuspended { access() }
    return value(in: SharedScope.view)
  }

  var description: String { "value: \(String(reflecting: value(in: SharedScope.view)))" }
}

/// Where a shared value is loaded from and saved to, if anywhere.
protocol SharedPersistence: AnyObject, Sendable {
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
}
