import Foundation
import HashTreeCollections

/// The storage of ``AppStorageKey``: user defaults or memory.
public struct AppStorage: Sendable {
  private let place: Place

  private enum Place: @unchecked Sendable {
    // Unchecked: UserDefaults is thread-safe.
    case userDefaults(UserDefaults)
    case memory(SharedBox<TreeDictionary<String, AppStorageValue>>)
  }

  /// Stores values in user defaults.
  public init(_ userDefaults: UserDefaults = .standard) {
    place = .userDefaults(userDefaults)
  }

  private init(_ place: Place) {
    self.place = place
  }

  /// A new, empty storage that lasts as long as it is in use.
  public static var inMemory: Self { Self(.memory(SharedBox([:]))) }

  var id: ObjectIdentifier {
    switch place {
    case .userDefaults(let defaults): ObjectIdentifier(defaults)
    case .memory(let values): ObjectIdentifier(values)
    }
  }

  /// The value for a key. A value of a type that ``AppStorageValue`` does not list reads as `nil`.
  public subscript(key: String) -> AppStorageValue? {
    get {
      switch place {
      case .userDefaults(let defaults): defaults.object(forKey: key).flatMap(AppStorageValue.init(object:))
      case .memory(let values): values.value()[key]
      }
    }
    nonmutating set {
      switch place {
      case .userDefaults(let defaults):
        if let newValue {
          defaults.set(newValue.object, forKey: key)
        } else {
          defaults.removeObject(forKey: key)
        }
      case .memory(let values): values.update { $0[key] = newValue }
      }
    }
  }

  /// Calls a function when something may have changed.
  ///
  /// Foundation on Linux sends no notifications, so there, changes by others become visible only with `load()`.
  func subscribe(_ didChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    guard case .userDefaults(let defaults) = place else { return SharedSubscription {} }
    let observer = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: defaults,
      queue: nil
    ) { _ in didChange() }
    let token = UncheckedSendable(observer)
    return SharedSubscription { NotificationCenter.default.removeObserver(token.value) }
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
