/// Shares a value between features: all that refer to it see what any of them writes.
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
/// The value is read as any other property. It is written under a lock, so that what one thread reads, changes and
/// writes is not lost to another; reading takes no part in that, so a change may look at what it changes.
///
/// In a test and in a session nothing is kept outside of memory. A session rewinds shared values with the state, a test
/// store has every change asserted, and both show changes in their diffs.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  let pointer: SharedPointer<Value, any SharedReference<Value>>

  init(reference: any SharedReference<Value>) {
    pointer = SharedPointer(reference) { $0 }
  }

  /// What is referred to now.
  var reference: any SharedReference<Value> { pointer.target }

  /// The value. Reading it within `withObservationTracking` or ``observe(_:)`` observes it.
  public var wrappedValue: Value { pointer.observedValue }

  /// The shared value itself, to be written to, or to be given to another feature.
  ///
  /// `$count = $other` makes this property and all copies of it, such as those that other features were given, refer to
  /// what `$other` refers to at that time. Values that were derived before, such as `$user.name`, stay what they are. A
  /// session rewinds an assignment, and a test store has it asserted.
  public var projectedValue: Shared<Value> {
    get { self }
    nonmutating set { pointer.point(to: newValue.reference) }
  }

  /// Changes the value, while no other thread can.
  ///
  /// `operation` may read this value, and change others. It must not call `withLock` on this value, or on a part of it,
  /// again: what that wrote would be overwritten in the end. An issue is reported if it does.
  ///
  /// - Parameter operation: Changes the value. What it changed before it threw remains changed.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  /// - Complexity: That of `operation`, and of telling observers. A value that is copied on write is copied.
  @discardableResult
  public func withLock<R>(_ operation: (_ value: inout Value) throws -> R) rethrows -> R {
    try pointer.withLock(operation)
  }
}

extension Shared {
  /// What a closure makes of the value: a value that can only be read.
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

  /// The value, and then each value that takes its place.
  ///
  /// ```swift
  /// return .publisher { state.$count.publisher.map(Action.countChanged) }
  /// ```
  public var publisher: SharedPublisher<Value> { SharedPublisher(reference: pointer) }
}

// What is persisted.
extension Shared {
  /// Loads the value anew from where it is kept.
  ///
  /// - Throws: What the key throws, which is ``loadError`` then, too; the value stays as it is.
  public func load() async throws { try await pointer.persistence.load() }

  /// Shares the value of another key from now on, in all copies, and loads it.
  ///
  /// Until it is loaded, and if there is nothing to load, the value stays what it is now, unless the new key is in use
  /// elsewhere.
  ///
  /// ```swift
  /// @Shared(.fileStorage(url(of: today))) var notes: [Note] = []
  /// try await $notes.load(.fileStorage(url(of: yesterday)))
  /// ```
  ///
  /// - Parameter key: Says where the value is kept.
  /// - Throws: What the key throws, which is ``loadError`` then, too.
  public func load(_ key: some SharedKey<Value>) async throws {
    let value = wrappedValue
    pointer.point(to: key.writableCell(isLoaded: false) { value })
    try await load()
  }

  /// Shares the value of another key, which has a default, from now on, in all copies, and loads it.
  ///
  /// - Parameter key: Says where the value is kept, and what it is if there is nothing to load.
  /// - Throws: What the key throws, which is ``loadError`` then, too.
  public func load<Base: SharedKey<Value>>(_ key: SharedKeyDefault<Base>) async throws {
    pointer.point(to: key.writableCell(isLoaded: false) { key.initialValue })
    try await load()
  }

  /// Saves the value, and waits until that is done. Values are saved by themselves whenever they are written to, but
  /// files are written in the background.
  ///
  /// - Throws: What the key throws, which is ``saveError`` then, too.
  public func save() async throws { try await pointer.persistence.save() }

  /// Whether the value is being loaded. It can be observed.
  public var isLoading: Bool { pointer.persistence.isLoading }

  /// Why the value could not be loaded the last time, if so. It can be observed.
  ///
  /// Outside of tests, an issue is reported as well when a value that nothing waits for cannot be loaded.
  public var loadError: (any Error)? { pointer.persistence.loadError }

  /// Why the value could not be saved the last time, if so. It can be observed.
  ///
  /// Outside of tests, an issue is reported as well when a value that nothing waits for cannot be saved.
  public var saveError: (any Error)? { pointer.persistence.saveError }
}
