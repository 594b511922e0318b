#if FullFoundation
  import Foundation
  import Synchronization

  extension AppStorage {
    /// Stores values in user defaults. All `UserDefaults` objects of one suite share one storage.
    public init(_ userDefaults: UserDefaults = .standard) {
      self.init(place: UserDefaultsPlace.of(userDefaults))
    }
  }

  /// A suite of user defaults.
  private final class UserDefaultsPlace: AppStoragePlace, @unchecked Sendable {
    // Unchecked: UserDefaults is thread-safe.
    private let defaults: UserDefaults
    private let subscribers = SharedSubscribers<String>()

    private enum Suite: Hashable {
      case named(String?)
      case object(ObjectIdentifier)
    }

    private static let places = Mutex<[Suite: UserDefaultsPlace]>([:])

    static func of(_ defaults: UserDefaults) -> UserDefaultsPlace {
      // The name of a suite is not public. Where it cannot be read, each object is a storage of its own.
      let name = reflect(defaults).descendant("suite")
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
      subscribers.yield(key)
    }

    /// On Linux, Foundation sends no notification when user defaults are written directly, so the subscription also
    /// checks for changes whenever the shared value is used.
    func subscribe(to key: String, _ didChange: @escaping @Sendable () -> Void) -> SharedSubscription {
      let known = Mutex(value(for: key))
      let check: @Sendable () -> Void = { [weak self] in
        guard let self else { return }
        let value = value(for: key)
        let isNew = known.withLock { known in
          defer { known = value }
          return known != value
        }
        if isNew { didChange() }
      }
      let subscription = subscribers.add(to: key, check)
      let observer = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification,
        object: nil,
        queue: nil
      ) { _ in check() }
      let token = UncheckedSendable(observer)
      return SharedSubscription(onRefresh: check) {
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
#endif
