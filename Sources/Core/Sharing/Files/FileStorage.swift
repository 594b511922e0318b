import HashTreeCollections

/// The storage of ``FileStorageKey``: on disk or in memory.
public struct FileStorage: Sendable {
  /// Distinguishes the storage from others.
  let id: ObjectIdentifier
  /// The file at a path.
  let file: @Sendable (_ path: String) -> any StoredFile

  /// Stores files on disk.
  public static let fileSystem = Self(id: ObjectIdentifier(FileWriter.self), file: FileWriter.of)

  /// A new storage in memory that contains only the given files.
  public static func inMemory(files: [URL: Data] = [:]) -> Self {
    let files = files.map { ($0.standardizedFileURL.path, $1) }
    let box = SharedCell(TreeDictionary(files, uniquingKeysWith: { $1 }))
    return Self(id: ObjectIdentifier(box)) { MemoryFile(path: $0, files: box) }
  }

  /// A new, empty storage in memory.
  public static var inMemory: Self { inMemory() }
}

extension DependencyValues {
  /// The storage of ``FileStorageKey``: the disk in a live program; new in-memory storage in each test and
  /// session.
  @DependencyEntry(liveValue: FileStorage.fileSystem, previewValue: FileStorage.inMemory())
  public var defaultFileStorage: FileStorage = .inMemory
}

/// The content to write to a file.
struct FileContent: Sendable {
  /// Creates the content. Of several pending contents, only the last is created.
  let make: @Sendable () throws -> Data
  /// Whether the file's current content could be read.
  let isReadable: @Sendable (Data) -> Bool
}

/// Called with the new content of a file.
typealias FileObserver = @Sendable (Result<Data?, any Error>) -> Void

/// A file of a storage.
protocol StoredFile: Sendable {
  /// The content; `nil` if the file did not exist before this call.
  ///
  /// - Parameter initial: The content of the file if it does not exist.
  func load(orCreating initial: FileContent?) throws -> Data?
  /// Replaces the content, now or later.
  func save(_ content: FileContent, completion: @escaping @Sendable (Result<Void, any Error>) -> Void)
  /// Calls a function with the content whenever another program changes it.
  func subscribe(_ didChange: @escaping FileObserver) -> SharedSubscription
}

/// A file in memory, which a session rewinds.
private struct MemoryFile: StoredFile {
  let path: String
  let files: SharedCell<TreeDictionary<String, Data>>

  func load(orCreating initial: FileContent?) throws -> Data? {
    if let data = files.value()[path] { return data }
    if let data = try initial?.make() { files.update { $0[path] = data } }
    return nil
  }

  func save(_ content: FileContent, completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    completion(Result { replace(with: try content.make(), keepingBrokenUnless: content.isReadable) })
  }

  /// Checking the old content runs the user's code, which may write other files, so it runs outside of the lock. Its
  /// result counts only if the file is unchanged by then.
  private func replace(with data: Data, keepingBrokenUnless isReadable: (Data) -> Bool) {
    var isDone = false
    while !isDone {
      let old = files.value()[path]
      let broken = old.flatMap { isReadable($0) ? nil : $0 }
      files.update { files in
        guard files[path] == old else { return }
        if let broken { files[path + ".broken"] = broken }
        files[path] = data
        isDone = true
      }
    }
  }

  func subscribe(_: @escaping FileObserver) -> SharedSubscription {
    SharedSubscription {}
  }
}
