import Foundation

/// Keeps a value in a `UserDefaults` suite named after its key, as JSON.
public final class UserDefaultsCache: Caching {
  public let key: String
  private let userDefaults: UserDefaults
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - key: Names the suite and the value in it. Where no such suite can be had, which is reported as an issue, the
  ///     standard one is used.
  ///   - decoder: Reads the value.
  ///   - encoder: Writes the value.
  public init(key: String, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
    self.key = key
    self.decoder = decoder
    self.encoder = encoder
    if let suite = UserDefaults(suiteName: key) {
      userDefaults = suite
    } else {
      reportIssue("There is no UserDefaults suite \"\(key)\"; the standard one is used.")
      userDefaults = .standard
    }
  }

  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      userDefaults.set(try encoder.encode(value), forKey: key)
    }
  }

  public func load<Value: Decodable>() -> Value? {
    guard let data = userDefaults.data(forKey: key) else { return nil }
    return reportingFailure(to: "load", key: key) { try decoder.decode(Value.self, from: data) }
  }
}
