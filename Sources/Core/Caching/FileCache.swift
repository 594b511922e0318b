import Foundation

/// Keeps a value in a file of its own, as JSON.
///
/// The file is replaced as a whole: it is written beside, and then renamed, so that nobody ever finds half of it.
public final class FileCache: Caching {
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

  public func save<Value: Encodable>(_ value: Value) {
    reportingFailure(to: "save", key: key) {
      let data = try encoder.encode(value)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try data.write(to: url, options: .atomic)
    }
  }

  public func load<Value: Decodable>() -> Value? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return reportingFailure(to: "load", key: key) {
      try decoder.decode(Value.self, from: Data(contentsOf: url))
    }
  }
}

/// Keeps a value in a file of the user's documents folder, named after its key.
public final class DocumentsCache: Caching {
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

  public func save<Value: Encodable>(_ value: Value) { file.save(value) }

  public func load<Value: Decodable>() -> Value? { file.load() }
}
