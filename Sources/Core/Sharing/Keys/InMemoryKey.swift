import HashTreeCollections

extension SharedReaderKey {
  /// Shares a value under a name for as long as the program runs.
  ///
  /// ```swift
  /// @Shared(.inMemory("count")) var count = 0
  /// ```
  ///
  /// - Parameter key: The name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A shared value that is kept in memory; see ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: InMemoryStorage

  init(_ key: String) {
    self.key = key
    storage = DependencyValues.current.defaultInMemoryStorage
  }

  /// What tells the key from others: the name and where it is kept.
  public var id: KeyInStorage { KeyInStorage(key: key, storage: ObjectIdentifier(storage.values)) }

  /// Reads the value that was kept last.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    // Looked up first: casting a missing value to an optional type would give a value, `nil`.
    guard let value = storage.values.value()[key] else { return continuation.resumeReturningInitialValue() }
    continuation.resume(with: .success(value as? Value))
  }

  /// Keeps the value for as long as the storage lasts.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.values.update { $0[key] = value }
    continuation.resume()
  }
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as it is written.
  public var description: String { ".inMemory(\(key.debugDescription))" }
}

/// A name in a storage.
public struct KeyInStorage: Hashable, Sendable {
  let key: String
  let storage: ObjectIdentifier
}

/// Where ``SharedReaderKey/inMemory(_:)`` keeps its values.
public struct InMemoryStorage: Sendable {
  let values = SharedBox<TreeDictionary<String, any Sendable>>([:])

  /// Creates an empty storage.
  public init() {}
}

extension DependencyValues {
  /// Where ``SharedReaderKey/inMemory(_:)`` keeps its values. Every test store and every session has one of its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }

  private enum InMemoryStorageKey: DependencyKey {
    static let liveValue = InMemoryStorage()
    static var testValue: InMemoryStorage { InMemoryStorage() }
    static var previewValue: InMemoryStorage { InMemoryStorage() }
  }
}
