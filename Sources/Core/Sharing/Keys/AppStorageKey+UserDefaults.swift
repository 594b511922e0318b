import Foundation
import Synchronization

extension AppStorage {
  /// Stores values in user defaults. All `UserDefaults` objects of one suite share one storage.
  public init(_ userDefaults: UserDefaults = .standard) {
    self.init(place: UserDefaultsPlace.of(userDefaults))
  }
}

extension DependencyValues {
  /// The storage of ``AppStorageKey``: user defaults in a live program; new in-memory storage in each test store and
  /// session.
  public var defaultAppStorage: AppStorage {
    get { self[DefaultAppStorageKey.self] }
    set { self[DefaultAppStorageKey.self] = newValue }
  }

  private enum DefaultAppStorageKey: DependencyKey {
    static let liveValue = AppStorage()
    static var testValue: AppStorage { .inMemory }
    static var previewValue: AppStorage { .inMemory }
  }
}

/// A suite of user defaults.
private final class UserDefaultsPlace: AppStoragePlace, @unchecked Sendable {
  // Unchecked: UserDefaults is thread-safe.
  private let defaults: UserDefaults
  private let subscribers = KeySubscribers()

  private enum Suite: Hashable {
    case named(String?)
    case object(ObjectIdentifier)
  }

  private static let places = Mutex<[Suite: UserDefaultsPlace]>([:])

  static func of(_ defaults: UserDefaults) -> UserDefaultsPlace {
    // The name of a suite is not public. Where it cannot be read, each object is a storage of its own.
    let name = Mirror(reflecting: defaults).descendant("suite")
    let suite = name.map { Suite.named($0 as? String) } ?? .object(ObjectIdentifier(defaults))
    let place = UserDefaultsPlace(defaults)
    return places.withLock { places in
      let known = places[suite] ?? place
      places[suite] = known
      return known
    }
  }

  private init(_ defaults: UserDefaults) {
    self.defaults = defaults
  }

  func value(for key: String) -> AppStorageValue? {
    defaults.object(forKey: key).flatMap(AppStorageValue.init(object:))
  }

  func set(_ value: AppStorageValue?, for key: String) {
    if let value { defaults.set(value.object, forKey: key) } else { defaults.removeObject(forKey: key) }
    subscribers.notify(of: key)
  }

  /// On Linux, Foundation sends no notification when user defaults are written directly, so the subscription also
  /// checks for changes whenever the shared value is used.
  func subscribe(to key: String, _ didChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let known = Mutex(value(for: key))
    let look: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      let value = value(for: key)
      let isNew = known.withLock { known in
        defer { known = value }
        return known != value
      }
      if isNew { didChange() }
    }
    let subscription = subscribers.add(to: key, look)
    let observer = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: nil,
      queue: nil
    ) { _ in look() }
    let token = UncheckedSendable(observer)
    return SharedSubscription(refresh: look) {
      subscription.cancel()
      NotificationCenter.default.removeObserver(token.value)
    }
  }
}

extension AppStorageValue {
  /// Creates a value from an object of `UserDefaults`; `nil` for dictionaries and for arrays of other values.
  fileprivate init?(object: Any) {
    switch object {
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as Bool where type(of: object) == Bool.self: self = .bool(value)
    case let value as Int where type(of: object) == Int.self: self = .int(value)
    case let value as Double where type(of: object) == Double.self: self = .double(value)
    case let value as NSNumber: self.init(number: value)
    case let value as [String]: self = .strings(value)
    default: return nil
    }
  }

  private init(number: NSNumber) {
    switch String(cString: number.objCType) {
    case "B", "c": self = .bool(number.boolValue)
    case "d", "f": self = .double(number.doubleValue)
    default: self = .int(number.intValue)
    }
  }
}

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
