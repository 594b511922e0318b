/// A shared value stored in user defaults.
///
/// ```swift
/// @Shared(.appStorage("count")) var count = 0
///
/// extension SharedReaderKey where Self == AppStorageKey<Int> {
///   static var count: Self { appStorage("count") }
/// }
/// ```
///
/// The value can be a `Bool`, `Int`, `Double`, `String`, `Data`, `URL`, `Date` or `[String]`, a value with one of
/// these as its raw value, an optional of these, or any other `Codable` value, which is stored as JSON. The first use
/// stores the default value.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: AppStorage
  private let encode: @Sendable (Value) throws -> AppStorageValue?
  private let decode: @Sendable (AppStorageValue) throws -> Value?
  /// What a value that is removed becomes: `nil` of an optional type; the default value of others.
  private let removed: Value?

  init(
    _ key: String,
    storage: AppStorage?,
    encode: @escaping @Sendable (Value) throws -> AppStorageValue?,
    decode: @escaping @Sendable (AppStorageValue) throws -> Value?,
    removed: Value? = nil
  ) {
    self.key = key
    self.storage = storage ?? DependencyValues.current.defaultAppStorage
    self.encode = encode
    self.decode = decode
    self.removed = removed
  }

  /// The key of an optional value, which `nil` removes.
  fileprivate var optional: AppStorageKey<Value?> {
    AppStorageKey<Value?>(
      key,
      storage: storage,
      encode: { try $0.flatMap(encode) },
      decode: { try decode($0).map(Optional.some) },
      removed: .some(nil)
    )
  }

  /// The key's identity: its name and its storage.
  public var id: KeyInStorage { KeyInStorage(key: key, storage: storage.id) }

  /// Reads the value from the storage, or stores the default value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: Result {
        if let value = try value() { return value }
        if let value = try context.initialValue.flatMap(encode) { storage[key] = value }
        return nil
      }
    )
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

  /// Observes changes made elsewhere. On Linux, direct writes to `UserDefaults` are noticed when the shared value is
  /// next read or changed.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.place.subscribe(to: key) { subscriber.yield { try value() ?? removed } }
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key in source form.
  public var description: String { ".appStorage(\(key.debugDescription))" }
}

/// The stored value does not have the requested type.
public struct AppStorageError: Error, Hashable, CustomStringConvertible {
  /// The name.
  public let key: String
  /// The stored value.
  public let value: String
  /// The requested type.
  public let type: String

  /// Describes the value and the expected type.
  public var description: String { "the stored value \(value.debugDescription) is not of type \(type)" }
}

extension SharedReaderKey {
  /// Shares a value stored in user defaults; see ``AppStorageKey``.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - store: The storage; the dependency `defaultAppStorage` by default.
  public static func appStorage<Value: AppStorable>(_ key: String, store: AppStorage? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, storage: store, encode: \.appStorageValue, decode: Value.init(appStorageValue:))
  }

  /// Shares an optional value stored in user defaults; `nil` removes it.
  public static func appStorage<Value: AppStorable>(_ key: String, store: AppStorage? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey<Value>.appStorage(key, store: store).optional
  }

  /// Shares a value stored by its raw value in user defaults.
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

  /// Shares an optional value stored by its raw value in user defaults; `nil` removes it.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ key: String,
    store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value?>, Value.RawValue: AppStorable {
    AppStorageKey<Value>.appStorage(key, store: store).optional
  }

  /// Shares a value stored as JSON in user defaults.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String,
    store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(
      key,
      storage: store,
      encode: { .data(try JSONEncoder.forSharedFiles.encode($0)) },
      decode: { stored in
        guard let data = Data(appStorageValue: stored) else { return nil }
        return try JSONDecoder().decode(Value.self, from: data)
      }
    )
  }
}
