import Core

/// Sessions in files.
extension Shell {
  /// The session as a script.
  func sessionText() -> String { sessionText(of: recorder.entries.map(\.lines).joined()) }

  /// The session as a script in which each command is followed by expectations of what it changed.
  ///
  /// - Throws: That someone did not want to wait.
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
    SessionFile.text(program: application.name, origin: recorder.origin, body: body)
  }

  /// Writes the session to a file.
  ///
  /// - Parameters:
  ///   - expectations: Whether each command is followed by expectations of what it changed.
  ///   - replaces: Whether the file may hold another session, which is lost then.
  func save(to file: Located<String>, expectations: Bool, replaces: Bool) throws {
    try refuseWhileLoading()
    let path = file.value
    if recorder.journal?.isFile(at: path) == true {
      throw file.diagnostic("the session is being recorded in '\(path)', where all of it is already")
    }
    do {
      guard AtomicFile.canReplace(path) else {
        throw file.diagnostic(
          "'\(path)' is no file, and nothing can be saved in it",
          remedy: "name a file; one that is not there yet is made"
        )
      }
      let text = Array((expectations ? try sessionTextWithExpectations() : sessionText()).utf8)
      try SessionJournal.replace(path) { contents in
        if !contents.isEmpty { try checkThatSaving(to: file, replaces: replaces, mayReplace: contents) }
        return text
      }
      recorder.noteCopy(at: path, length: text.count)
    } catch let error as SystemError {
      throw file.diagnostic(error.description, remedy: error.remedyOfWriting)
    } catch let error as SessionFileError {
      throw error.diagnostic(at: file)
    }
    tellFile(.saved, path)
  }

  private func checkThatSaving(
    to file: Located<String>,
    replaces: Bool,
    mayReplace contents: [UInt8]
  ) throws(Diagnostic) {
    let path = file.value
    guard SessionFile.isSession(contents) else {
      throw file.diagnostic(
        "'\(path)' is there already, and is no session",
        remedy: "give another name, or remove that file first"
      )
    }
    guard replaces || recorder.copies[path] != nil else {
      throw file.diagnostic(
        "'\(path)' is there already, and holds another session",
        remedy: "give another name; 'save --force \(path)' replaces that session"
      )
    }
  }

  /// Begins to record the session in a file that is not there yet, or goes on with one that holds what it was.
  func record(in file: Located<String>) throws {
    try refuseWhileLoading()
    if recorder.journal?.isFile(at: file.value) == true {
      throw file.diagnostic("the session is being recorded in '\(file.value)' already")
    }
    do {
      guard AtomicFile.canReplace(file.value) else {
        throw file.diagnostic("'\(file.value)' is no file, and nothing can be recorded in it")
      }
      if let contents = try AtomicFile.read(file.value), !contents.isEmpty {
        let isSession = SessionFile.isSession(contents)
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
    tellFile(.recording, file.value)
  }

  /// Opens a file that is there already, and adds what came since it was written.
  private func goOnRecording(in file: Located<String>, isSession: Bool) throws -> SessionJournal {
    let path = file.value
    guard let copy = recorder.copies[path] else {
      throw file.diagnostic(
        "'\(path)' is there already",
        remedy: isSession
          ? "'\(application.name) --session \(path)' goes on with the session in it; or give another name"
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

  /// Says where the session is recorded.
  func tellJournal() {
    answer(RecordingAnswer(path: recorder.journal?.path, commands: recorder.entries.count))
  }

  /// Records no longer.
  func stopRecording() throws {
    guard let journal = recorder.journal else {
      throw CommandFailure("the session is not recorded", remedy: "'record FILE' begins to record it")
    }
    recorder.journal = nil
    tellFile(.complete, journal.path)
  }

  /// Puts the session of a file in the place of this one. Where this one is recorded, the other is from then on.
  func load(_ file: Located<String>) throws {
    try refuseWhileLoading()
    guard !session.isTryingOut else {
      throw CommandFailure("a session cannot take the place of a command")
    }
    let path = file.value
    if recorder.journal?.isFile(at: path) == true {
      throw file.diagnostic("the session is being recorded in '\(path)': it is as it is there")
    }
    try checkExhaustiveBeforeReplacing()
    do throws(SessionFileError) {
      // Locked first: what another shell appended between the two would be missing here.
      let journal = recorder.journal == nil ? nil : try SessionJournal(path)
      let session = try SessionFile(reading: path, program: application.name)
      let loaded = try SessionLoader(application: application, isInterrupted: isInterrupted).load(session)
      warn(of: loaded)
      try adopt(loaded, journal: loaded.failure == nil ? journal : nil)
      if recorder.journal == nil, loaded.failure == nil { noteCopy(of: loaded) }
      tellFile(.loaded, path)
      showPrompts(at: self.session.moment, since: nil)
      if let failure = loaded.failure { throw failure }
    } catch {
      throw error.diagnostic(at: file)
    }
  }

  private func noteCopy(of loaded: SessionLoader<State, Action>.Loaded) {
    recorder.noteCopy(at: loaded.file.path, length: loaded.file.completeLength) {
      $0.lineEnd = loaded.file.lineEnd
      $0.missing = loaded.missingOutcome
    }
  }

  /// Begins the session anew.
  func begin(_ origin: SessionOrigin) throws {
    let isNew = recorder.entries.isEmpty && session.moments.count == 1
    if isNew, origin == recorder.origin { return }
    guard !session.isTryingOut else {
      throw CommandFailure("a session cannot take the place of a command")
    }
    if let journal = recorder.journal {
      throw CommandFailure(
        "the session is recorded in '\(journal.path)', which has only one beginning",
        remedy: "'record --stop' ends that"
      )
    }
    try checkExhaustiveBeforeReplacing()
    session = application.makeSession(origin.seed, origin.epoch)
    recorder.restart(origin: origin)
    stops = Stops()
    attach()
    settings.momentLimit = session.momentLimit
  }

  private func tellFile(_ action: FileAnswer.Action, _ path: String) {
    let (count, moment) = (recorder.entries.count, session.moment)
    answer(FileAnswer(action: action, path: path, commands: count, moment: moment.number, time: moment.now))
  }

  private func refuseWhileLoading() throws {
    if isLoading { throw CommandFailure("a session file holds the commands of one session, and no files") }
  }
}

// MARK: - The session of the command line

extension Shell {
  /// Resumes the session that the command line names, or begins it, and records in its file from there on.
  ///
  /// - Returns: The exit code if that is not possible.
  func openSession(_ configuration: ShellConfiguration) -> Int32? {
    guard let path = configuration.session else { return nil }
    do throws(SessionFileError) {
      let journal = try SessionJournal(path, orMakeWith: sessionText())
      let file = try SessionFile(reading: path, program: application.name)
      let loaded = try SessionLoader(application: application, isInterrupted: isInterrupted).load(file)
      if let failure = loaded.failure {
        console.report(failure)
        console.note("help: 'load \(path)' in a new shell shows how far it goes; the file is as it was")
        return failure.status
      }
      try check(configuration, against: loaded.shell.recorder.origin, path: path)
      warn(of: loaded)
      try adopt(loaded, journal: journal)
      if isConversation, !recorder.entries.isEmpty { tellFile(.resumed, path) }
      return nil
    } catch {
      console.report(error)
      return error.status
    }
  }

  private func check(
    _ configuration: ShellConfiguration,
    against origin: SessionOrigin,
    path: String
  ) throws(SessionFileError) {
    func differ(_ option: String, _ given: String, _ recorded: String) -> SessionFileError {
      .file(
        "--\(option) \(given) does not go with '\(path)', which began with \(recorded)",
        remedy: "leave --\(option) out, or begin another session",
        status: ExitStatus.usage
      )
    }
    if let seed = configuration.seed, seed != origin.seed {
      throw differ("seed", "\(seed)", "\(origin.seed)")
    }
    if let epoch = configuration.epoch, epoch != origin.epoch {
      throw differ("epoch", epoch.epochText, origin.epoch.epochText)
    }
  }

  /// Goes on with a session that was loaded.
  private func adopt(
    _ loaded: SessionLoader<State, Action>.Loaded,
    journal: SessionJournal?
  ) throws(SessionFileError) {
    warnWithoutLock(journal)
    journal?.lineEnd = loaded.file.lineEnd
    if loaded.file.torn != nil { try journal?.cut(to: loaded.file.completeLength) }
    if loaded.unfinished != nil { try journal?.append(loaded.missingOutcome) }
    session = loaded.shell.session
    stops = loaded.shell.stops
    recorder.journal = journal
    recorder.restart(origin: loaded.shell.recorder.origin, entries: loaded.shell.recorder.entries)
    attach()
    settings.momentLimit = session.momentLimit
  }

  private func warnWithoutLock(_ journal: SessionJournal?) {
    guard let journal, !journal.isExclusive else { return }
    console.warn(
      "the file system of '\(journal.path)' has no locks; make sure that no other shell records in it"
    )
  }

  private func warn(of loaded: SessionLoader<State, Action>.Loaded) {
    if let torn = loaded.file.torn {
      console.warn(
        "this line was not written to its end, and was not run: \(torn.text)",
        noticedAt: "\(loaded.file.path):\(torn.line)"
      )
    }
    if var diagnostic = loaded.unfinished {
      diagnostic.severity = .warning
      diagnostic.notes.append("it was the last command when the session ended; what came before it is loaded")
      console.report(diagnostic)
    }
  }
}
