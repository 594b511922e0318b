/// A key with a default value, so that uses of the key need not provide one.
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

  /// Creates a key with a default value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value if nothing is stored.
  public static subscript(key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self
  {
    Self(base: key, makeDefault: value)
  }

  /// The key's identity, which does not depend on the default value.
  public var id: Base.ID { base.id }

  /// The default value.
  public var initialValue: Base.Value { makeDefault() }

  /// Loads the base key's value.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// Observes the base key's value.
  public func subscribe(
    context: LoadContext<Base.Value>,
    subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves the value with the base key.
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension SharedKeyDefault: CustomStringConvertible {
  public var description: String { (base as? any CustomStringConvertible)?.description ?? "\(base)" }
}

extension SharedReaderKey {
  /// This key with a default value; see ``SharedKeyDefault``.
  public typealias Default = SharedKeyDefault<Self>
}
