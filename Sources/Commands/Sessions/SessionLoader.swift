import Core

/// Replays the commands of a session file in a separate shell.
package struct SessionLoader {
  let application: AnyApplication
  /// Where the commands print, by default nowhere.
  package var console = Console.silent()
  /// Whether to stop loading.
  private let isInterrupted: () -> Bool
  /// Called before each command, with the shell in which it runs.
  package var willPerform: (AnyInterpreter, ScriptLine) -> Void = { _, _ in }

  package init(application: AnyApplication, isInterrupted: @escaping () -> Bool) {
    self.application = application
    self.isInterrupted = isInterrupted
  }

  /// The result of loading a file.
  package struct Loaded {
    /// The shell at the end of the session.
    let shell: AnyInterpreter
    let file: SessionFile
    /// The command at which loading stopped, and why.
    package var failure: SessionFileError?
    /// The error of the last command, if it was running when the session ended.
    var unfinished: Diagnostic?

    /// The outcome of that command, which is missing in the file.
    var missingOutcome: String {
      unfinished == nil ? "" : SessionEntry.Outcome(hasFailed: true).line ?? ""
    }
  }

  /// - Throws: ``SessionFileError/interrupted``.
  package func load(_ file: SessionFile) throws(SessionFileError) -> Loaded {
    let parser = ScriptParser(table: application.table, namesFiles: false, isInterrupted: isInterrupted)
    let program: Program
    do { program = try parser.program(file.script) } catch {
      throw SessionFileError(error)
    }
    var settings = ShellSettings()
    settings.isQuiet = !console.isHeard
    settings.color = console.color
    let shell = application.interpreter(origin: SessionOrigin(), console: console, settings: settings)
    shell.recorder.isLoading = true
    shell.debugger.isInterrupted = isInterrupted
    var loaded = Loaded(shell: shell, file: file)
    let problem = parser.diagnostics.min { $0.location < $1.location }
    // The lines before the first one that does not parse are run.
    let end = problem.map { $0.location.file == file.path ? $0.location.line : 0 } ?? .max
    loaded.failure = problem.map { .content($0, status: ExitStatus.doesNotParse) }
    let reader = ProgramReader(program, parser) { shell.definitions.variables }
    // The error of a line that does not parse is already known.
    func nextStep() -> Program.Step? { try? reader.next() }
    var next = nextStep()
    while let step = next, step.line.location.line < end {
      next = nextStep()
      if isInterrupted() { throw .interrupted }
      let outcome = file.outcome(of: step.line)
      willPerform(shell, step.line)
      let diagnostic = perform(step, outcome, in: shell)
      if let diagnostic { shell.console.report(diagnostic) }
      if shell.debugger.halt.wasInterrupted { throw .interrupted }
      guard let diagnostic, !outcome.hasFailed else { continue }
      if next == nil, problem == nil, step.entry?.command.sessionRole != .expects {
        loaded.unfinished = diagnostic
      } else {
        loaded.failure = .content(diagnostic, status: ExitStatus.failure)
      }
      break
    }
    return loaded
  }

  private func perform(
    _ step: Program.Step,
    _ outcome: SessionEntry.Outcome,
    in shell: AnyInterpreter
  ) -> Diagnostic? {
    shell.debugger.halt.replay(outcome)
    do {
      try shell.perform(step)
      return nil
    } catch {
      // A failure within a macro or a block has already been reported at its own line.
      let reported = error is SourcedFailure ? shell.debugger.failures.entries.last?.event.diagnostic : nil
      return reported ?? Diagnostic(error, at: step.source)
    }
  }
}
