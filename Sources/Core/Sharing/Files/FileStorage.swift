import Foundation
import HashTreeCollections

/// Where ``FileStorageKey`` keeps its files: the disk, or memory.
public struct FileStorage: Sendable {
  let place: any FilePlace

  /// Keeps files on the disk.
  public static let fileSystem = Self(place: DiskPlace())

  /// A new storage in memory, in which nothing but the given files is.
  public static func inMemory(files: [URL: Data] = [:]) -> Self {
    let files = files.map { ($0.standardizedFileURL.path, $1) }
    return Self(place: MemoryPlace(TreeDictionary(files, uniquingKeysWith: { $1 })))
  }

  /// A new, empty storage in memory.
  public static var inMemory: Self { inMemory() }

  var id: ObjectIdentifier { ObjectIdentifier(place) }
}

extension DependencyValues {
  /// Where ``FileStorageKey`` keeps its files: the disk in the running program; memory, for each anew, in test stores
  /// and sessions.
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

/// What is to be written to a file.
struct FileContent: Sendable {
  /// Makes it. Only the last of several that wait to be written is made.
  let make: @Sendable () throws -> Data
  /// Whether what is in the file now could be read.
  let isReadable: @Sendable (Data) -> Bool
}

/// A place that files are kept in.
protocol FilePlace: AnyObject, Sendable {
  /// The content of a file; `nil` if there is none.
  func load(_ url: URL) throws -> Data?
  /// Replaces a file, now or later.
  func save(
    _ content: FileContent,
    to url: URL,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  )
  /// Calls a function with the content of a file whenever another program has changed it.
  func subscribe(
    to url: URL,
    _ didChange: @escaping @Sendable (Result<Data?, any Error>) -> Void
  ) -> SharedSubscription
}

/// Files in memory. They are part of what a session rewinds.
private final class MemoryPlace: FilePlace {
  private let files: SharedBox<TreeDictionary<String, Data>>

  init(_ files: TreeDictionary<String, Data>) {
    self.files = SharedBox(files)
  }

  func load(_ url: URL) -> Data? { files.value()[url.path] }

  func save(
    _ content: FileContent,
    to url: URL,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    completion(Result { replace(url, with: try content.make(), keepingBrokenUnless: content.isReadable) })
  }

  /// Reading the old content is the user's code, which may write other files, so it runs outside of the lock; what it
  /// says counts if the file is still the same then.
  private func replace(_ url: URL, with data: Data, keepingBrokenUnless isReadable: (Data) -> Bool) {
    var isDone = false
    while !isDone {
      let old = load(url)
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
