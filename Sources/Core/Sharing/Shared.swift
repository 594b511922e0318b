/// Shares a value between features: all who refer to it see what any of them writes.
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
/// store wants to hear of every change, and both show the change in their diffs.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  let reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// The value. Reading it within `withObservationTracking` or ``observe(_:)`` observes it.
  public var wrappedValue: Value { reference.observedValue }

  /// The shared value itself, to be written to, or to be given to another feature.
  public var projectedValue: Shared<Value> {
    get { self }
    set { self = newValue }
  }

  /// Changes the value, while no other thread can.
  ///
  /// - Parameter operation: Changes the value. What it changed before it threw remains changed.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  /// - Complexity: That of `operation`, and of telling those who observe. A value that is copied on write is copied.
  @discardableResult
  public func withLock<R>(_ operation: (_ value: inout Value) throws -> R) rethrows -> R {
    try reference.withLock(operation)
  }
}

// What is kept.
extension Shared {
  /// Loads the value anew from where it is kept.
  ///
  /// - Throws: What the key throws, which is ``loadError`` then, too; the value stays as it is.
  public func load() async throws { try await reference.persistence.load() }

  /// Saves the value, and waits until that is done. Values are saved by themselves whenever they are written to, but
  /// files are written in the background.
  ///
  /// - Throws: What the key throws, which is ``saveError`` then, too.
  public func save() async throws { try await reference.persistence.save() }

  /// Whether the value is on its way.
  public var isLoading: Bool { reference.persistence.isLoading }

  /// Why the value could not be loaded the last time, if so.
  public var loadError: (any Error)? { reference.persistence.loadError }

  /// Why the value could not be saved the last time, if so.
  public var saveError: (any Error)? { reference.persistence.saveError }
}

extension Shared {
  /// The value, and then each value that takes its place.
  ///
  /// ```swift
  /// return .publisher { state.$count.publisher.map(Action.countChanged) }
  /// ```
  public var publisher: SharedPublisher<Value> { SharedPublisher(reference: reference) }
}
