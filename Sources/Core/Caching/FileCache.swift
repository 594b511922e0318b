/// Saves a value as JSON in its own file.
///
/// The file is replaced atomically: the new content is written to a temporary file, which is then renamed.
public final class FileCache: Caching {
  /// The key of the value.
  public let key: String

  /// The URL of the file.
  public let url: URL
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// Creates a cache in a file.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is created when a value is saved.
  ///   - decoder: Decodes the value.
  ///   - encoder: Encodes the value.
  public init(url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
    self.url = url
    self.decoder = decoder
    self.encoder = encoder
    key = url.deletingPathExtension().lastPathComponent
  }

  /// Saves a value, replacing the previous one. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      try DiskFile(path: url.path).replace(with: encoder.encode(value))
    }
  }

  /// The value saved last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? {
    reportingFailure(to: "load", key: key) {
      try DiskFile(path: url.path).read().map { try decoder.decode(Value.self, from: $0) }
    } ?? nil
  }
}

/// Saves a value in a file in the user's documents folder, named after its key.
public final class DocumentsCache: Caching {
  /// The key of the value.
  public let key: String
  private let file: FileCache

  /// Creates a cache in the file `KEY.json` in the user's documents folder.
  public init(
    key: String,
    fileManager: FileManager = .default,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder()
  ) {
    self.key = key
    let documents =
      fileManager.urls(for: .documentDirectory, in: .userDomainMask).first
      ?? fileManager.homeDirectoryForCurrentUser
    file = FileCache(url: documents.appendingPathComponent("\(key).json"), decoder: decoder, encoder: encoder)
  }

  /// Saves a value, replacing the previous one. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) { file.save(value) }

  /// The value saved last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? { file.load() }
}
