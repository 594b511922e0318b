/// The source of a readable shared value.
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
  /// The type that distinguishes keys with the same type of value; the key itself if it is hashable.
  associatedtype ID: Hashable = Self

  /// All uses of a key with the same id share one value.
  ///
  /// The id need not be `Sendable`, but threads compare and hash it concurrently, so it must not change.
  var id: ID { get }

  /// Loads the value and resumes the continuation with it exactly once: before this returns, or later, on any thread.
  /// A continuation that is released without being resumed is reported, and ends the load without a value.
  ///
  /// - Parameters:
  ///   - context: Why the value is loaded.
  ///   - continuation: Receives the value.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Starts observing changes of the value by others.
  ///
  /// - Parameters:
  ///   - context: Provides the initial value.
  ///   - subscriber: Receives the values.
  /// - Returns: The subscription.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

extension SharedReaderKey {
  /// Yields nothing, because the value does not change by other means.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

extension SharedReaderKey {
  /// The name in issues and descriptions.
  var label: String { (self as? any CustomStringConvertible)?.description ?? dumpTypeName(Self.self) }

  /// The value shared by all uses of this key, readers and writers.
  func cell(isLoaded: Bool = true, initialValue: () -> Value) -> SharedCell<Value> {
    DependencyValues.current.sharedReferences.cell(for: self, isLoaded: isLoaded, initialValue: initialValue)
  }
}

/// The storage of a shared value.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves a value, and resumes the continuation exactly once when that has succeeded or failed.
  ///
  /// Of the values that the shared value takes while this runs, only the last one is saved, after this returns.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Why the value is saved.
  ///   - continuation: Receives the outcome.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a value is loaded.
public enum LoadContext<Value> {
  /// The value is used for the first time; the associated value applies if there is nothing to load.
  case initialValue(Value)
  /// `load()` was called.
  case userInitiated

  /// The value if there is nothing to load on first use.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value was changed.
  case didSet
  /// `save()` was called.
  case userInitiated
}

/// Receives values that others write to the storage of a shared value.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  /// Decides when the value is read.
  let take: @Sendable (_ read: () -> Result<Value?, any Error>) -> Void
  let onLoading: @Sendable (Bool) -> Void
}

extension SharedSubscriber {
  /// Creates a subscriber for a key that wraps another.
  ///
  /// - Parameters:
  ///   - callback: Receives each value, `nil` if it was removed, or the error that prevented loading it.
  ///   - onLoading: Called when loading begins and when it ends.
  public init(
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (_ isLoading: Bool) -> Void = { _ in }
  ) {
    self.init(take: { callback($0()) }, onLoading: onLoading)
  }

  /// Yields a value, or `nil` if it was removed.
  public func yield(with result: Result<Value?, any Error>) { take { result } }

  /// Yields the value of a storage, and reads it again if another thread may have saved it meanwhile.
  func yield(reading value: () throws -> Value?) { take { Result(catching: value) } }

  /// Yields a value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Reports that the value was removed.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Reports an error that prevented loading the value.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Reports whether a value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// A subscription. It lasts until it is cancelled.
public struct SharedSubscription: Sendable {
  /// Checks for a value to yield, for a storage that does not notify of all changes.
  var onRefresh: (@Sendable () -> Void)?
  let onCancel: @Sendable () -> Void
}

extension SharedSubscription {
  /// Creates a subscription that calls a function when it is cancelled.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    self.init(onRefresh: nil, onCancel: cancel)
  }

  /// Ends the subscription.
  public func cancel() { onCancel() }
}
