extension SharedReaderKey {
  /// Shares a value stored as JSON in its own file.
  ///
  /// ```swift
  /// @Shared(.fileStorage(URL(fileURLWithPath: "/path/to/users.json"))) var users: [User] = []
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decoder: Decodes the file.
  ///   - encoder: Encodes the value.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = .forSharedFiles
  ) -> Self where Self == FileStorageKey<Value> {
    // Used by one thread at a time: the loading thread or the file's writer.
    let (decoder, encoder) = (UncheckedSendable(decoder), UncheckedSendable(encoder))
    return FileStorageKey(
      url: url,
      decode: { try decoder.value.decode(Value.self, from: $0) },
      encode: { try encoder.value.encode($0) }
    )
  }

  /// Shares a value stored in a custom format in its own file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decode: Decodes the value from the file's content.
  ///   - encode: Encodes the value as the file's content.
  public static func fileStorage<Value: Sendable>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// A shared value stored in a file; see ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
///
/// The file is replaced atomically: it is never incomplete for other programs, nor after this one is killed. Changes
/// by other programs that share the file are noticed. If two programs write concurrently, the last one wins. An
/// unreadable file causes a `loadError`; if the value is written nevertheless, a copy of the file is kept next to it
/// with the suffix `.broken`. The first use creates a missing file with the default value. An empty file stands for
/// the default value, unless `decode` accepts it.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  /// The key's identity: its path and its storage.
  public let id: KeyInStorage
  private let url: URL
  /// Kept from the load on, so that changes are noticed against what was loaded.
  private let file: any StoredFile
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  init(
    url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    self.url = url.standardizedFileURL
    let storage = DependencyValues.current.defaultFileStorage
    id = KeyInStorage(key: self.url.path, storage: storage.id)
    file = storage.file(self.url.path)
    self.decode = decode
    self.encode = encode
  }

  /// Reads and decodes the file, or the pending write. Creates a missing file with the default value.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let initial = context.initialValue.map { content(of: $0) }
    continuation.resume(with: Result { try value(in: file.load(orCreating: initial)) })
  }

  /// Encodes and writes the value: the first one before this returns, later ones in the background. If values arrive
  /// faster than they can be written, only the last one is written.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    file.save(content(of: value)) { continuation.resume(with: $0) }
  }

  private func content(of value: Value) -> FileContent {
    FileContent {
      try encode(value)
    } isReadable: { data in
      data.isEmpty || (try? decode(data)) != nil
    }
  }

  /// The value in a file; `nil` if there is none.
  private func value(in data: Data?) throws -> Value? {
    guard let data else { return nil }
    do {
      return try decode(data)
    } catch {
      if data.isEmpty { return nil }
      throw error
    }
  }

  /// Observes changes of the file by others.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    file.subscribe { content in
      subscriber.yield(with: Result { try value(in: content.get()) })
    }
  }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key in source form.
  public var description: String { ".fileStorage(\(url.path.debugDescription))" }
}

extension JSONEncoder {
  /// Encodes equal values to the same, human-readable text.
  public static var forSharedFiles: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
