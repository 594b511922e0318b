import Core
import TodoShellSystem
import TodoShellTerminal

/// The interactive shell: it reads a line, runs it, and prompts for the next one. No error ends it.
final class InteractiveShell {
  private let application: AnyApplication
  private let configuration: ShellConfiguration
  private let console: Console
  private let interpreter: AnyInterpreter
  private let environment: [String: String]
  /// The reader of lines, once it exists.
  private var reader: LineReader?
  private var lineNumber = 1
  /// The input being typed.
  private var input: TypedInput
  private var guide: TourGuide?

  init(application: AnyApplication, configuration: ShellConfiguration, console: Console) {
    self.application = application
    self.configuration = configuration
    self.console = console
    environment = ProcessInfo.processInfo.environment
    interpreter = configuration.interpreter(of: application, on: console)
    input = interpreter.typedInput
    guide =
      if case .tour(let chapter) = configuration.purpose { TourGuide(interpreter, from: chapter) } else {
        nil
      }
    interpreter.frontEnd.host = self
    interpreter.frontEnd.isConversation = true
    interpreter.frontEnd.confirmsExpectations = true
  }

  /// Runs until the user exits.
  ///
  /// - Returns: The exit code.
  func run() -> Int32 {
    do {
      // ^C must not end the shell between two commands either.
      let interrupts = try SignalWatch([SIGINT])
      defer { interrupts.end() }
      let reader = try makeReader()
      let trap = TrapWatch.last()
      if !configuration.isQuiet, !application.greeting.isEmpty, trap == nil {
        let lines = application.greeting.wrapped(to: reader.lease.terminal.size.columns)
        for line in lines { console.print(console.palette(.dimmed, line)) }
      }
      if configuration.readsRC { runRC() }
      var status: Int32?
      interruptibly {
        status = open(after: trap)
      }
      if let status { return console.finish(status) }
      keepSessionsFromNowOn()
      interpreter.tellPrompts()
      begin(guide)
      while interpreter.exitStatus == nil, console.output.failure == nil,
        let text = try readCommand(reader, interrupts)
      {
        runTyped(text)
      }
    } catch {
      console.report("\(error)")
      return ExitStatus.inputOutput
    }
    interpreter.keepPlayedTime()
    keepSession(isTold: !interpreter.settings.isQuiet)
    return console.finish(interpreter.exitStatus ?? ExitStatus.success)
  }
}

extension InteractiveShell {
  /// Opens the session or script that the command line names or, after a trap, the previous session.
  ///
  /// - Returns: The exit code on failure.
  private func open(after trap: (session: String?, command: String)?) -> Int32? {
    if let path = trap?.session {
      let isKept = keptSessions?.contains(path) == true
      return interpreter.openSession(path, seed: nil, epoch: nil, isKept: isKept)
    }
    if let trap { interpreter.warn(ofTrapIn: trap.command) }
    return configuration.openSession(of: interpreter) ?? configuration.openScript(in: interpreter)
  }

  private var keptSessions: KeptSessions? { ShellConfiguration.keptSessions(of: application.name) }

  /// Whether a session that is in no file is kept.
  private var keeps: Bool {
    interpreter.settings.keepsSession && !configuration.isPrivate && guide?.isUnderWay != true
  }

  private func keepSessionsFromNowOn() {
    var problem: String?
    interpreter.recorder.startKeeping = { [unowned self] in
      guard keeps else { return nil }
      do {
        let journal = try keptSessions?.begin(interpreter.debugger.sessionText())
        problem = nil
        return journal
      } catch {
        let text = Diagnostic(error).message
        if text != problem { console.warn("the session is not kept: \(text)") }
        problem = text
        return nil
      }
    }
    interpreter.debugger.willReplaceSession = { [unowned self] in
      let count = counted(interpreter.session.moments.count, "moment")
      guard let path = keepSession() else { return }
      console.note("kept the previous session, with \(count): load \(path.controlCharactersEscaped)")
    }
  }

  /// Keeps a session that is in no file, for `--continue`.
  ///
  /// - Parameter isTold: Whether to print a note about it.
  private func keepSession(isTold: Bool) {
    guard keepSession() != nil, isTold else { return }
    let count = counted(interpreter.session.moments.count, "moment")
    console.note("kept \(count): \(application.name) --continue")
  }

  /// - Returns: The file; `nil` if nothing was kept.
  private func keepSession() -> String? {
    guard keeps, let keptSessions, interpreter.debugger.isUnsaved else {
      interpreter.recorder.discardKeptJournal()
      return nil
    }
    do {
      interpreter.catchUp()
      return try interpreter.debugger.keepSession(in: keptSessions)
    } catch {
      console.warn("the session was not kept: \(Diagnostic(error).message)")
      return nil
    }
  }
}

// MARK: - Reading

extension InteractiveShell {
  private func makeReader() throws -> LineReader {
    let path = ShellConfiguration.stateFile("history", of: application.name)
    let history = HistoryFile(path: path, isPrivate: configuration.isPrivate)
    var lastWarning: String?
    // An error of the history file would recur after each line, so it is reported once.
    let warn = { [console] (warning: String) in
      guard warning != lastWarning else { return }
      lastWarning = warning
      console.warn(warning)
    }
    if let warning = history.load() { warn(warning.description) }
    let reader = try LineReader(program: application.name, history: history)
    reader.startWarnings.forEach(warn)
    let finder = interpreter.completionFinder { [unowned self] in input.variableCompletions }
    reader.options.complete = { [unowned self] line, cursor in
      finder.completions(of: line[..<cursor], in: interpreter.session.state)
    }
    reader.options.onWarning = warn
    // The terminal may be gone.
    reader.options.willEnd = { [unowned self] in keepSession(isTold: false) }
    reader.options.editorCommand =
      ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    reader.options.nextTick = { [unowned self] in interpreter.timeToTick }
    reader.options.onTick = { [unowned self, view = reader.view] in
      guard interpreter.timeToDeadline == .zero else {
        interpreter.keepPlayedTime()
        view.prompt = prompt
        return
      }
      view.printAbove {
        interruptibly { interpreter.tick() }
        console.flush()
        view.prompt = prompt
      }
    }
    reader.options.onModeChange = { [unowned self] in prompt }
    self.reader = reader
    return reader
  }

  /// Reads a complete input of one or more lines.
  ///
  /// - Returns: `nil` when the user exits.
  private func readCommand(_ reader: LineReader, _ interrupts: SignalWatch) throws -> String? {
    // An interrupt of the previous command must not affect this input; one between two of its lines discards it.
    interrupts.take(SIGINT)
    input = interpreter.typedInput
    dress(reader)
    while true {
      console.flush()
      switch try reader.readLine(prompt: prompt) {
      case .endOfInput:
        guard input.goesOn else { return nil }
        // As in other shells, ^D in unfinished input does not exit.
        console.warn("the incomplete line was not run")
        input = interpreter.typedInput
      case .interrupted:
        input = interpreter.typedInput
      case .line(let line):
        input.append(line)
        guard !input.goesOn else { continue }
        reader.remember(input.typed)
        return input.text
      }
    }
  }

  private var prompt: String {
    let session = interpreter.session
    var text = input.goesOn ? "…" : String(session.prompt(at: interpreter.shownNow).dropLast(2))
    if !input.goesOn, let path = interpreter.focusedPath { text = "\(path) \(text)" }
    if !input.goesOn, !session.effects.isEmpty { text += " ⋯\(session.effects.count)" }
    let style: Style = session.isInPast ? .past : .prompt
    let isCommandMode = reader?.isInCommandMode == true
    var mark = isCommandMode ? "<" : input.goesOn ? "" : ">"
    if interpreter.timeToTick != nil, !input.goesOn { mark = isCommandMode ? "◂" : "▸" }
    return console.palette(style, (isCommandMode && input.goesOn ? "" : text) + mark + " ")
  }

  /// Without colour, a suggestion would look like typed text.
  private func dress(_ reader: LineReader) {
    let isColored = console.palette.isEnabled
    reader.options.suggests = isColored && interpreter.settings.suggests
    guide?.isOffering = reader.isSuggesting
    reader.options.offer = guide?.offer
    let highlighter = LineHighlighter(
      table: application.table,
      isAlias: { [unowned self] in isTour($0) },
      definitions: { [interpreter] in interpreter.definitions }
    )
    reader.view.highlight = { [unowned self] line in
      let whole = input.continued(by: line)
      let offset = whole.utf8.count - line.utf8.count
      return highlighter.highlights(of: whole).compactMap { highlight in
        let range = max(0, highlight.range.lowerBound - offset)..<max(0, highlight.range.upperBound - offset)
        return range.isEmpty ? nil : Highlight(range, highlight.style)
      }
    }
    if !isColored || !interpreter.settings.highlights { reader.view.highlight = nil }
  }
}

// MARK: - Running

extension InteractiveShell {
  private func runTyped(_ text: String) {
    // Not earlier, so that a shell that traps at startup does not restart forever.
    TrapWatch.restart()
    if let guide, guide.isTaken(text) {
      // The guide shows the command again, at the prompt.
      let announced = guide.announcedLines
      if !announced.isEmpty || guide.offer != nil { reader?.view.takeBack(announced) }
      return interruptibly { () throws(SystemError) in try guide.goOn() }
    }
    if isTour(text) {
      let guide = TourGuide(interpreter, from: 1)
      guard guide.beginAnew() else { return }
      self.guide = guide
      return begin(guide)
    }
    // Return runs the next command of the script that was opened.
    let text =
      interpreter.script.rest?.announcement != nil && text.allSatisfy(\.isWhitespace) ? "next" : text
    var script = ScriptSource(text.utf8, name: SourceLocation.typedFile, firstLine: lineNumber)
    script.mayStartPrograms = true
    lineNumber += 1 + text.count { $0.isLineBreak }
    interruptibly {
      let outcome = interpreter.executeTyped(script)
      reader?.note(input.typed, failed: outcome == .stopped)
      if !keeps { interpreter.recorder.discardKeptJournal() }
    }
  }

  private func begin(_ guide: TourGuide?) {
    if let reader { dress(reader) }
    guide?.begin()
  }

  /// Whether a line starts the tour, which the greeting advises.
  private func isTour(_ line: String) -> Bool {
    line == "tour" && !application.tour.isEmpty && application.table.command(named: line) == nil
      && !interpreter.definitions.hasMacro(line)
  }

  /// Runs a command so that ^C interrupts it without ending the shell.
  private func interruptibly(_ body: () throws(SystemError) -> Void) {
    do {
      let interrupts = try SignalWatch([SIGINT], remindingIn: application.name)
      defer { interrupts.end() }
      // A reducer that never returns must not keep the program alive after its terminal is gone.
      let endings = try SignalWatch(ending: [SIGTERM, SIGHUP], within: 5)
      defer {
        endings.end()
        if let signal = SignalWatch.ending {
          keepSession(isTold: false)
          raise(signal)
        }
      }
      interpreter.debugger.isInterrupted = { SignalWatch.ending != nil || interrupts.take(SIGINT) }
      defer { interpreter.debugger.isInterrupted = { false } }
      try body()
    } catch  where error.code == EINTR {
      console.report("interrupted")
    } catch {
      console.report(error.description)
    }
  }

  /// Runs the user's rc file.
  private func runRC() {
    guard let folder = UserFolders(environment: environment).configuration else { return }
    let path = "\(folder)/\(application.name)/rc"
    switch FileKind(at: path) {
    // Some users disable the file with a link to /dev/null.
    case .file, .device, .brokenLink: break
    // Reading a pipe might never end, without any sign of what the shell waits for.
    case let kind:
      return console.report("'\(path)' is a \(kind), not a regular file; it was not run")
    }
    interruptibly { () throws(SystemError) in
      do throws(SystemError) {
        var script = try ScriptSource.file(path, interpreter.debugger.isInterrupted)
        script.mayStartPrograms = true
        let report = { [console] in console.report($0, of: path) }
        _ = try interpreter.execute(script, pausing: true, report: report) { [console] rest in
          if rest > 0 { console.note("the last \(counted(rest, "command")) of \(path) did not run") }
        }
      } catch  where error.code == ENOENT || error.code == ENOTDIR {
        // The file is optional.
      }
    }
  }
}

// MARK: - For commands

extension InteractiveShell: CommandHost {
  var columns: Int? {
    guard let terminal = reader?.lease.terminal, terminal.isInteractive else { return nil }
    return terminal.size.columns
  }

  var typedLines: [String] { reader?.history.entries ?? [] }

  func page(through command: String, _ body: () throws -> Void) rethrows {
    guard let lease = reader?.lease, lease.terminal.isInteractive, !lease.terminal.isDumb else {
      return try body()
    }
    let pager = Pager(command, lease: lease)
    console.output.divert { pager.put($0) }
    defer {
      console.output.endDiversion(pager.finish)
      if pager.isMissed, case .command(let command) = interpreter.settings.pager {
        console.warn("the pager '\(command)' was not found; 'set pager off' turns paging off")
      }
      // Keys pressed to leave the pager are not meant for the next command.
      if pager.isInUse { _ = interpreter.debugger.isInterrupted() }
    }
    try body()
  }

  func pipe(_ text: String, through command: String) throws(CommandFailure) {
    guard let reader else { return }
    guard ProgramPipe.canRun(command) else {
      throw CommandFailure("the program '\(command.prefix { $0 != " " })' was not found")
    }
    console.flush()
    let ending: ChildProgram.Ending
    do {
      let pipe = try ProgramPipe(command, lease: reader.lease)
      Array(text.utf8).withUnsafeBytes { pipe.send($0) }
      ending = pipe.finish()
    } catch {
      throw CommandFailure(error.description)
    }
    reader.view.startRow()
    // Keys pressed to end the program are not meant for the next command.
    _ = interpreter.debugger.isInterrupted()
    guard case .signalled(let signal) = ending, ![SIGINT, SIGQUIT, SIGPIPE].contains(signal) else { return }
    throw CommandFailure("'\(command)' \(ending)")
  }
}
