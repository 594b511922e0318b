/// A key with the value to begin with, so that it need not be said wherever the key is used.
///
/// ```swift
/// extension SharedReaderKey where Self == AppStorageKey<Int>.Default {
///   static var count: Self { Self[.appStorage("count"), default: 0] }
/// }
///
/// @Shared(.count) var count
/// ```
public struct SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let makeDefault: @Sendable () -> Base.Value

  /// A key with the value to begin with.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value while nothing is kept.
  public static subscript(key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self
  {
    Self(base: key, makeDefault: value)
  }

  /// What tells the key from others: the value to begin with is no part of it.
  public var id: Base.ID { base.id }

  /// The value to begin with.
  public var initialValue: Base.Value { makeDefault() }

  /// Loads what the key loads.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// Tells of what the key tells.
  public func subscribe(
    context: LoadContext<Base.Value>,
    subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves where the key saves.
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension SharedKeyDefault: CustomStringConvertible {
  public var description: String { (base as? any CustomStringConvertible)?.description ?? "\(base)" }
}

extension SharedReaderKey {
  /// This key with the value to begin with; see ``SharedKeyDefault``.
  public typealias Default = SharedKeyDefault<Self>
}
