import Foundation

// The same keys for code that names user defaults: `.appStorage("count", store: .standard)`.
extension SharedReaderKey {
  /// Shares a value that is kept in given user defaults; see ``AppStorageKey``.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - store: Where it is kept; if `nil`, the dependency `defaultAppStorage`.
  public static func appStorage<Value: AppStorable>(_ key: String, store: UserDefaults?) -> Self
  where Self == AppStorageKey<Value> {
    appStorage(key, store: store.map { AppStorage($0) })
  }

  /// Shares an optional value that is kept in given user defaults; `nil` is kept by removing it.
  public static func appStorage<Value: AppStorable>(_ key: String, store: UserDefaults?) -> Self
  where Self == AppStorageKey<Value?> {
    appStorage(key, store: store.map { AppStorage($0) })
  }

  /// Shares a value that is kept in given user defaults by its raw value.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: UserDefaults?)
    -> Self
  where Self == AppStorageKey<Value>, Value.RawValue: AppStorable {
    appStorage(key, store: store.map { AppStorage($0) })
  }

  /// Shares an optional value that is kept in given user defaults by its raw value; `nil` is kept by removing it.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: UserDefaults?)
    -> Self
  where Self == AppStorageKey<Value?>, Value.RawValue: AppStorable {
    appStorage(key, store: store.map { AppStorage($0) })
  }

  /// Shares a value that is kept in given user defaults as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(_ key: String, store: UserDefaults?) -> Self
  where Self == AppStorageKey<Value> {
    appStorage(key, store: store.map { AppStorage($0) })
  }
}
