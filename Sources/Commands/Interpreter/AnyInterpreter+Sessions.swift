import Core

/// Sessions from files.
extension AnyInterpreter {
  /// Replaces this session with one from a file. If this one is being recorded, the loaded one is from then on.
  func load(_ file: Located<String>) throws {
    guard !session.isTryingOut else {
      throw CommandFailure("a session cannot replace a command")
    }
    let path = file.value
    let isBeingRecorded: Bool
    do { isBeingRecorded = try recorder.journal?.isFile(at: path) == true } catch {
      throw file.diagnostic(error.description)
    }
    guard !isBeingRecorded else {
      throw file.diagnostic("the session is already being recorded in '\(path)'")
    }
    try debugger.checkExhaustiveBeforeReplacing()
    do throws(SessionFileError) {
      // Locked first, since commands that another shell appends in between would be missing here.
      let journal = recorder.journal == nil ? nil : try SessionJournal(path)
      let session = try SessionFile(reading: path, program: application.name, readsExports: true)
      if session.isEmbedded, journal != nil {
        throw SessionFileError.file(
          "'\(path)' is an exported file, in which a session cannot be recorded",
          hint: "'record --stop' stops recording this session",
          status: ExitStatus.failure
        )
      }
      let loaded = try loader.load(session)
      warn(of: loaded)
      try adopt(loaded, journal: loaded.failure == nil ? journal : nil)
      if recorder.journal == nil, loaded.failure == nil, !session.isEmbedded {
        recorder.noteCopy(at: loaded.file.path, length: loaded.file.completeLength) {
          $0.lineEnd = loaded.file.lineEnd
          $0.missing = loaded.missingOutcome
        }
      }
      answer(debugger.fileAnswer(.loaded, path))
      debugger.tellPrompts(at: self.session.moment, since: nil)
      if let failure = loaded.failure { throw failure }
    } catch {
      throw error.diagnostic(at: file)
    }
  }

  /// The session in a file, which does not take the place of this one.
  ///
  /// - Throws: A `Diagnostic` at the name of the file.
  func loadedSession(_ file: Located<String>) throws(Diagnostic) -> AnySession {
    do throws(SessionFileError) {
      let session = try SessionFile(reading: file.value, program: application.name, readsExports: true)
      let loaded = try loader.load(session)
      if let failure = loaded.failure { throw failure }
      return loaded.shell.session
    } catch {
      throw error.diagnostic(at: file)
    }
  }

  private var loader: SessionLoader {
    SessionLoader(application: application, isInterrupted: debugger.isInterrupted)
  }

  /// Starts a new session.
  package func begin(_ origin: SessionOrigin) throws {
    let isNew = recorder.entries.isEmpty && session.moments.count == 1
    if isNew, origin == recorder.origin { return }
    try debugger.begin(origin)
    didReplaceSession()
  }

  private func didReplaceSession() {
    settings.momentLimit = session.momentLimit
    exploration = nil
    likelihood = nil
    stateGraph = nil
    comparison = nil
  }
}

// MARK: - The session of the command line

extension AnyInterpreter {
  /// Resumes or begins the session named on the command line, and records in its file from then on.
  ///
  /// - Parameters:
  ///   - path: The file, if given.
  ///   - seed: The seed, if given.
  ///   - epoch: The date, if given.
  ///   - isKept: Whether the session is kept without a request of the user; see ``KeptSessions``.
  /// - Returns: The exit code on failure.
  package func openSession(_ path: String?, seed: UInt64?, epoch: Date?, isKept: Bool = false) -> Int32? {
    guard let path else { return nil }
    do {
      let journal = try SessionJournal(path, orMakeWith: debugger.sessionText(), isKept: isKept)
      let file = try SessionFile(reading: path, program: application.name)
      let loaded = try loader.load(file)
      if let failure = loaded.failure {
        console.report(failure)
        console.note("help: 'load \(path)' in a new shell loads as much as possible; the file is unchanged")
        return failure.status
      }
      try check(seed, epoch, against: loaded.shell.recorder.origin, path: path)
      warn(of: loaded)
      try adopt(loaded, journal: journal)
      if frontEnd.isConversation, !recorder.entries.isEmpty { answer(debugger.fileAnswer(.resumed, path)) }
      return nil
    } catch {
      console.report(error)
      return error.status
    }
  }

  /// Loads the session that was kept last.
  ///
  /// - Parameter kept: The kept sessions; `nil` if the user has no folder for them.
  /// - Returns: The exit code on failure.
  package func continueLastSession(of kept: KeptSessions?) -> Int32? {
    do {
      guard let path = try kept?.last() else {
        console.report("there is no session to continue: none was kept")
        return ExitStatus.noInput
      }
      try load(Located(path, at: SourceText(path)))
      return nil
    } catch {
      debugger.report(Diagnostic(error))
      return ExitStatus.failure
    }
  }

  /// Shows a notice, once, if a command has started a new branch.
  func noticeBranch(from tip: Int?, _ movements: Int) {
    // The playing clock may have begun the branch while the command ran, and already shown the notice.
    guard let tip, !script.hasNoticedBranch, session.movements.count == movements,
      session.moments.indices.contains(tip),
      !session.isOnLine(tip)
    else { return }
    script.hasNoticedBranch = true
    debugger.notice("a new branch: 'goto \(tip)' returns to the end of the previous one, 'tree' shows both")
  }

  /// Warns that the feature has trapped in a command, which was removed from the session.
  package func warn(ofTrapIn command: String) {
    debugger.warn("the feature traps after: \(command.controlCharactersEscaped)")
    console.note("help: the command was removed from the session; fix the feature, or run it in a debugger")
  }

  private func check(
    _ seed: UInt64?,
    _ epoch: Date?,
    against origin: SessionOrigin,
    path: String
  ) throws(SessionFileError) {
    func differ(_ option: String, _ given: String, _ recorded: String) -> SessionFileError {
      .file(
        "--\(option) \(given) conflicts with '\(path)', which began with \(recorded)",
        hint: "omit --\(option), or start another session",
        status: ExitStatus.usage
      )
    }
    if let seed, seed != origin.seed {
      throw differ("seed", "\(seed)", "\(origin.seed)")
    }
    if let epoch, epoch != origin.epoch {
      throw differ("epoch", epoch.iso8601, origin.epoch.iso8601)
    }
  }

  /// Continues with a loaded session.
  private func adopt(
    _ loaded: SessionLoader.Loaded,
    journal: SessionJournal?
  ) throws(SessionFileError) {
    debugger.warnWithoutLock(journal)
    journal?.lineEnd = loaded.file.lineEnd
    if loaded.file.torn != nil { try journal?.cut(to: loaded.file.completeLength) }
    if loaded.unfinished != nil { try journal?.append(loaded.missingOutcome) }
    recorder.journal = journal
    let recorded = loaded.shell.recorder
    debugger.adopt(
      loaded.shell.session,
      stops: loaded.shell.debugger.stops,
      origin: recorded.origin,
      entries: recorded.entries
    )
    didReplaceSession()
  }

  private func warn(of loaded: SessionLoader.Loaded) {
    if let command = loaded.file.trapped { warn(ofTrapIn: command) }
    if let torn = loaded.file.torn {
      debugger.warn(
        "this line is incomplete and was not run: \(torn.text)",
        noticedAt: "\(loaded.file.path):\(torn.line)"
      )
    }
    let lost = loaded.shell.debugger.lostActions
    if let first = lost.first {
      debugger.warn(
        "\(counted(lost.count, "action")) had no text form and \(lost.count == 1 ? "is" : "are") missing from the recording, "
          + "so later states may differ; the first: \(first)"
      )
    }
    if var diagnostic = loaded.unfinished {
      diagnostic.severity = .warning
      diagnostic.notes.append(
        "it was the last command when the session ended; the commands before it are loaded"
      )
      debugger.report(diagnostic)
    }
  }
}
