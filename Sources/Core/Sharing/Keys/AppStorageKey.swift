import Foundation

/// A shared value that is kept in the user's defaults.
///
/// ```swift
/// @Shared(.appStorage("count")) var count = 0
///
/// extension SharedReaderKey where Self == AppStorageKey<Int> {
///   static var count: Self { appStorage("count") }
/// }
/// ```
///
/// What is kept can be a `Bool`, `Int`, `Double`, `String`, `Data`, `URL`, `Date`, anything with one of these as raw
/// value, an optional of these, and whatever else is `Codable`, as JSON.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: AppStorage
  private let encode: @Sendable (Value) throws -> AppStorageValue?
  private let decode: @Sendable (AppStorageValue) throws -> Value?

  init(
    _ key: String,
    storage: AppStorage?,
    encode: @escaping @Sendable (Value) throws -> AppStorageValue?,
    decode: @escaping @Sendable (AppStorageValue) throws -> Value?
  ) {
    self.key = key
    self.storage = storage ?? DependencyValues.current.defaultAppStorage
    self.encode = encode
    self.decode = decode
  }

  /// What tells the key from others: the name and where it is kept.
  public var id: KeyInStorage { KeyInStorage(key: key, storage: storage.id) }

  /// Reads the value from the storage.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try value() })
  }

  private func value() throws -> Value? {
    guard let stored = storage[key] else { return nil }
    guard let value = try decode(stored) else {
      throw AppStorageError(key: key, value: "\(stored.object)", type: dumpTypeName(Value.self))
    }
    return value
  }

  /// Writes the value to the storage.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(with: Result { storage[key] = try encode(value) })
  }

  /// Tells of the values that others write to the storage, where it tells of changes.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.subscribe { subscriber.yield(with: Result { try value() }) }
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as it is written.
  public var description: String { ".appStorage(\(key.debugDescription))" }
}

/// What is kept under a name is not of the type that is asked for.
public struct AppStorageError: Error, Hashable, CustomStringConvertible {
  /// The name.
  public let key: String
  /// What is kept.
  public let value: String
  /// The type that was asked for.
  public let type: String

  /// Shows the value and the type that was expected.
  public var description: String { "the stored value \(value.debugDescription) is not of type \(type)" }
}

extension SharedReaderKey {
  /// Shares a value that is kept in the user's defaults; see ``AppStorageKey``.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - store: Where it is kept; by default the dependency `defaultAppStorage`.
  public static func appStorage<Value: AppStorable>(_ key: String, store: AppStorage? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, storage: store, encode: \.appStorageValue, decode: Value.init(appStorageValue:))
  }

  /// Shares an optional value that is kept in the user's defaults; `nil` is kept by removing it.
  public static func appStorage<Value: AppStorable>(_ key: String, store: AppStorage? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(
      key,
      storage: store,
      encode: { $0?.appStorageValue },
      decode: { Value(appStorageValue: $0).map(Optional.some) }
    )
  }

  /// Shares a value that is kept in the user's defaults by its raw value.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ key: String,
    store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value>, Value.RawValue: AppStorable {
    AppStorageKey(
      key,
      storage: store,
      encode: { $0.rawValue.appStorageValue },
      decode: { Value.RawValue(appStorageValue: $0).flatMap(Value.init(rawValue:)) }
    )
  }

  /// Shares an optional value that is kept in the user's defaults by its raw value; `nil` is kept by removing it.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ key: String,
    store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value?>, Value.RawValue: AppStorable {
    AppStorageKey(
      key,
      storage: store,
      encode: { $0?.rawValue.appStorageValue },
      decode: { Value.RawValue(appStorageValue: $0).flatMap(Value.init(rawValue:)).map(Optional.some) }
    )
  }

  /// Shares a value that is kept in the user's defaults as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String,
    store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(
      key,
      storage: store,
      encode: { .data(try JSONEncoder.forSharing.encode($0)) },
      decode: { stored in
        guard let data = Data(appStorageValue: stored) else { return nil }
        return try JSONDecoder().decode(Value.self, from: data)
      }
    )
  }
}
