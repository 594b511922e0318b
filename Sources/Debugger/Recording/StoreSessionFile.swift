import Core
import TodoShellSystem

/// The session file of an application's store.
///
/// Unlike a ``SessionJournal``, it is written before each action of an application that must not wait for the disk. A line is
/// written at once; the values that a reducer has drawn are added by overwriting the line.
@MainActor
final class StoreSessionFile: StoreRecorder {
  private let path: String
  private let program: String
  private let limit: Int
  private let types: (state: Any.Type, action: Any.Type)
  private let dependencies: DependencyValues
  private let report: (String) -> Void
  private var file: OpenedFile?
  /// The time of the store's clock since the beginning of the recording.
  private let elapsed: () -> Duration
  /// The milliseconds of it for which the current file has commands.
  private var recordedTime: Int64 = 0
  /// What was written last: perhaps the time, and an action.
  private var line: [UInt8] = []
  /// The text of the action that was recorded last; a buffer.
  private var text: [UInt8] = []
  /// Where the options of the action begin in it, in bytes.
  private var startOfOptions = 0
  /// The number of the next element of a stack, if the next line must contain it.
  private var nextElement: Int?
  /// Whether the texts of actions of a form can be read.
  private var isReadable: [Int: Bool] = [:]

  /// A file that is being written, and locked against other programs.
  private struct OpenedFile {
    let descriptor: Int32
    let lock: FileLock
    let start: Int
    var length: Int
    var startOfLast: Int

    func close() {
      TodoShellSystem.close(descriptor)
      lock.release()
    }

    /// Writes text at an offset, which is then the end.
    mutating func write(_ text: [UInt8], at offset: Int, path: String) throws(SystemError) {
      let count = text.count
      let written = Descriptor.uninterrupted { pwrite(descriptor, text, count, off_t(offset)) }
      guard written == count else {
        let failure = SystemError("write", subject: path, code: written < 0 ? errno : ENOSPC)
        _ = ftruncate(descriptor, off_t(offset))
        throw failure
      }
      length = offset + count
    }
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - program: The shell that opens it.
  ///   - limit: The number of bytes after which the next file begins.
  ///   - types: The types of the feature.
  ///   - dependencies: The store's dependencies.
  ///   - state: The current state.
  ///   - report: Reports why the recording ends.
  init(
    _ path: String,
    program: String,
    limit: Int,
    types: (state: Any.Type, action: Any.Type),
    dependencies: DependencyValues,
    state: Any,
    report: @escaping (String) -> Void
  ) {
    self.path = path
    self.program = program
    self.limit = limit
    self.types = types
    self.dependencies = dependencies
    self.report = report
    elapsed = Self.stopwatch(dependencies.continuousClock)
    attempt { try begin(in: state) }
  }

  isolated deinit { file?.close() }

  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Ends the recording if a step of it fails.
  private func attempt(_ step: () throws -> Void) {
    do { try step() } catch {
      file?.close()
      file = nil
      report("The store is no longer recorded in '\(path)': \(error)")
    }
  }

  func willReduce(_ action: Any, isFromEffect: Bool, in state: () -> Any) {
    guard let file else { return }
    attempt {
      if file.length - file.start > limit { try begin(in: state()) }
      guard var file = self.file else { return }
      // Each in-place change of a property would be checked for overlapping accesses.
      var text = text
      var line = line
      self.text = []
      self.line = []
      defer { (self.text, self.line) = (text, line) }
      writeActionText(action, in: &text)
      line.removeAll(keepingCapacity: true)
      addTime(to: &line)
      file.startOfLast = file.length + line.count
      line.append("replay ")
      startOfOptions = line.count
      if isFromEffect { line.append("--effect ") }
      if reads(text) {
        if let number = nextElement.take() { line.append("--element \(number) ") }
        line += text
      } else {
        line.append("--lost ")
        line.append(String(String(decoding: text, as: UTF8.self).prefix(400)).quotedAsLiteral)
      }
      line.append(.newline)
      try file.write(line, at: file.length, path: path)
      self.file = file
    }
  }

  func didReduce(drawing values: DrawnValues) {
    guard let file else { return }
    attempt {
      let longer = Array("replay \(values.options)".utf8) + line[startOfOptions...]
      try self.file?.write(longer, at: file.startOfLast, path: path)
    }
  }

  /// The time of the store's clock since the beginning of the recording.
  private var milliseconds: Int64 {
    let (seconds, attoseconds) = elapsed().components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// Adds the command that moves the clock to the present, unless less than a millisecond has passed.
  private func addTime(to line: inout [UInt8]) {
    let time = milliseconds
    guard time > recordedTime else { return }
    let (whole, rest) = (time - recordedTime).quotientAndRemainder(dividingBy: 1_000)
    recordedTime = time
    // Formatting any duration would take as long as the rest of a line.
    line.append("advance ")
    if whole >= 60 {
      line.append(Duration.milliseconds(whole * 1_000 + rest).formatted)
    } else if rest == 0 || whole == 0 {
      line.append(whole == 0 ? "\(rest)ms" : "\(whole)s")
    } else {
      line.append("\(whole).\(String(1_000 + rest).dropFirst())s")
    }
    line.append(.newline)
  }

  /// Whether the text of an action can be read.
  ///
  /// Reading it takes much longer than the rest. So it is read once for all actions of the same form.
  private func reads(_ text: [UInt8]) -> Bool {
    let form = ActionSyntax.form(of: text)
    if let form, let known = isReadable[form] { return known }
    let reads = Self.reads(String(decoding: text, as: UTF8.self), as: types.action)
    if isReadable.count > 1_000 { isReadable = [:] }
    if let form { isReadable[form] = reads }
    return reads
  }

  private static func reads(_ text: String, as type: Any.Type) -> Bool {
    guard let value = try? ActionSyntax.action(of: type, parsing: SourceText(text)) else { return false }
    return actionText(value) == text
  }
}

// Files.
extension StoreSessionFile {
  /// Begins a new file in a state. An existing recording is kept beside it.
  private func begin(in state: Any) throws {
    let text = actionText(state)
    guard Self.reads(text, as: types.state) else {
      throw SessionFileError.file(
        "the state has no text form that can be read, so a file cannot begin with it"
      )
    }
    let origin = SessionOrigin(epoch: dependencies.date.now, state: text)
    let contents = SessionFormat.text(program: program, origin: origin, body: "")
    try keepOld()
    try AtomicFile.makeFolder(AtomicFile.folder(of: path))
    do {
      let (descriptor, lock) = try SessionJournal.open(path, orMakeWith: contents, 0)
      let end = Int(lseek(descriptor, 0, SEEK_END))
      file = OpenedFile(descriptor: descriptor, lock: lock, start: end, length: end, startOfLast: end)
    } catch {
      throw SessionFileError(recording: error, in: path)
    }
    // A new file has a clock of its own.
    recordedTime = milliseconds
    nextElement = dependencies.nextStackElement.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Renames the current file, or one of an earlier run.
  private func keepOld() throws {
    // A link keeps naming the place of the files.
    let target = AtomicFile.resolvingLinks(path)
    if let file {
      file.close()
      self.file = nil
    } else {
      guard let old = try AtomicFile.read(path), !old.isEmpty else { return }
      guard SessionFormat.isSession(old) else {
        throw SessionFileError.file(
          "the file exists and is not a session; remove it, or record to another one"
        )
      }
      try SessionJournal.lock(path).release()
    }
    let isRenamed = target.withPath { old in "\(target).1".withPath { rename(old, $0) } } == 0
    guard isRenamed || errno == ENOENT else { throw SystemError("rename", subject: path) }
  }
}

extension DrawnValues {
  /// The options of `replay` that contain them, each followed by a space.
  fileprivate var options: String {
    var text = ""
    func add(_ option: String, _ values: [String]) {
      if !values.isEmpty { text += "--\(option) \(values.joined(separator: ",")) " }
    }
    add("uuid", uuids.map(\.uuidString))
    add("date", dates.map { "\($0.timeIntervalSinceReferenceDate)" })
    add("random", randomNumbers.map(String.init))
    return text
  }
}
