/// Keeps a value under a key, so that it is there again when the program is started the next time.
///
/// Conform to it to keep states somewhere else than in a file, in `UserDefaults` or in memory.
public protocol Caching {
  /// What the value is kept under.
  var key: String { get }

  /// Keeps a value in place of the one before. A failure is reported as an issue: a feature goes on without its cache.
  func save<Value: Encodable>(_ value: Value)

  /// The value that was kept last; `nil` if there is none. One that cannot be read is left alone and reported as an
  /// issue.
  func load<Value: Decodable>() -> Value?
}
