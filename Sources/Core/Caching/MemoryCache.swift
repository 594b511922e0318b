import Synchronization

/// Saves a value for the lifetime of the program, for tests and previews.
public final class MemoryCache: Caching, Sendable {
  /// The key of the value.
  public let key: String
  private let data = Mutex<Data?>(nil)

  /// Creates an empty cache.
  public init(key: String = "memory") {
    self.key = key
  }

  /// Saves a value, replacing the previous one. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      let encoded = try JSONEncoder().encode(value)
      data.withLock { $0 = encoded }
    }
  }

  /// The value saved last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? {
    guard let data = data.withLock({ $0 }) else { return nil }
    return reportingFailure(to: "load", key: key) { try JSONDecoder().decode(Value.self, from: data) }
  }
}

/// Runs part of a cache's work, and reports errors as issues.
@discardableResult
func reportingFailure<R>(to verb: String, key: String, _ work: () throws -> R) -> R? {
  do {
    return try work()
  } catch {
    reportIssue("The cache \"\(key)\" could not \(verb) its value: \(error)")
    return nil
  }
}
