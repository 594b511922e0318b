import Foundation

extension SharedReaderKey {
  /// Shares a value that is kept in a file of its own, as JSON.
  ///
  /// ```swift
  /// @Shared(.fileStorage(URL(fileURLWithPath: "/path/to/users.json"))) var users: [User] = []
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decoder: Reads it.
  ///   - encoder: Writes it.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = .forSharedFiles
  ) -> Self where Self == FileStorageKey<Value> {
    // Used by one thread at a time: by the one that loads, and by the writer of the file.
    let (decoder, encoder) = (UncheckedSendable(decoder), UncheckedSendable(encoder))
    return FileStorageKey(
      url: url,
      decode: { try decoder.value.decode(Value.self, from: $0) },
      encode: { try encoder.value.encode($0) }
    )
  }

  /// Shares a value that is kept in a file of its own, in a format of its own.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decode: Reads the value from the file's content.
  ///   - encode: Makes the file's content.
  public static func fileStorage<Value: Sendable>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// A shared value that is kept in a file; see ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
///
/// The file is replaced as a whole: neither another program nor one that starts after this one was killed ever finds
/// half of it. A program that shares the file is noticed when it writes. If two write at once, one of them is the
/// last. A file that cannot be read is an error, `loadError`; when the value is written to nevertheless, that file is
/// kept beside, under the same name with `.broken` after it.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  init(
    url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    self.url = url.standardizedFileURL
    storage = DependencyValues.current.defaultFileStorage
    self.decode = decode
    self.encode = encode
  }

  /// What tells the key from others: the path and where it is kept.
  public var id: KeyInStorage { KeyInStorage(key: url.path, storage: storage.id) }

  /// Reads and decodes the file, or what waits to be written to it.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try storage.place.load(url).map(decode) })
  }

  /// Has the value encoded and written in the background. Of values that come faster than they can be written, the last
  /// is.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let content = FileContent { [encode] in
      try encode(value)
    } isReadable: { [decode] data in
      (try? decode(data)) != nil
    }
    storage.place.save(content, to: url) { continuation.resume(with: $0) }
  }

  /// Tells of the values that others write to the file.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.place.subscribe(to: url) { [decode] content in
      subscriber.yield(with: Result { try content.get().map(decode) })
    }
  }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key as it is written.
  public var description: String { ".fileStorage(\(url.path.debugDescription))" }
}

extension JSONEncoder {
  /// Writes the same text for the same value, for people to read and compare.
  public static var forSharedFiles: JSONEncoder { forSharing }
}
