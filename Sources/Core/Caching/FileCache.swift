import Foundation

/// Keeps a value in a file of its own, as JSON.
///
/// The file is replaced as a whole: it is written beside, and then renamed, so that nobody ever finds half of it.
public final class FileCache: Caching {
  /// What the value is kept under.
  public let key: String

  /// Where the file is.
  public let url: URL
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// Creates a cache in a file.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is made when something is to be kept.
  ///   - decoder: Reads the value.
  ///   - encoder: Writes the value.
  public init(url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
    self.url = url
    self.decoder = decoder
    self.encoder = encoder
    key = url.deletingPathExtension().lastPathComponent
  }

  /// Keeps a value in place of the one before. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      try DiskFile(path: url.path).replace(with: encoder.encode(value))
    }
  }

  /// The value that was kept last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? {
    reportingFailure(to: "load", key: key) {
      try DiskFile(path: url.path).read().map { try decoder.decode(Value.self, from: $0) }
    } ?? nil
  }
}

/// Keeps a value in a file of the user's documents folder, named after its key.
public final class DocumentsCache: Caching {
  /// What the value is kept under.
  public let key: String
  private let file: FileCache

  /// Creates a cache in the file `KEY.json` of the user's documents folder.
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

  /// Keeps a value in place of the one before. A failure is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func save<Value: Encodable>(_ value: Value) { file.save(value) }

  /// The value that was kept last; `nil` if there is none, or if it cannot be read, which is reported as an issue.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func load<Value: Decodable>() -> Value? { file.load() }
}
