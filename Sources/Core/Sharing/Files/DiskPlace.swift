import Dispatch
import Synchronization

/// The files on disk. Each has a ``FileWriter``, which writes in the background and watches for changes.
final class DiskPlace: FilePlace {
  private let writers = Mutex<[String: FileWriter]>([:])

  init() {
    // A program that exits normally loses nothing. If it is killed, the last file written remains.
    FileWriter.finishAllAtExit()
  }

  func load(_ url: URL, orCreating initial: FileContent?) throws -> Data? {
    try writer(of: url).load(orCreating: initial)
  }

  func save(
    _ content: FileContent,
    to url: URL,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    writer(of: url).save(content, completion: completion)
  }

  func subscribe(
    to url: URL,
    _ didChange: @escaping @Sendable (Result<Data?, any Error>) -> Void
  ) -> SharedSubscription {
    writer(of: url).subscribe(didChange)
  }

  private func writer(of url: URL) -> FileWriter {
    writers.withLock { writers in
      if let writer = writers[url.path] { return writer }
      let writer = FileWriter(path: url.path)
      writers[url.path] = writer
      return writer
    }
  }
}
