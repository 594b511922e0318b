#if FullFoundation
  import Foundation

  // The same keys with explicit user defaults: `.appStorage("count", store: .standard)`.
  extension SharedReaderKey {
    /// Shares a value stored in the given user defaults; see ``AppStorageKey``.
    ///
    /// - Parameters:
    ///   - key: The name.
    ///   - store: The user defaults; if `nil`, the dependency `defaultAppStorage`.
    public static func appStorage<Value: AppStorable>(_ key: String, store: UserDefaults?) -> Self
    where Self == AppStorageKey<Value> {
      appStorage(key, store: store.map { AppStorage($0) })
    }

    /// Shares an optional value stored in the given user defaults; `nil` removes it.
    public static func appStorage<Value: AppStorable>(_ key: String, store: UserDefaults?) -> Self
    where Self == AppStorageKey<Value?> {
      appStorage(key, store: store.map { AppStorage($0) })
    }

    /// Shares a value stored by its raw value in the given user defaults.
    public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: UserDefaults?)
      -> Self
    where Self == AppStorageKey<Value>, Value.RawValue: AppStorable {
      appStorage(key, store: store.map { AppStorage($0) })
    }

    /// Shares an optional value stored by its raw value in the given user defaults; `nil` removes it.
    public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: UserDefaults?)
      -> Self
    where Self == AppStorageKey<Value?>, Value.RawValue: AppStorable {
      appStorage(key, store: store.map { AppStorage($0) })
    }

    /// Shares a value stored as JSON in the given user defaults.
    @_disfavoredOverload
    public static func appStorage<Value: Codable & Sendable>(_ key: String, store: UserDefaults?) -> Self
    where Self == AppStorageKey<Value> {
      appStorage(key, store: store.map { AppStorage($0) })
    }
  }
#endif
