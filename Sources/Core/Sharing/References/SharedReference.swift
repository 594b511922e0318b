/// What a ``Shared`` or a ``SharedReader`` refers to: a shared value, or a part of one.
protocol SharedReference<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The value in a view; `nil` is the present.
  func value(in view: SharedView?) -> Value
  /// Registers the current observer.
  func access()
  /// Notifies observers of a change.
  func notifyObservers()
  /// Changes the value with exclusive access. What only a reader refers to is left unchanged.
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R
  /// Calls a function with each new value.
  ///
  /// - Parameter world: The world of the subscriber; see ``SharedWorld/id``.
  func subscribe(in world: ObjectIdentifier?, _ yield: @escaping @Sendable (Value) -> Void)
    -> SharedSubscription

  /// Calls a function with the present value, in order with the values that subscribers get: never after a newer value,
  /// where it would seem to be the last.
  func yieldPresent(to yield: @escaping @Sendable (Value) -> Void)

  /// Calls a function with the old and the new value at each change, in the context of the change, but not when a
  /// session restores a value.
  func onReplacement(_ body: @escaping @Sendable (_ old: Value, _ new: Value) -> Void) -> SharedSubscription

  var persistence: any SharedPersistence { get }
  /// The text between the parentheses in a description of the shared value: its key, or else the value.
  var description: String { get }
}

extension SharedReference {
  var description: String { "value: \(String(reflecting: value(in: SharedScope.view)))" }
}

/// The persistence of a shared value, if any.
protocol SharedPersistence: AnyObject, Sendable {
  /// The status, registered with the current observer.
  var observedStatus: SharedStatus { get }
  func load() async throws
  func save() async throws
}
