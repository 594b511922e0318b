import Core
import TodoShellSystem
import TodoShellPlatform

/// Records the commands that change a session, writing each to the session's file before it takes effect.
///
/// A command is recorded when it is about to change something, so queries and commands that fail immediately are not
/// recorded. Instead of `source`, the commands that it runs are recorded.
package final class SessionRecorder {
  /// The origin of the session.
  package private(set) var origin: SessionOrigin
  // Unchecked, like the following properties marked so: every command reads them, and code that changes one
  // calls nothing that reads it.
  /// The commands recorded so far.
  @exclusivity(unchecked) package private(set) var entries: [SessionEntry] = []
  /// The file in which the user records the session.
  package var journal: SessionJournal? {
    get { keptJournal == nil ? writtenJournal : nil }
    set {
      if let journal, newValue !== journal { noteCopy(in: journal) }
      // A session that the user stops recording is still kept.
      if newValue == nil, keptJournal != nil { return }
      discardKeptJournal()
      writtenJournal = newValue
    }
  }
  /// The file in which a session is kept if the user does not record it.
  var keptJournal: SessionJournal? { writtenJournal?.isKept == true ? writtenJournal : nil }
  /// The file to which commands are written.
  @exclusivity(unchecked) package private(set) var writtenJournal: SessionJournal?
  /// Creates the file in which the session is kept, before its next command. Returns `nil` if there is to be none, or it cannot
  /// be created.
  @exclusivity(unchecked) package var startKeeping: (() -> SessionJournal?)?
  /// The file in which the session can no longer be kept, until it is kept in another.
  private var failedJournal: SessionJournal?
  /// The other files that contain the session.
  private(set) var copies = SessionCopies()

  /// Whether the commands are being loaded from a session file.
  package var isLoading = false

  @exclusivity(unchecked) private var running: Running?
  /// Why a change could not be recorded that could not be prevented either.
  private var failure: SessionError?

  init(origin: SessionOrigin) {
    self.origin = origin
  }

  /// The running command.
  private struct Running {
    var text: String
    /// Whether the text is that of a part of the command, and the failure is not that part's.
    var isPart = false
    /// The session before the command changed it, once the command has been recorded.
    var before: SessionStanding?
    /// Whether it is kept even if the session has not changed.
    var isKept = false
    var outcome = SessionEntry.Outcome()
  }
}

extension SessionRecorder {
  /// Starts a new record.
  package func restart(origin: SessionOrigin, entries: [SessionEntry] = []) {
    self.origin = origin
    self.entries = entries
    copies = SessionCopies()
  }

  /// Records that a file contains the current session.
  ///
  /// - Parameters:
  ///   - length: The number of bytes that the session occupies in it.
  ///   - error: Why it is not known whether it still contains that.
  ///   - change: Sets further properties of the copy.
  package func noteCopy(
    at path: String,
    length: Int,
    unlessKnown error: SystemError? = nil,
    _ change: (inout SessionCopies.Copy) -> Void = { _ in }
  ) {
    var copy = SessionCopies.Copy(commandCount: entries.count, length: length)
    change(&copy)
    copies.note(copy, at: path, unlessKnown: error)
  }

  /// Records that the file of a journal, to which nothing more is written, contains the current session.
  func noteCopy(in journal: SessionJournal) {
    if journal === writtenJournal { writtenJournal = nil }
    var problem: SystemError?
    do { guard try journal.isInPlace() else { return } } catch { problem = error }
    noteCopy(at: journal.path, length: Int(journal.length), unlessKnown: problem) {
      $0.lineEnd = journal.lineEnd
    }
  }

  /// Removes the file in which the session is kept.
  package func discardKeptJournal() {
    discardFailedJournal()
    guard let keptJournal else { return }
    keptJournal.path.withPath { _ = unlink($0) }
    writtenJournal = nil
  }

  /// Removes the file in which the session can no longer be kept, unless another program has changed it.
  func discardFailedJournal() {
    if let failedJournal, (try? failedJournal.isInPlace()) == true {
      failedJournal.path.withPath { _ = unlink($0) }
    }
    failedJournal = nil
  }

  /// Records a command while it runs.
  ///
  /// - Throws: The error of `body`, or an error if the command cannot be recorded.
  @_specialize(where Result == Void)
  func record<Result>(
    _ text: String,
    _ body: () throws -> Result,
    session: () -> AnySession
  ) throws -> Result {
    // This command, and then the one around it.
    var other: Running? = Running(text: text)
    swap(&running, &other)
    failure = nil
    let result: Result
    do { result = try body() } catch {
      swap(&running, &other)
      if other?.isPart == false { other?.outcome.hasFailed = true }
      try end(other, session())
      throw error
    }
    swap(&running, &other)
    try end(other, session())
    return result
  }

  private func end(_ command: Running?, _ session: AnySession) throws {
    if let failure { throw failure }
    guard let command, let before = command.before else { return }
    guard session.hasChanged(since: before) || command.isKept else {
      entries.removeLast()
      return try write { try $0.withdraw() }
    }
    entries[entries.count - 1].moment = session.moment.number
    if let line = command.outcome.line {
      entries[entries.count - 1].outcome = command.outcome
      try write { try $0.appendOutcome(line) }
    }
  }

  /// Records commands of which the last one is acknowledged for all: their text is synchronized to disk once, after it.
  ///
  /// - Throws: An error if that fails.
  package func recordTogether<Result>(_ commands: () -> Result) throws(SessionFileError) -> Result {
    journal?.synchronizesLater = true
    let result = commands()
    try journal?.synchronize()
    return result
  }

  /// - Parameter consequence: The consequence of an error for the command.
  private func write(
    orSay consequence: String = "the outcome of the command was not recorded",
    _ body: (SessionJournal) throws -> Void
  ) throws(SessionError) {
    guard let journal = writtenJournal else { return }
    do { try body(journal) } catch {
      guard journal.isKept else { throw .refused("\(error); \(consequence)") }
      // The user did not ask for it. The next command writes the whole session to another file.
      failedJournal = journal
      writtenJournal = nil
    }
  }

  /// Writes the running command to the file, unless it has already been written.
  ///
  /// - Parameter standing: The current session, evaluated only if needed.
  /// - Throws: An error if that fails; the command must not continue then.
  func willChange(_ standing: @autoclosure () -> SessionStanding) throws(SessionError) {
    guard let text = running?.text, running?.before == nil else { return }
    if writtenJournal == nil, let startKeeping {
      writtenJournal = startKeeping()
      if writtenJournal != nil { discardFailedJournal() }
    }
    try write(orSay: "the command was not run") { journal in
      try journal.append(text + "\n")
      TrapWatch.noteStart(journal.startOfLast, in: journal.file)
    }
    let before = standing()
    running?.before = before
    entries.append(SessionEntry(text: text))
  }

  /// Writes a command that changes a setting of the session to the file.
  package func willChangeSetting(_ standing: @autoclosure () -> SessionStanding) {
    do { try willChange(standing()) } catch { failure = error }
  }

  /// Writes a command to the file that is kept even if it does not change the session: one that sets or removes a watch or
  /// a breakpoint, or says that a recording lacks an action.
  ///
  /// - Throws: An error if that fails; the command must not continue then.
  func willKeep(_ standing: @autoclosure () -> SessionStanding) throws(SessionError) {
    try willChange(standing())
    running?.isKept = true
  }

  /// Records the running command as one of its parts, if it did nothing else and that part did not fail.
  ///
  /// - Parameters:
  ///   - text: The text of the command. If other text is recorded, as during a replay, it is kept.
  ///   - part: The text of the part.
  package func rename(from text: String?, to part: String) throws(SessionError) {
    guard let running, running.text == text else { return }
    self.running?.text = part
    self.running?.isPart = true
    guard running.before != nil else { return }
    entries[entries.count - 1].text = part
    try write { journal in
      try journal.replaceLast(with: part + "\n")
      TrapWatch.noteStart(journal.startOfLast, in: journal.file)
    }
  }

  /// Notes that an input was stopped at a moment, which the command's text does not tell.
  ///
  /// - Parameter isInterruption: Whether the rest of the command is cancelled, too.
  func noteStop(at moment: Int, isInterruption: Bool) {
    running?.outcome.stops.append(moment)
    running?.outcome.isInterrupted = isInterruption
  }
}
