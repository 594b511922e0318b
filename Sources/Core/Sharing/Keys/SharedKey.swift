/// Says where a shared value that can be read comes from.
///
/// ```swift
/// extension SharedReaderKey where Self == RemoteConfigKey {
///   static var remoteConfig: Self { RemoteConfigKey() }
/// }
///
/// @SharedReader(.remoteConfig) var config = Config()
/// ```
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// What tells the key apart from others that give the same type of value; the key itself if it is hashable.
  associatedtype ID: Hashable = Self

  /// All uses of a key with one id share one value.
  ///
  /// The id need not be `Sendable`, but threads compare and hash it at the same time: it must not change.
  var id: ID { get }

  /// Loads the value, and resumes the continuation with it exactly once: before it returns, or later, from any thread.
  /// A continuation that is released without being resumed ends the load with ``UnresumedContinuation``.
  ///
  /// - Parameters:
  ///   - context: Why it is loaded.
  ///   - continuation: Takes the value.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to tell of values that others put in the place that the value comes from.
  ///
  /// - Parameters:
  ///   - context: Carries the value to begin with.
  ///   - subscriber: Takes the values.
  /// - Returns: What ends it.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

extension SharedReaderKey {
  /// Yields nothing: the value is not changed by other means.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}

extension SharedReaderKey where ID == Self {
  public var id: ID { self }
}

/// Says where a shared value is kept.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Keeps a value, and resumes the continuation exactly once when that is done or has failed.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Why it is saved.
  ///   - continuation: Takes the outcome.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a value is loaded.
public enum LoadContext<Value> {
  /// The value is used for the first time, and this is what it is if there is nothing to load.
  case initialValue(Value)
  /// `load()` was called.
  case userInitiated

  /// What the value is if there is nothing to load, when it is used for the first time.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// It was written to.
  case didSet
  /// `save()` was called.
  case userInitiated
}

/// Takes values that others put in the place that a shared value comes from.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let take: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void

  /// Creates a subscriber, for a key that is built on another.
  ///
  /// - Parameters:
  ///   - callback: Takes each value, `nil` if there is none any more, or the reason why it cannot be loaded.
  ///   - onLoading: Called when loading begins and when it ends.
  public init(
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (_ isLoading: Bool) -> Void = { _ in }
  ) {
    take = callback
    self.onLoading = onLoading
  }

  /// Gives a value, `nil` if there is none any more.
  public func yield(with result: Result<Value?, any Error>) { take(result) }

  /// Gives a value.
  public func yield(_ value: Value) { take(.success(value)) }

  /// Says that there is no value any more.
  public func yieldReturningInitialValue() { take(.success(nil)) }

  /// Says that there is a value which cannot be loaded.
  public func yield(throwing error: any Error) { take(.failure(error)) }

  /// Says whether a value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// A subscription. It lasts until it is cancelled.
public struct SharedSubscription: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a subscription from what ends it.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = cancel
  }

  /// Ends the subscription.
  public func cancel() { onCancel() }
}
