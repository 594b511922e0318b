import Foundation

/// Keeps a value in a `UserDefaults` suite named after its key, as JSON.
public final class UserDefaultsCache: Caching {
  /// What the value is kept under.
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

  /// Keeps a value in place of the one before. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      userDefaults.set(try encoder.encode(value), forKey: key)
    }
  }

  /// The value that was kept last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? {
    guard let data = userDefaults.data(forKey: key) else { return nil }
    return reportingFailure(to: "load", key: key) { try decoder.decode(Value.self, from: data) }
  }
}
