/// Shares a value between features: all that refer to it see each other's changes.
///
/// ```swift
/// struct State {
///   @Shared var count: Int                                    // given by the parent: State(count: state.$count)
///   @Shared(.appStorage("isLoggedIn")) var isLoggedIn = false // kept in the user's defaults
/// }
///
/// state.$count.withLock { $0 += 1 }
/// ```
///
/// Read the value like any other property. It is written under a lock, so that concurrent changes are not lost.
/// Reading does not take the lock, so a change may read the value it changes.
///
/// In tests and sessions, all storage is in memory. A session rewinds shared values with the state, a test store
/// requires every change to be asserted, and both include shared values in their diffs.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  let pointer: SharedPointer<Value>

  init(reference: any SharedReference<Value>) {
    pointer = SharedPointer(reference)
  }

  /// The identity of what the current reference refers to, in the view of the current task.
  package var referenceID: ObjectIdentifier { ObjectIdentifier(reference) }

  /// The value. Reading it within `withObservationTracking` or ``observe(isolation:_:)`` observes it.
  public var wrappedValue: Value {
    get { pointer.observedValue }
    @available(
      *,
      deprecated,
      message: "Write '$name.withLock { $0 = … }': an assignment can lose another thread's change"
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, to change it or to pass it to another feature.
  ///
  /// `$count = $other` makes this property and all copies of it, including those passed to other features, refer to
  /// what `$other` currently refers to. Values derived before, such as `$user.name`, are unaffected. A session
  /// rewinds an assignment, and a test store requires it to be asserted.
  public var projectedValue: Shared<Value> {
    get { self }
    nonmutating set { pointer.point(to: newValue.reference) }
  }

  /// Changes the value with exclusive access.
  ///
  /// `operation` may read this value, and change others. It must not call `withLock` on this value, or on a part of
  /// it: the nested change would be overwritten, and is reported as an issue.
  ///
  /// - Parameter operation: Changes the value. Changes made before it throws are kept.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  /// - Complexity: That of `operation`, and of notifying observers. A copy-on-write value is copied.
  @discardableResult
  public func withLock<R>(_ operation: (_ value: inout Value) throws -> R) rethrows -> R {
    try reference.withLock(operation)
  }
}

extension Shared {
  /// A read-only value computed by a closure.
  ///
  /// ```swift
  /// let summary = $todos.read { "\($0.count) todos" }
  /// ```
  ///
  /// - Parameter body: Called at every read.
  public func read<Member: Sendable>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  /// The current value, and then each new value.
  ///
  /// ```swift
  /// return .publisher { state.$count.publisher.map(Action.countChanged) }
  /// ```
  public var publisher: SharedPublisher<Value> { SharedPublisher(pointer: pointer) }
}

// Persistence.
extension Shared {
  /// Reloads the value from its storage.
  ///
  /// - Throws: What the key throws, which then also becomes ``loadError``; the value is unchanged.
  public func load() async throws { try await reference.persistence.load() }

  /// Switches all copies to the value of another key, and loads it.
  ///
  /// Until it is loaded, and if there is nothing to load, the value is unchanged, unless the new key is already in
  /// use elsewhere.
  ///
  /// ```swift
  /// @Shared(.fileStorage(url(of: today))) var notes: [Note] = []
  /// try await $notes.load(.fileStorage(url(of: yesterday)))
  /// ```
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
  public func load<Base: SharedKey<Value>>(_ key: SharedKeyDefault<Base>) async throws {
    try await pointer.load(key, initialValue: key.initialValue)
  }

  /// Saves the value, and waits for completion. Values are saved automatically whenever they are written; a file's
  /// changes after the first are saved in the background.
  ///
  /// - Throws: What the key throws, which then also becomes ``saveError``.
  public func save() async throws { try await reference.persistence.save() }

  /// Whether the value is being loaded. Observable.
  public var isLoading: Bool { reference.persistence.observedStatus.isLoading }

  /// The error of the last load, if it failed. Observable.
  ///
  /// Outside of tests, failures to load a value that nothing awaits are also reported as issues.
  public var loadError: (any Error)? { reference.persistence.observedStatus.loadError }

  /// The error of the last save, if it failed. Observable.
  ///
  /// Outside of tests, failures to save a value that nothing awaits are also reported as issues.
  public var saveError: (any Error)? { reference.persistence.observedStatus.saveError }
}
