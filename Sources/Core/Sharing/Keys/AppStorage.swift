import Foundation
import HashTreeCollections

/// Where ``AppStorageKey`` keeps its values: the user's defaults, or memory.
public struct AppStorage: Sendable {
  private let place: Place

  private enum Place: @unchecked Sendable {
    // Unchecked: UserDefaults may be used by all threads at once.
    case userDefaults(UserDefaults)
    case memory(SharedBox<TreeDictionary<String, AppStorageValue>>)
  }

  /// Keeps values in the user's defaults.
  public init(_ userDefaults: UserDefaults = .standard) {
    place = .userDefaults(userDefaults)
  }

  private init(_ place: Place) {
    self.place = place
  }

  /// A new, empty storage that lasts for as long as it is used.
  public static var inMemory: Self { Self(.memory(SharedBox([:]))) }

  var id: ObjectIdentifier {
    switch place {
    case .userDefaults(let defaults): ObjectIdentifier(defaults)
    case .memory(let values): ObjectIdentifier(values)
    }
  }

  /// What is kept under a name. What is none of the types that ``AppStorageValue`` lists reads as `nil`.
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
  /// Foundation on Linux does not tell of changes, so there `load()` is what sees those that others make.
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
  /// Where ``AppStorageKey`` keeps its values: the user's defaults in the running program; memory, for each anew, in
  /// test stores and sessions.
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
