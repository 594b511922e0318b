import HashTreeCollections

/// The storage of ``AppStorageKey``: user defaults or memory.
public struct AppStorage: Sendable {
  let place: any AppStoragePlace

  /// A new, empty storage that lasts as long as it is in use.
  public static var inMemory: Self { Self(place: MemoryPlace()) }

  var id: ObjectIdentifier { ObjectIdentifier(place) }

  /// The value for a key. A value of a type that ``AppStorageValue`` does not list reads as `nil`.
  public subscript(key: String) -> AppStorageValue? {
    get { place.value(for: key) }
    nonmutating set { place.set(newValue, for: key) }
  }
}

/// A place that stores values by key.
protocol AppStoragePlace: AnyObject, Sendable {
  func value(for key: String) -> AppStorageValue?
  /// Stores a value, and notifies the subscribers to the key.
  func set(_ value: AppStorageValue?, for key: String)
  func subscribe(to key: String, _ didChange: @escaping @Sendable () -> Void) -> SharedSubscription
}

/// Values in memory, which a session rewinds.
private final class MemoryPlace: AppStoragePlace {
  private let values = SharedCell<TreeDictionary<String, AppStorageValue>>([:])
  private let subscribers = SharedSubscribers<String>()

  func value(for key: String) -> AppStorageValue? { values.value()[key] }

  func set(_ value: AppStorageValue?, for key: String) {
    values.update { $0[key] = value }
    if SharedScope.view == nil { subscribers.yield(key) }
  }

  func subscribe(to key: String, _ didChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    subscribers.add(to: key, didChange)
  }
}

extension SharedSubscribers<String> {
  /// Adds a subscriber to the changes of one key.
  func add(to key: String, _ didChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    add(in: nil) { if $0 == key { didChange() } }
  }
}

extension AppStorage {
  fileprivate static let ofProgram: AppStorage = {
    #if FullFoundation
      return AppStorage()
    #else
      reportIssue(
        """
        "appStorage" keeps its values in memory only, because this program is built without UserDefaults.

        Set the dependency "defaultAppStorage", or build with the package trait "FullFoundation".
        """
      )
      return .inMemory
    #endif
  }()
}

extension DependencyValues {
  /// The storage of ``AppStorageKey``: user defaults in a live program; new in-memory storage in each test and
  /// session.
  @DependencyEntry(liveValue: AppStorage.ofProgram, previewValue: AppStorage.inMemory)
  public var defaultAppStorage: AppStorage = .inMemory
}
