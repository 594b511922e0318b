import Core
import Glibc

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
  private var line = ""
  /// Where the options of the action begin in it, in bytes.
  private var startOfOptions = 0
  /// The number of the next element of a stack, if the next line must contain it.
  private var nextElement: Int?
  /// Whether texts of a form can be read, where that does not depend on their numbers and quoted texts.
  private var isReadable: [UInt64: Bool] = [:]

  /// A file that is being written, and locked against other programs.
  private struct OpenedFile {
    let descriptor: Int32
    let lock: FileLock
    let start: Int
    var length: Int
    var startOfLast: Int

    func close() {
      Glibc.close(descriptor)
      lock.release()
    }

    /// Writes text at an offset, which is then the end.
    mutating func write(_ text: inout String, at offset: Int, path: String) throws(SystemError) {
      let count = text.utf8.count
      let written = text.withUTF8 { bytes in
        Descriptor.uninterrupted { pwrite(descriptor, bytes.baseAddress, count, off_t(offset)) }
      }
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
    (self.path, self.program, self.limit, self.types) = (path, program, limit, types)
    (self.dependencies, self.report) = (dependencies, report)
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
      report(
        "The store is no longer recorded in '\(path)': \((error as? SessionFileError)?.message ?? "\(error)")"
      )
    }
  }

  func willReduce(_ action: Any, isFromEffect: Bool, in state: () -> Any) {
    guard let file else { return }
    attempt {
      if file.length - file.start > limit { try begin(in: state()) }
      guard let end = self.file?.length else { return }
      let text = actionText(action)
      line.removeAll(keepingCapacity: true)
      addTime()
      self.file?.startOfLast = end + line.utf8.count
      line += "replay "
      startOfOptions = line.utf8.count
      if isFromEffect { line += "--effect " }
      if reads(text, of: action) {
        if let number = nextElement.take() { line += "--element \(number) " }
        line += text
      } else {
        line += "--lost "
        line += String(text.prefix(400)).quotedAsLiteral
      }
      line += "\n"
      try self.file?.write(&line, at: end, path: path)
    }
  }

  func didReduce(drawing values: DrawnValues) {
    guard let file else { return }
    attempt {
      var longer = "replay \(values.options)"
      longer += Substring(line.utf8.dropFirst(startOfOptions))
      try self.file?.write(&longer, at: file.startOfLast, path: path)
    }
  }

  /// Adds the command that moves the clock to the present, unless less than a millisecond has passed.
  private func addTime() {
    let (seconds, attoseconds) = elapsed().components
    let time = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    guard time > recordedTime else { return }
    let (whole, rest) = (time - recordedTime).quotientAndRemainder(dividingBy: 1_000)
    recordedTime = time
    // Formatting any duration would take as long as the rest of a line.
    line += "advance "
    if whole >= 60 {
      line += Duration.milliseconds(whole * 1_000 + rest).formatted
    } else if rest == 0 || whole == 0 {
      line += whole == 0 ? "\(rest)ms" : "\(whole)s"
    } else {
      line += "\(whole).\(String(1_000 + rest).dropFirst())s"
    }
    line += "\n"
  }

  /// Whether the text of an action can be read.
  ///
  /// Reading it takes much longer than the rest. So it is read once for all texts of the same form, if they can be read or
  /// not whatever their numbers and quoted texts are.
  private func reads(_ text: String, of action: Any) -> Bool {
    let form = Self.form(of: text)
    if let known = isReadable[form.hash] { return known }
    let reads = Self.reads(text, as: types.action)
    if form.isWhole || ActionSyntax.isReadableByForm(action) {
      if isReadable.count > 1_000 { isReadable = [:] }
      isReadable[form.hash] = reads
    }
    return reads
  }

  private static func reads(_ text: String, as type: Any.Type) -> Bool {
    guard let value = try? ActionSyntax.action(of: type, parsing: SourceText(text)) else { return false }
    return actionText(value) == text
  }

  /// A hash of a text in which all numbers are alike and all quoted texts are, and whether it has none of them.
  ///
  /// Digits in a name are part of it: cases such as `first1` and `first2` can have different payloads.
  private static func form(of text: String) -> (hash: UInt64, isWhole: Bool) {
    var text = text
    return text.withUTF8 { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      var isWhole = true
      var (isQuoted, isEscaped, isInBackticks) = (false, false, false)
      var (isInName, isInNumber) = (false, false)
      for byte in bytes {
        if isEscaped {
          isEscaped = false
        } else if byte == .doubleQuote, !isInBackticks {
          if !isQuoted { add(byte) }
          isQuoted.toggle()
          (isWhole, isInName, isInNumber) = (false, false, false)
        } else if isQuoted {
          isEscaped = byte == .backslash
        } else if byte.isDigit, !isInName, !isInBackticks {
          if !isInNumber { add(UInt8(ascii: "0")) }
          (isWhole, isInNumber) = (false, true)
        } else {
          add(byte)
          if byte == UInt8(ascii: "`") { isInBackticks.toggle() }
          let continuesName = byte.isASCIILetter || byte == UInt8(ascii: "_") || byte >= 0x80 || byte.isDigit
          // The letters in `1e5` and `1m30s` belong to a number.
          isInName = continuesName && !isInNumber
          isInNumber = continuesName && isInNumber
        }
      }
      return (hash, isWhole)
    }
  }
}

// Files.
extension StoreSessionFile {
  /// Begins a new file in a state. An existing recording is kept beside it.
  private func begin(in state: Any) throws {
    let text = actionText(state)
    guard Self.reads(text, as: types.state) else {
      throw SessionFileError.file(
        "the state has no text form that can be read, so a file cannot begin with it",
        status: ExitStatus.inputOutput
      )
    }
    let origin = SessionOrigin(epoch: dependencies.date.now, state: text)
    let bytes = Array(SessionFormat.text(program: program, origin: origin, body: "").utf8)
    try keepOld()
    try AtomicFile.makeFolder(AtomicFile.folder(of: path))
    try AtomicFile.replace(path, with: bytes)
    let target = AtomicFile.resolvingLinks(path)
    let descriptor = Descriptor.uninterrupted {
      target.withPath { open($0, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) }
    }
    guard descriptor >= 0 else { throw SystemError("write", subject: path) }
    do throws(SystemError) {
      let lock = try FileLock(target, patience: 1)
      file = OpenedFile(
        descriptor: descriptor,
        lock: lock,
        start: bytes.count,
        length: bytes.count,
        startOfLast: bytes.count
      )
    } catch {
      close(descriptor)
      throw SessionFileError(recording: error, in: path)
    }
    // A new file has a clock of its own.
    addTime()
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
          "the file exists and is not a session; remove it, or record to another one",
          status: ExitStatus.inputOutput
        )
      }
      let lock: FileLock
      do throws(SystemError) { lock = try FileLock(target, patience: 1) } catch {
        throw SessionFileError(recording: error, in: path)
      }
      lock.release()
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
