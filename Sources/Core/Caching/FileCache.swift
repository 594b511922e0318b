/// Saves a value as JSON in its own file.
///
/// The file is replaced atomically: the new content is written to a temporary file, which is then renamed.
public class FileCache: Caching {
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
  public convenience init(
    url: URL,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder()
  ) {
    self.init(key: url.deletingPathExtension().lastPathComponent, url, decoder, encoder)
  }

  fileprivate init(key: String, _ url: URL, _ decoder: JSONDecoder, _ encoder: JSONEncoder) {
    (self.key, self.url, self.decoder, self.encoder) = (key, url, decoder, encoder)
  }

  /// Saves a value, replacing the previous one. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public final func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      try DiskFile(path: url.path).replace(with: encoder.encode(value))
    }
  }

  /// The value saved last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public final func load<Value: Decodable>() -> Value? {
    reportingFailure(to: "load", key: key) {
      try DiskFile(path: url.path).read().map { try decoder.decode(Value.self, from: $0) }
    } ?? nil
  }
}

/// Saves a value in a file in the user's documents folder, named after its key.
public final class DocumentsCache: FileCache {
  /// Creates a cache in the file `KEY.json` in the user's documents folder.
  public init(
    key: String,
    fileManager: FileManager = .default,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder()
  ) {
    let documents =
      fileManager.urls(for: .documentDirectory, in: .userDomainMask).first
      ?? fileManager.homeDirectoryForCurrentUser
    super.init(key: key, documents.appendingPathComponent("\(key).json"), decoder, encoder)
  }
}
