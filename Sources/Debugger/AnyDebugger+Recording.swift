import Core

/// Saving and recording the session.
extension AnyDebugger {
  /// The session as a script.
  public func sessionText() -> String { sessionText(of: recorder.entries.map(\.lines).joined()) }

  /// The session as a script in which expectations of its changes follow each command.
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

  /// Saves the session to a file.
  ///
  /// - Parameters:
  ///   - expectations: Whether expectations of its changes follow each command.
  ///   - replaces: Whether to overwrite a file that contains another session.
  public func save(
    to file: Located<String>,
    expectations: Bool = false,
    replaces: Bool = false
  ) throws -> FileAnswer {
    let path = file.value
    try file.namingErrors {
      try checkThatNotRecording(in: file)
      let text = Array((expectations ? try sessionTextWithExpectations() : sessionText()).utf8)
      try SessionJournal.replace(path) { contents in
        if !contents.isEmpty { try checkThatSaving(to: file, replaces: replaces, mayReplace: contents) }
        return text
      }
      recorder.noteCopy(at: path, length: text.count)
    }
    return fileAnswer(.saved, path)
  }

  private func checkThatNotRecording(in file: Located<String>) throws {
    if try recorder.journal?.isFile(at: file.value) == true {
      throw file.diagnostic("the session is already being recorded in '\(file.value)'")
    }
    try file.checkThatFileCanBeReplaced()
  }

  /// Whether the session is worth keeping: it is in no file, and something has been sent in it.
  package var isUnsaved: Bool {
    recorder.journal == nil && !recorder.copies.contain(commandCount: recorder.entries.count)
      && session.moments.contains { $0.action != nil }
  }

  /// Keeps the ending session, with others that were in no file.
  ///
  /// - Returns: The file.
  /// - Throws: The error of ``KeptSessions/begin(_:)`` or ``KeptSessions/finish(_:replacing:)``.
  package func keepSession(in kept: KeptSessions) throws -> String {
    let journal = try recorder.keptJournal ?? kept.begin(sessionText())
    try kept.finish(journal) { (try? recorder.copies.copy(at: $0)) != nil }
    recorder.noteCopy(in: journal)
    recorder.discardFailedJournal()
    return journal.path
  }

  private func checkThatSaving(
    to file: Located<String>,
    replaces: Bool,
    mayReplace contents: [UInt8]
  ) throws(Diagnostic) {
    let path = file.value
    guard SessionFormat.isSession(contents) else {
      throw file.diagnostic(
        "'\(path)' already exists and is not a session",
        hint: "choose another name or remove the file first"
      )
    }
    if replaces { return }
    let copy: SessionCopies.Copy?
    do { copy = try recorder.copies.copy(at: path) } catch {
      throw file.diagnostic(error.description, hint: "'save --force \(path)' overwrites it in any case")
    }
    guard copy != nil else {
      throw file.diagnostic(
        "'\(path)' already exists and contains another session",
        hint: "choose another name, or overwrite it with 'save --force \(path)'"
      )
    }
  }

  /// Starts recording the session in a new file, or continues in a file that contains an earlier version of it.
  public func record(in file: Located<String>) throws -> FileAnswer {
    try file.namingErrors {
      try checkThatNotRecording(in: file)
      if let contents = try AtomicFile.read(file.value), !contents.isEmpty {
        recorder.journal = try goOnRecording(in: file, isSession: SessionFormat.isSession(contents))
      } else {
        recorder.journal = try SessionJournal(file.value, orMakeWith: sessionText())
      }
    }
    warnWithoutLock(recorder.journal)
    return fileAnswer(.recording, file.value)
  }

  /// Opens an existing file, and appends what has been recorded since it was written.
  private func goOnRecording(in file: Located<String>, isSession: Bool) throws -> SessionJournal {
    let path = file.value
    guard let copy = try recorder.copies.copy(at: path) else {
      throw file.diagnostic(
        "'\(path)' already exists",
        hint: isSession
          ? "'\(events.program) --session \(path)' continues the session in it; or choose another name"
          : "choose another name or remove the file first"
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

  /// Stops recording.
  public func stopRecording() throws -> FileAnswer {
    guard let journal = recorder.journal else {
      throw CommandFailure("the session is not being recorded", hint: "'record FILE' starts recording")
    }
    recorder.journal = nil
    return fileAnswer(.complete, journal.path)
  }

  package func fileAnswer(
    _ action: FileAnswer.Action,
    _ path: String,
    export: FileAnswer.Export? = nil
  ) -> FileAnswer {
    let count = recorder.entries.count
    let moment = session.moment
    return FileAnswer(
      action: action,
      path: path,
      commands: count,
      moment: moment.number,
      time: moment.now,
      export: export
    )
  }

  package func warnWithoutLock(_ journal: SessionJournal?) {
    guard let journal, !journal.isExclusive else { return }
    warn("the file system of '\(journal.path)' has no locks; make sure that no other shell records there")
  }
}
