import Dispatch
import Synchronization

import TodoShellSystem

/// A file on disk: writes it, and watches for changes by others.
///
/// The first value is written at once, those after it in the background. Values that arrive during a write are queued,
/// and only the last one is written, so a value that changes faster than the disk can write is written only as often as
/// the disk allows.
final class FileWriter: StoredFile {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  private let path: String
  private let queue: DispatchQueue
  /// Entered while something is to be written.
  private let writing = DispatchGroup()
  private let state = Mutex(State())
  private let observers = SharedSubscribers<Result<Data?, any Error>>()

  private struct State {
    /// Whether a write is in progress or scheduled; it also covers values that arrive meanwhile.
    var isWriting = false
    var pending: FileContent?
    /// The content being written.
    var current: FileContent?
    var completions: [Completion] = []
    /// The content when the file was last read or written.
    var known: Data? {
      didSet { version += 1 }
    }
    /// Increases whenever the content may be another.
    var version = 0
    /// The content last written. Unlike content that was read, it is known to be decodable.
    var written: Data?
    var watch: FileWatch?
    /// Whether the file changed during a write, so that it is not known which of them came last.
    var mustCheck = false
  }

  private init(path: String) {
    self.path = path
    queue = DispatchQueue(label: "Core.FileWriter")
  }

  /// The content, including what is not yet written; `nil` if the file did not exist before this call.
  func load(orCreating initial: FileContent?) throws -> Data? {
    if let unwritten = state.withLock({ $0.pending ?? $0.current }) { return try unwritten.make() }
    if let data = try readAndRemember() { return data }
    guard let data = try initial?.make() else { return nil }
    state.withLock { $0.known = data }
    let isCreated: Bool
    do throws(SystemError) {
      isCreated = try create(with: data)
    } catch {
      // No value is lost, so the load does not fail; the first change will report the error. A program that only reads
      // the value may lack permission to write.
      state.withLock { $0.known = nil }
      return nil
    }
    return isCreated ? nil : try readAndRemember()
  }

  private func readAndRemember() throws -> Data? {
    let data = try Self.read(path)
    state.withLock { $0.known = data }
    return data
  }

  func save(_ content: FileContent, completion: @escaping Completion) {
    let (isWriting, isFirst) = state.withLock { state in
      defer { state.isWriting = true }
      state.pending = content
      state.completions.append(completion)
      if !state.isWriting { writing.enter() }
      return (state.isWriting, state.written == nil)
    }
    if isWriting { return }
    if isFirst { writePending() } else { queue.async { [self] in writePending() } }
  }

  /// Writes the pending content, and then, in the background, content that arrives meanwhile.
  private func writePending() {
    let (pending, completions) = state.withLock { state in
      defer { (state.current, state.pending, state.completions) = (state.pending, nil, []) }
      return (state.pending, state.completions)
    }
    if let pending {
      let result = Result { try write(pending) }
      state.withLock { $0.current = nil }
      for completion in completions { completion(result) }
    }
    let (isDone, mustCheck) = state.withLock { state in
      state.isWriting = state.pending != nil
      if state.isWriting { return (false, false) }
      defer { state.mustCheck = false }
      writing.leave()
      return (true, state.mustCheck)
    }
    if !isDone {
      queue.async { [self] in writePending() }
    } else if mustCheck {
      queue.async { [self] in fileDidChange() }
    }
  }

  private func write(_ content: FileContent) throws {
    let data = try content.make()
    let (known, written) = state.withLock { state in
      // Set before the file changes, so that the watch does not mistake the write for a change by another program.
      defer { state.known = data }
      return (state.known, state.written)
    }
    do {
      try replace(with: data) { $0 == written || content.isReadable($0) }
    } catch {
      state.withLock { $0.known = known }
      throw error
    }
    state.withLock { $0.written = data }
  }
}

// The file, which several programs may read and replace.
extension FileWriter {
  private static func read(_ path: String) throws(SystemError) -> Data? {
    try AtomicFile.read(path).map { Data($0) }
  }

  /// Creates the file, and its folder if necessary, unless it exists.
  ///
  /// - Returns: Whether it was created.
  private func create(with data: Data) throws(SystemError) -> Bool {
    let target = AtomicFile.resolvingLinks(path)
    let folder = AtomicFile.folder(of: target)
    try AtomicFile.makeFolder(folder, mode: 0o777)
    let lock = try FileLock(folder: folder)
    defer { lock.release() }
    // Linked, because renaming would replace a file that a program without the lock may have created meanwhile.
    let new = target + ".creating"
    try AtomicFile.replace(new, with: data)
    defer { _ = new.withPath { unlink($0) } }
    if new.withPath({ new in target.withPath { link(new, $0) } }) == 0 { return true }
    guard errno == EEXIST else { throw SystemError("create", subject: path) }
    return false
  }

  /// Replaces the file, and creates its folder if necessary.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - isReadable: Whether the old content can be overwritten. If not, a copy is kept next to it.
  private func replace(
    with data: Data,
    keepingBrokenUnless isReadable: (Data) -> Bool
  ) throws(SystemError) {
    // A symbolic link is preserved, and its target is replaced.
    let target = AtomicFile.resolvingLinks(path)
    let folder = AtomicFile.folder(of: target)
    try AtomicFile.makeFolder(folder, mode: 0o777)
    let lock = try FileLock(folder: folder)
    defer { lock.release() }
    if let old = try Self.read(target), old != data, !isReadable(old) { try Self.keepBroken(target) }
    try AtomicFile.replace(target, with: data)
  }

  /// Keeps a copy of an unreadable file under the first free name.
  private static func keepBroken(_ path: String) throws(SystemError) {
    for number in 1... {
      let copy = path + (number == 1 ? ".broken" : ".broken\(number)")
      if path.withPath({ path in copy.withPath { link(path, $0) } }) == 0 { return }
      guard errno == EEXIST else { throw SystemError("keep the unreadable file as", subject: copy) }
    }
  }
}

// Changes by other programs.
extension FileWriter {
  func subscribe(_ didChange: @escaping FileObserver) -> SharedSubscription {
    let subscription = observers.add(in: nil, didChange)
    state.withLock { state in
      if state.watch == nil {
        state.watch = FileWatch(path: path, queue: queue, didFail: Self.reportUnwatched) { [weak self] in
          self?.fileDidChange()
        }
      }
    }
    // Keeps the writer for as long as the file is in use.
    return SharedSubscription { [self] in
      subscription.cancel()
      let watch = state.withLock { observers.isEmpty ? $0.watch.take() : nil }
      watch?.cancel()
    }
  }

  private static func reportUnwatched(_ error: SystemError) {
    let isFull = error.code == ENOSPC
    let reason = isFull ? "fs.inotify.max_user_watches is reached" : "\(error)"
    reportIssue(
      "Changes to files by other programs are seen only by \"load()\": \(reason)",
      severity: isFull ? .warning : .error
    )
  }

  private func fileDidChange() {
    let version = state.withLock { state in
      if state.isWriting { state.mustCheck = true }
      return state.isWriting ? nil : state.version
    }
    // A write replaces what others wrote before it.
    guard let version else { return }
    let content = Result { try Self.read(path) }
    let isChange = state.withLock { state in
      // The first write is made on another thread: what was read may be older.
      if state.isWriting || state.version != version {
        queue.async { [self] in fileDidChange() }
        return false
      }
      if case .success(let data) = content {
        if data == state.known { return false }
        state.known = data
      }
      return true
    }
    if isChange { observers.yield(content) }
  }
}

// The writers of the program.
extension FileWriter {
  private static let all = Mutex<[String: Entry]>([:])

  private struct Entry {
    weak var writer: FileWriter?
  }

  private static let finishOnce: Void = {
    atexit {
      // With a limit, because the thread that exits may be the one that uses a storage.
      _ = SharedScope.StorageUse.all.wait(timeout: .now() + .seconds(1))
      for writer in FileWriter.all.withLock({ $0.values.compactMap(\.writer) }) { writer.writing.wait() }
    }
  }()

  /// The writer of the file at a path.
  static func of(_ path: String) -> FileWriter {
    // A program that exits normally loses nothing. If it is killed, the last file written remains.
    finishOnce
    return all.withLock { writers in
      if let writer = writers[path]?.writer { return writer }
      let writer = FileWriter(path: path)
      writers = writers.filter { $0.value.writer != nil }
      writers[path] = Entry(writer: writer)
      return writer
    }
  }
}
