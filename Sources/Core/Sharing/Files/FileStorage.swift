import HashTreeCollections

/// The storage of ``FileStorageKey``: on disk or in memory.
public struct FileStorage: Sendable {
  let place: any FilePlace

  /// Stores files on disk.
  public static let fileSystem = Self(place: DiskPlace())

  /// A new storage in memory that contains only the given files.
  public static func inMemory(files: [URL: Data] = [:]) -> Self {
    let files = files.map { ($0.standardizedFileURL.path, $1) }
    return Self(place: MemoryPlace(TreeDictionary(files, uniquingKeysWith: { $1 })))
  }

  /// A new, empty storage in memory.
  public static var inMemory: Self { inMemory() }

  var id: ObjectIdentifier { ObjectIdentifier(place) }
}

extension DependencyValues {
  /// The storage of ``FileStorageKey``: the disk in a live program; new in-memory storage in each test store and
  /// session.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }

  private enum DefaultFileStorageKey: DependencyKey {
    static var liveValue: FileStorage { .fileSystem }
    static var testValue: FileStorage { .inMemory }
    static var previewValue: FileStorage { .inMemory }
  }
}

/// The content to write to a file.
struct FileContent: Sendable {
  /// Creates the content. Of several pending contents, only the last is created.
  let make: @Sendable () throws -> Data
  /// Whether the file's current content could be read.
  let isReadable: @Sendable (Data) -> Bool
}

/// A place that stores files.
protocol FilePlace: AnyObject, Sendable {
  /// The content of a file; `nil` if the file did not exist before this call.
  ///
  /// - Parameter initial: The content of the file if it does not exist.
  func load(_ url: URL, orCreating initial: FileContent?) throws -> Data?
  /// Replaces a file, now or later.
  func save(
    _ content: FileContent,
    to url: URL,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  )
  /// Calls a function with the content of a file whenever another program changes it.
  func subscribe(
    to url: URL,
    _ didChange: @escaping @Sendable (Result<Data?, any Error>) -> Void
  ) -> SharedSubscription
}

/// Files in memory, which a session rewinds.
private final class MemoryPlace: FilePlace {
  private let files: LockedBox<TreeDictionary<String, Data>>

  init(_ files: TreeDictionary<String, Data>) {
    self.files = LockedBox(files)
  }

  func load(_ url: URL, orCreating initial: FileContent?) throws -> Data? {
    if let data = files.value()[url.path] { return data }
    if let data = try initial?.make() { files.update { $0[url.path] = data } }
    return nil
  }

  func save(
    _ content: FileContent,
    to url: URL,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    completion(Result { replace(url, with: try content.make(), keepingBrokenUnless: content.isReadable) })
  }

  /// Checking the old content runs the user's code, which may write other files, so it runs outside of the lock. Its
  /// result counts only if the file is unchanged by then.
  private func replace(_ url: URL, with data: Data, keepingBrokenUnless isReadable: (Data) -> Bool) {
    var isDone = false
    while !isDone {
      let old = files.value()[url.path]
      let broken = old.flatMap { isReadable($0) ? nil : $0 }
      files.update { files in
        guard files[url.path] == old else { return }
        if let broken { files[url.path + ".broken"] = broken }
        files[url.path] = data
        isDone = true
      }
    }
  }

  func subscribe(
    to url: URL,
    _ didChange: @escaping @Sendable (Result<Data?, any Error>) -> Void
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}
