import HashTreeCollections

extension SharedReaderKey {
  /// Shares a named value for the lifetime of the program.
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

/// A shared value in memory; see ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: InMemoryStorage

  init(_ key: String) {
    self.key = key
    storage = DependencyValues.current.defaultInMemoryStorage
  }

  /// The key's identity: its name and its storage.
  public var id: KeyInStorage { KeyInStorage(key: key, storage: ObjectIdentifier(storage.values)) }

  /// Reads the stored value, or stores the default value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    // Unwrapped first: casting a missing value to an optional type would succeed with `nil`.
    if let value = storage.values.value()[key] {
      return continuation.resume(with: .success(value as? Value))
    }
    if let initialValue = context.initialValue { storage.values.update { $0[key] = initialValue } }
    continuation.resumeReturningInitialValue()
  }

  /// Stores the value for the lifetime of the storage.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.values.update { $0[key] = value }
    continuation.resume()
  }
}

extension InMemoryKey: CustomStringConvertible {
  /// The key in source form.
  public var description: String { ".inMemory(\(key.debugDescription))" }
}

/// A name within a storage.
public struct KeyInStorage: Hashable, Sendable {
  let key: String
  let storage: ObjectIdentifier
}

/// The storage of ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryStorage: Sendable {
  let values = SharedCell<TreeDictionary<String, any Sendable>>([:])

  /// Creates an empty storage.
  public init() {}
}

extension InMemoryStorage {
  fileprivate static let ofProgram = InMemoryStorage()
}

extension DependencyValues {
  /// The storage of ``SharedReaderKey/inMemory(_:)``. Each test and each session has its own.
  @DependencyEntry(liveValue: InMemoryStorage.ofProgram, previewValue: InMemoryStorage())
  public var defaultInMemoryStorage: InMemoryStorage = InMemoryStorage()
}
