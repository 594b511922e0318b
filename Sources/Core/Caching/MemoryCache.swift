import Foundation
import Synchronization

/// Keeps a value for as long as the program runs: for tests and previews.
public final class MemoryCache: Caching, Sendable {
  /// What the value is kept under.
  public let key: String
  private let data = Mutex<Data?>(nil)

  /// Creates an empty cache.
  public init(key: String = "memory") {
    self.key = key
  }

  /// Keeps a value in place of the one before. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      let encoded = try JSONEncoder().encode(value)
      data.withLock { $0 = encoded }
    }
  }

  /// The value that was kept last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? {
    guard let data = data.withLock({ $0 }) else { return nil }
    return reportingFailure(to: "load", key: key) { try JSONDecoder().decode(Value.self, from: data) }
  }
}

/// Runs a part of a cache's work. What it throws is reported as an issue.
@discardableResult
func reportingFailure<R>(to verb: String, key: String, _ work: () throws -> R) -> R? {
  do {
    return try work()
  } catch {
    reportIssue("The cache \"\(key)\" could not \(verb) its value: \(error)")
    return nil
  }
}
