import Core

/// Keeps the commands that change a session, and writes each to the session's file before it does so.
///
/// A command is recorded when it is about to change something, so that questions are not, nor commands that refuse at
/// once; what `source` runs is recorded in its place.
package final class SessionRecorder {
  /// What the session began with.
  package private(set) var origin: SessionOrigin
  /// The commands so far.
  package private(set) var entries: [SessionEntry] = []
  /// The file, if there is one.
  package var journal: SessionJournal? {
    willSet { if let journal, newValue !== journal { noteCopy(in: journal) } }
  }
  /// The other files that hold the session.
  private(set) var copies = SessionCopies()

  /// Whether the commands come from a session file.
  package var isLoading = false

  private var running: Running?
  /// Why a change was not recorded that could not be kept from happening.
  private var failure: SessionError?

  init(origin: SessionOrigin) {
    self.origin = origin
  }

  /// The command that is running.
  private struct Running {
    var text: String
    /// Whether what failed is not the command of these words, but the one that it was part of.
    var isPart = false
    /// The session before the command changed it, once it has been recorded.
    var before: SessionStanding?
    /// Whether it set or removed a watch or a breakpoint.
    var changesStops = false
    var outcome = SessionEntry.Outcome()
  }
}

extension SessionRecorder {
  /// Makes sure that no session file names another file.
  package func refuseWhileLoading() throws {
    if isLoading { throw CommandFailure("a session file holds the commands of one session, and no files") }
  }

  /// Begins another record.
  package func restart(origin: SessionOrigin, entries: [SessionEntry] = []) {
    self.origin = origin
    self.entries = entries
    copies = SessionCopies()
  }

  /// Notes that a file holds the session as it is now.
  ///
  /// - Parameters:
  ///   - length: How many bytes it takes there.
  ///   - change: What else there is to know.
  package func noteCopy(at path: String, length: Int, _ change: (inout SessionCopies.Copy) -> Void = { _ in })
  {
    var copy = SessionCopies.Copy(commandCount: entries.count, length: length)
    change(&copy)
    copies.note(copy, at: path)
  }

  private func noteCopy(in journal: SessionJournal) {
    guard journal.isFile(at: journal.path), journal.isAsWritten else { return }
    noteCopy(at: journal.path, length: Int(journal.length)) { $0.lineEnd = journal.lineEnd }
  }

  /// Records a command while it runs.
  ///
  /// - Throws: What `body` throws, or that the record cannot be kept.
  func record<Result>(
    _ text: String,
    _ body: () throws -> Result,
    standing: () -> SessionStanding
  ) throws -> Result {
    var outer: Running? = Running(text: text)
    swap(&running, &outer)
    failure = nil
    defer { swap(&running, &outer) }
    let result: Result
    do { result = try body() } catch {
      try end(hasFailed: running?.isPart != true, standing)
      throw error
    }
    try end(hasFailed: false, standing)
    return result
  }

  private func end(hasFailed: Bool, _ standing: () -> SessionStanding) throws {
    if let failure { throw failure }
    guard let before = running?.before else { return }
    let standing = standing()
    guard standing != before || running?.changesStops == true else {
      entries.removeLast()
      return try keep { (journal) throws(SessionFileError) in try journal.withdraw() }
    }
    running?.outcome.hasFailed = hasFailed
    entries[entries.count - 1].moment = standing.moment
    if let outcome = running?.outcome, let line = outcome.line {
      entries[entries.count - 1].outcome = outcome
      try keep { (journal) throws(SessionFileError) in try journal.append(line) }
    }
  }

  private func keep(_ body: (SessionJournal) throws(SessionFileError) -> Void) throws(SessionError) {
    guard let journal else { return }
    do throws(SessionFileError) { try body(journal) } catch {
      throw .refused("\(error.message); how the command went was not recorded")
    }
  }

  /// Writes the command that is running down, unless that has been done.
  ///
  /// - Parameter standing: Where the session is, which is asked only then.
  /// - Throws: That this is not possible, and so the command must not go on.
  func willChange(_ standing: @autoclosure () -> SessionStanding) throws(SessionError) {
    guard let text = running?.text, running?.before == nil else { return }
    do throws(SessionFileError) { try journal?.append(text + "\n") } catch {
      throw .refused("\(error.message); the command was not run")
    }
    running?.before = standing()
    entries.append(SessionEntry(text: text))
  }

  /// Writes the command down that changes a setting on which the session depends.
  package func willChangeSetting(_ standing: @autoclosure () -> SessionStanding) {
    do throws(SessionError) { try willChange(standing()) } catch { failure = error }
  }

  /// Writes the command down that sets or removes a watch or a breakpoint.
  ///
  /// - Throws: That this is not possible, and so the command must not go on.
  func willChangeStops(_ standing: @autoclosure () -> SessionStanding) throws(SessionError) {
    try willChange(standing())
    running?.changesStops = true
  }

  /// Notes that the command that is running was nothing but another one, which is part of it and did not fail.
  ///
  /// - Parameters:
  ///   - text: The words of the command. If others are recorded, as of one that does it again, those remain.
  ///   - part: The words of its part.
  package func rename(from text: String?, to part: String) throws(SessionError) {
    guard let running, running.text == text else { return }
    self.running?.text = part
    self.running?.isPart = true
    guard running.before != nil else { return }
    entries[entries.count - 1].text = part
    try keep { (journal) throws(SessionFileError) in try journal.replaceLast(with: part + "\n") }
  }

  /// Notes that an input was stopped at a moment, as its command alone would not be.
  ///
  /// - Parameter isInterruption: Whether the rest of the command does not happen either.
  func noteStop(at moment: Int, isInterruption: Bool) {
    running?.outcome.stops.append(moment)
    running?.outcome.isInterrupted = isInterruption
  }
}
