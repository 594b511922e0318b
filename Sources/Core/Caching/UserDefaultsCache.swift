#if FullFoundation
  import Foundation

  /// Saves a value as JSON in a `UserDefaults` suite named after its key.
  public final class UserDefaultsCache: Caching {
    /// The key of the value.
    public let key: String
    private let userDefaults: UserDefaults
    private let encoder: JSONEncoder
    private let decoder: JSONDecoder

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - key: The name of the suite and of the value in it. If the suite cannot be opened, that is reported as an
    ///     issue, and the standard one is used.
    ///   - decoder: Decodes the value.
    ///   - encoder: Encodes the value.
    public init(key: String, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
      self.key = key
      self.decoder = decoder
      self.encoder = encoder
      if let suite = UserDefaults(suiteName: key) {
        userDefaults = suite
      } else {
        reportIssue("Cannot open the UserDefaults suite \"\(key)\"; the standard one is used.")
        userDefaults = .standard
      }
    }

    /// Saves a value, replacing the previous one. A failure is reported as an issue.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    public func save<Value: Encodable>(_ value: Value) {
      reportingFailure(to: "save", key: key) {
        userDefaults.set(try encoder.encode(value), forKey: key)
      }
    }

    /// The value saved last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    public func load<Value: Decodable>() -> Value? {
      guard let data = userDefaults.data(forKey: key) else { return nil }
      return reportingFailure(to: "load", key: key) { try decoder.decode(Value.self, from: data) }
    }
  }
#endif
