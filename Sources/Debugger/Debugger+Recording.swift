import Core

/// The session in a file.
extension Debugger {
  /// The session as a script.
  public func sessionText() -> String { sessionText(of: recorder.entries.map(\.lines).joined()) }

  /// The session as a script in which each command is followed by expectations of what it changed.
  ///
  /// - Throws: `CommandFailure` if interrupted.
  private func sessionTextWithExpectations() throws -> String {
    var body = ""
    var before = session.moments[0]
    for entry in recorder.entries {
      if noticesInterruption() { throw CommandFailure("interrupted") }
      body += entry.lines
      let after = session.moments[entry.moment]
      for expectation in Expectations(from: before, to: after).lines { body += "expect \(expectation)\n" }
      before = after
    }
    return sessionText(of: body)
  }

  private func sessionText(of body: String) -> String {
    SessionFormat.text(program: events.program, origin: recorder.origin, body: body)
  }

  /// Writes the session to a file.
  ///
  /// - Parameters:
  ///   - expectations: Whether each command is followed by expectations of what it changed.
  ///   - replaces: Whether the file may hold another session, which is lost then.
  public func save(
    to file: Located<String>,
    expectations: Bool = false,
    replaces: Bool = false
  ) throws -> FileAnswer {
    try recorder.refuseWhileLoading()
    let path = file.value
    if recorder.journal?.isFile(at: path) == true {
      throw file.diagnostic("the session is being recorded in '\(path)', where all of it is already")
    }
    do {
      guard AtomicFile.canReplace(path) else {
        throw file.diagnostic(
          "'\(path)' is no file, and nothing can be saved in it",
          hint: "name a file; one that is not there yet is made"
        )
      }
      let text = Array((expectations ? try sessionTextWithExpectations() : sessionText()).utf8)
      try SessionJournal.replace(path) { contents in
        if !contents.isEmpty { try checkThatSaving(to: file, replaces: replaces, mayReplace: contents) }
        return text
      }
      recorder.noteCopy(at: path, length: text.count)
    } catch let error as SystemError {
      throw file.diagnostic(error.description, hint: error.hintForWriting)
    } catch let error as SessionFileError {
      throw error.diagnostic(at: file)
    }
    return fileAnswer(.saved, path)
  }

  private func checkThatSaving(
    to file: Located<String>,
    replaces: Bool,
    mayReplace contents: [UInt8]
  ) throws(Diagnostic) {
    let path = file.value
    guard SessionFormat.isSession(contents) else {
      throw file.diagnostic(
        "'\(path)' is there already, and is no session",
        hint: "give another name, or remove that file first"
      )
    }
    guard replaces || recorder.copies[path] != nil else {
      throw file.diagnostic(
        "'\(path)' is there already, and holds another session",
        hint: "give another name; 'save --force \(path)' replaces that session"
      )
    }
  }

  /// Begins to record the session in a file that is not there yet, or goes on with one that holds what it was.
  public func record(in file: Located<String>) throws -> FileAnswer {
    try recorder.refuseWhileLoading()
    if recorder.journal?.isFile(at: file.value) == true {
      throw file.diagnostic("the session is being recorded in '\(file.value)' already")
    }
    do {
      guard AtomicFile.canReplace(file.value) else {
        throw file.diagnostic("'\(file.value)' is no file, and nothing can be recorded in it")
      }
      if let contents = try AtomicFile.read(file.value), !contents.isEmpty {
        let isSession = SessionFormat.isSession(contents)
        recorder.journal = try goOnRecording(in: file, isSession: isSession)
      } else {
        recorder.journal = try SessionJournal(file.value, orMakeWith: sessionText())
      }
    } catch let error as SystemError {
      throw file.diagnostic(error.description)
    } catch let error as SessionFileError {
      throw error.diagnostic(at: file)
    }
    warnWithoutLock(recorder.journal)
    return fileAnswer(.recording, file.value)
  }

  /// Opens a file that is there already, and adds what came since it was written.
  private func goOnRecording(in file: Located<String>, isSession: Bool) throws -> SessionJournal {
    let path = file.value
    guard let copy = recorder.copies[path] else {
      throw file.diagnostic(
        "'\(path)' is there already",
        hint: isSession
          ? "'\(events.program) --session \(path)' goes on with the session in it; or give another name"
          : "give another name, or remove that file first"
      )
    }
    let journal = try SessionJournal(path)
    journal.lineEnd = copy.lineEnd
    try journal.cut(to: copy.length)
    let rest = copy.missing + recorder.entries.dropFirst(copy.commandCount).map(\.lines).joined()
    if !rest.isEmpty { try journal.append(rest) }
    return journal
  }

  /// Where the session is recorded.
  public var recording: RecordingAnswer {
    RecordingAnswer(path: recorder.journal?.path, commands: recorder.entries.count)
  }

  /// Records no longer.
  public func stopRecording() throws -> FileAnswer {
    guard let journal = recorder.journal else {
      throw CommandFailure("the session is not recorded", hint: "'record FILE' begins to record it")
    }
    recorder.journal = nil
    return fileAnswer(.complete, journal.path)
  }

  package func fileAnswer(_ action: FileAnswer.Action, _ path: String) -> FileAnswer {
    let (count, moment) = (recorder.entries.count, session.moment)
    return FileAnswer(action: action, path: path, commands: count, moment: moment.number, time: moment.now)
  }

  package func warnWithoutLock(_ journal: SessionJournal?) {
    guard let journal, !journal.isExclusive else { return }
    warn("the file system of '\(journal.path)' has no locks; make sure that no other shell records in it")
  }
}
