/// Saves a value under a key, so that it is available at the next launch.
///
/// Conform to this protocol to store states elsewhere than in a file, in `UserDefaults` or in memory.
public protocol Caching {
  /// The key of the value.
  var key: String { get }

  /// Saves a value, replacing the previous one. A failure is reported as an issue; the feature continues without its
  /// cache.
  func save<Value: Encodable>(_ value: Value)

  /// The value saved last; `nil` if there is none. A value that cannot be read is left unchanged and reported as an
  /// issue.
  func load<Value: Decodable>() -> Value?
}
