import Core

/// Keeps the commands that change a session, and writes each to the session's file before it does so.
///
/// A command is recorded when it is about to change something, so that questions are not, nor commands that refuse at
/// once; what `source` runs is recorded in its place.
final class SessionRecorder {
  /// What the session began with.
  private(set) var origin: SessionOrigin
  /// The commands so far.
  private(set) var entries: [SessionEntry] = []
  /// The file, if there is one.
  var journal: SessionJournal?

  private var running: Running?
  /// How often a watch or a breakpoint came or went.
  private var stopChanges = 0
  /// Why a change was not recorded that could not be kept from happening.
  private var failure: SessionError?

  init(origin: SessionOrigin) {
    self.origin = origin
  }

  /// The command that is running.
  private struct Running {
    let text: String
    /// The session before the command changed it, once it has been recorded.
    var before: Standing?
    var outcome = SessionEntry.Outcome()
  }

  /// What tells whether anything has changed.
  private struct Standing: Equatable {
    let session: SessionStanding
    let stopChanges: Int
  }
}

extension SessionRecorder {
  /// Begins another record.
  func restart(origin: SessionOrigin, entries: [SessionEntry] = []) {
    self.origin = origin
    self.entries = entries
  }

  /// Records a command while it runs.
  ///
  /// - Throws: What `body` throws, or that the record cannot be kept.
  func record(_ line: CommandLine, _ body: () throws -> Void, standing: () -> SessionStanding) throws {
    let outer = running
    running = Running(text: line.source.text)
    failure = nil
    defer { running = outer }
    do { try body() } catch {
      try end(hasFailed: true, standing)
      throw error
    }
    try end(hasFailed: false, standing)
  }

  private func end(hasFailed: Bool, _ standing: () -> SessionStanding) throws {
    if let failure { throw failure }
    guard var outcome = running?.outcome, let before = running?.before else { return }
    let standing = standing()
    guard Standing(session: standing, stopChanges: stopChanges) != before else {
      entries.removeLast()
      return try keep { (journal) throws(SessionFileError) in try journal.withdraw() }
    }
    outcome.hasFailed = hasFailed
    entries[entries.count - 1].outcome = outcome
    entries[entries.count - 1].moment = standing.moment
    if let line = outcome.line {
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
    guard let running, running.before == nil else { return }
    do throws(SessionFileError) { try journal?.append(running.text + "\n") } catch {
      throw .refused("\(error.message); the command was not run")
    }
    self.running?.before = Standing(session: standing(), stopChanges: stopChanges)
    entries.append(SessionEntry(text: running.text))
  }

  /// Writes the command down that changes a setting on which the session depends.
  func willChangeSetting(_ standing: @autoclosure () -> SessionStanding) {
    do throws(SessionError) { try willChange(standing()) } catch { failure = error }
  }

  /// Writes the command down that sets or removes a watch or a breakpoint.
  ///
  /// - Throws: That this is not possible, and so the command must not go on.
  func willChangeStops(_ standing: @autoclosure () -> SessionStanding) throws(SessionError) {
    try willChange(standing())
    stopChanges += 1
  }

  /// Notes that an input was stopped at a moment, as its command alone would not be.
  ///
  /// - Parameter isInterruption: Whether the rest of the command does not happen either.
  func noteStop(at moment: Int, isInterruption: Bool) {
    running?.outcome.stops.append(moment)
    running?.outcome.isInterrupted = isInterruption
  }
}
