import Core
import TodoShellPlatform

extension AnyInterpreter {
  /// How a program ended.
  package enum Outcome: Equatable {
    /// All of it ran.
    case completed
    /// A breakpoint stopped a command, and the rest did not run.
    case paused
    /// A command failed, and the rest did not run.
    case stopped
    /// `quit` ran, or the output was closed.
    case ended

    /// Whether everything that was requested has run.
    package var isComplete: Bool { self == .completed || self == .ended }
  }

  /// Checks a script, and runs it if it has no errors.
  ///
  /// - Parameters:
  ///   - pausing: Whether it also ends at breakpoints set before it began.
  ///   - report: Reports its errors; by default one at a time.
  ///   - whenStopped: Receives the number of commands that did not run because one failed.
  /// - Returns: How it ended; `nil` if it has errors.
  /// - Throws: `SystemError`, with the code `EINTR`, if it was interrupted before it ran.
  package func execute(
    _ script: ScriptSource,
    pausing: Bool = false,
    report: (([Diagnostic]) -> Void)? = nil,
    whenStopped: (Int) -> Void = { _ in }
  ) throws(SystemError) -> Outcome? {
    let parser = makeParser()
    let program = try parser.program(script)
    guard parser.diagnostics.isEmpty else {
      if let report { report(parser.diagnostics) } else { parser.diagnostics.forEach(debugger.report) }
      return nil
    }
    return run(program, parser, pausing: pausing, whenStopped: whenStopped)
  }

  /// Runs a program, up to the first command that fails unless the shell keeps going.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - parser: The parser that checked it, which now parses its commands.
  ///   - pausing: Whether it also ends at breakpoints set before it began. A program handles its own breakpoints.
  ///   - whenStopped: Receives the number of commands that did not run because one failed.
  package func run(
    _ program: Program,
    _ parser: ScriptParser,
    pausing: Bool = false,
    whenStopped: (Int) -> Void = { _ in }
  ) -> Outcome {
    run(reader(of: program, parser), pausing: pausing, whenStopped: whenStopped)
  }

  /// A reader of a program's commands.
  ///
  /// - Parameter canRewind: Whether the reader keeps the commands, so that it can go back to one of them.
  package func reader(
    of program: Program,
    _ parser: ScriptParser,
    canRewind: Bool = false
  ) -> ProgramReader {
    ProgramReader(program, parser, canRewind: canRewind) { [unowned self] in definitions.variables }
  }

  /// Runs the commands that a reader has not read yet.
  package func run(
    _ reader: ProgramReader,
    pausing: Bool = false,
    whenStopped: (Int) -> Void = { _ in }
  ) -> Outcome {
    let outer = debugger.stops.pausing
    debugger.stops.pausing = pausing ? debugger.stops.nextBreakpoint : nil
    defer { debugger.stops.pausing = outer }
    let program = reader.program
    var rest = program.scope.extent.ownCommandCount - reader.position
    func stopped() -> Outcome {
      whenStopped(rest)
      return .stopped
    }
    while true {
      do {
        if !definitions.macros.isEmpty || reader.parser.hasMacros {
          reader.parser.macros = definitions.macros
        }
        reader.parser.focused = definitions.focused
        let step = try reader.next()
        if program.scripts.count == 1, !script.reach(step) { return .ended }
        guard let step else { return .completed }
        rest -= 1
        let isHeld = run(step)
        if debugger.isPaused {
          if rest > 0 {
            debugger.notice(
              "the last \(rest == 1 ? "command" : counted(rest, "command")) of \(program.name) did not run",
              style: .note,
              isAskedFor: true
            )
          }
          return .paused
        }
        if script.isAbandoned { return .ended }
        if rest > 0, debugger.isInterrupted() {
          debugger.report("interrupted")
          return stopped()
        }
        if hasEnded { return .ended }
        if !isHeld, !script.keepsGoing { return stopped() }
      } catch {
        debugger.report(error)
        return stopped()
      }
    }
  }

  /// Whether no further command of the script runs, although none has failed.
  var hasEnded: Bool { script.exitStatus != nil || script.isAbandoned || console.output.failure != nil }

  /// Runs a command, and reports an error.
  ///
  /// - Returns: Whether it succeeded.
  func run(_ step: Program.Step) -> Bool {
    let monitor = frontEnd.monitor
    guard monitor?.willRun(step) != false else {
      script.isAbandoned = true
      return true
    }
    let start = settings.showsTimes ? ContinuousClock.now : nil
    let isHeld = runUnwatched(step)
    if let start { console.remark(on: ContinuousClock.now - start) }
    if monitor?.didRun(step) == false { script.isAbandoned = true }
    return isHeld
  }

  private func runUnwatched(_ step: Program.Step) -> Bool {
    // The clock plays only in an interactive shell.
    let movements = frontEnd.isConversation ? session.movements.count : 0
    let isAtTerminal = frontEnd.host != nil && !console.output.isRecording
    let tip = isAtTerminal && !script.hasNoticedBranch && session.isInPast ? session.line.last : nil
    defer {
      debugger.events.sync(with: session)
      noticeBranch(from: tip, movements)
      goOnPlaying(after: movements)
      console.flushIfWatched()
    }
    let line = step.redirection?.line ?? step.line
    if settings.echoes { console.print(said(line)) } else { console.transcript?.put(said(line) + "\n") }
    debugger.events.emitProgress(CommandBegan(place: step.line.source))
    console.progress?.advance()
    script.tally.commands += 1
    if let former = step.former, isAtTerminal, step.source.location.file == SourceLocation.typedFile,
      script.noticedSpellings.insert(former.name).inserted
    {
      debugger.notice(former.note(on: step.line.text))
    }
    do {
      if let expected = step.expectedOutput {
        try perform(step, expecting: expected)
      } else {
        try perform(step)
      }
      return true
    } catch is SourcedFailure {
      return false
    } catch {
      debugger.received.issues = []
      let diagnostic = Diagnostic(error, at: step.source)
      debugger.during(step) { debugger.report(diagnostic) }
      return false
    }
  }

  /// Runs a command and compares its output with the expected output.
  ///
  /// The comparison must not depend on how much output the user chose to see.
  private func perform(_ step: Program.Step, expecting expected: ExpectedOutput) throws {
    let isSilent = settings.isQuietByOption
    if isSilent { settings.isQuiet = false }
    console.output.startRecording(isSilent: isSilent)
    var printed: [String] = []
    do {
      defer {
        printed = console.output.endRecording()
        if isSilent, !settings.isQuiet {
          settings.isQuiet = true
          settings.isQuietByOption = true
        }
      }
      try perform(step)
    }
    if script.isAbandoned { return }
    let difference = expected.difference(from: printed)
    let failure = difference.map {
      expected.diagnostic(for: $0, from: printed, of: step.line, in: debugger.callStack.frames)
    }
    if let updates = script.updates {
      let failure = failure.map { (debugger.events.script, $0) }
      try updates.note(difference, failure, of: printed, from: expected)
    } else if let failure {
      throw failure
    }
    debugger.during(step) { debugger.tellExpectation(holds: true) }
  }

  /// Performs a command and records it.
  ///
  /// - Throws: The error of the command.
  func perform(_ step: Program.Step) throws {
    let step = try step.fill?(self) ?? step
    let source = step.line.source
    TrapWatch.begin(
      source.page.bytes,
      source.range,
      of: source.page.file,
      line: step.line.firstLine,
      journal: recorder.writtenJournal?.file ?? -1
    )
    defer { TrapWatch.end() }
    guard let redirection = step.redirection else { return try performHere(step) }
    try redirect(to: redirection) { try performHere(step) }
  }

  private func performHere(_ step: Program.Step) throws {
    try debugger.perform(step) {
      guard let operation = step.operation else { return }
      // Output is paged only in an interactive shell.
      if frontEnd.host == nil { return try operation.perform(self) }
      try paged(step) { try operation.perform(self) }
    }
  }

  /// Performs a command as part of another one, labelled with its own text.
  func performLabelled(_ step: Program.Step) throws {
    try debugger.during(step) { try step.operation?.perform(self) }
  }

  /// A command with the prompt at which it was entered.
  package func said(_ line: ScriptLine) -> String {
    console.palette(.prompt, session.prompt) + line.source.text.controlCharactersEscaped
  }

  /// Replays the command of a turn as typed: indices and numbers refer to the current elements.
  ///
  /// - Returns: Whether the turn has a command to replay.
  func replay(_ turn: Turn<Any>) throws -> Bool {
    guard let label = turn.label, let step = try? ScriptParser(table: table).step(label) else { return false }
    let outer = settings
    let outerStop = debugger.halt.breakpoint
    settings.isQuiet = true
    // A command that was stopped originally is stopped again, which is not a failure.
    if turn.isCutShort { debugger.halt.breakpoint = outerStop ?? 0 }
    defer {
      settings.isQuiet = outer.isQuiet
      // The two are set and cleared together.
      settings.isQuietByOption = outer.isQuietByOption
      debugger.halt.breakpoint = outerStop
    }
    try performLabelled(step)
    return true
  }

  /// Lets the compiler report `turn.send(.typo)` as an error in the action, rather than that nothing can be sent here.
  @available(*, unavailable, message: "send within 'turn { turn in turn.send(…) }'")
  public func send(_ action: Any) {}

  /// Whether what a script does not assert is an error.
  var isExhaustive: Bool {
    get { debugger.received.isExhaustive }
    set { debugger.setExhaustive(newValue) }
  }
}

/// A sourced script stopped at a command whose error has been reported.
struct SourcedFailure: Error {}
