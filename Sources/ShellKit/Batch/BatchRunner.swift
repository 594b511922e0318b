import Core
import TodoShellExport
import TodoShellSystem

/// Runs scripts: checks all of them and, if none has errors, runs each in its own session.
final class BatchRunner {
  private let application: AnyApplication
  private let configuration: ShellConfiguration
  /// The console of the scripts.
  private let console: Console
  /// The console for reports on standard output.
  private let outerConsole: Console
  private let updates: ScriptUpdates?
  /// The console that is told which scripts have been updated.
  private let updateConsole: Console
  private var interrupts: BatchInterrupts?
  private var results: [ScriptResult] = []
  /// The paths of the scripts that were opened, including sourced ones.
  private(set) var inputs: [String] = []
  /// Whether a report has the history of the last script if none failed.
  var writesLastPage = true
  /// Called with the position of each command that is about to run.
  var didReach: ((ScriptPosition) -> Void)?
  /// Whether the scripts are tests: failures in blocks name the round, and only regular files are read, because others
  /// may have no end.
  var runsTests = false
  /// The exit code of writing the updates.
  private(set) var updateStatus = ExitStatus.success

  /// - Parameter scriptConsole: The console of the scripts, if that is not `console` or follows from the configuration.
  init(
    application: AnyApplication,
    configuration: ShellConfiguration,
    console: Console,
    scriptConsole: Console? = nil
  ) {
    self.application = application
    self.configuration = configuration
    outerConsole = console
    self.console =
      scriptConsole
      ?? (configuration.reports.contains(where: \.isStandardOutput)
        ? console.replacing(output: .discarding()) : configuration.console(on: console))
    updateConsole = scriptConsole == nil ? self.console : console
    updates = configuration.updatesExpectedOutput ? ScriptUpdates() : nil
  }

  /// - Returns: The exit code.
  func run() -> Int32 {
    if case .tour(let chapter) = configuration.purpose { return runTour(from: chapter) }
    do {
      // A signal that ends the batch must not lose output or reports. Signals belong to the program; a run that is only
      // a part of one does not handle them, unless it writes reports.
      if configuration.endsProcess || !configuration.reports.isEmpty {
        interrupts = try BatchInterrupts(of: application.name)
      }
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
    var status = runScripts()
    status = configuration.reports
      .write(results, status, program: application.name, inputs: console.inputs, to: outerConsole)
    // A check runs nothing.
    let passed = results.count {
      $0.verdict == .passed || configuration.checksOnly && $0.status == ExitStatus.success
    }
    console.tell(Summarized(scripts: results.count, passed: passed, status: status))
    status = console.finish(status)
    if console !== outerConsole { status = outerConsole.finish(status) }
    interrupts?.finish()
    return status
  }

  /// Runs the scripts for the test runner, which prints and reports the results.
  ///
  /// - Parameter interrupts: The watch for signals that end the program.
  func results(_ interrupts: BatchInterrupts? = nil) -> [ScriptResult] {
    self.interrupts = interrupts
    _ = runScripts()
    return results
  }

  private var isInterrupted: () -> Bool {
    { [interrupts] in interrupts?.isInterrupted ?? false }
  }

  private var isQuiet: Bool { configuration.settings.isQuiet }

  /// Whether the commands of `-c` follow a script, in its session.
  private var hasSequel: Bool { !configuration.files.isEmpty && !configuration.commands.isEmpty }

  private func runScripts() -> Int32 {
    let (scripts, failures) = openScripts()
    if !failures.isEmpty { return report(failures) }
    let parser = ScriptParser(
      table: application.table,
      definitions: Definitions(variables: configuration.variables),
      room: configuration.checksOnly ? 0 : CheckedLines.mostBytes,
      isInterrupted: isInterrupted
    )
    parser.openScript = { (path, isInterrupted) throws(SystemError) in try self.open(path, isInterrupted) }
    var programs: [Program] = []
    for script in scripts {
      let continues = !programs.isEmpty && hasSequel
      let known = parser.diagnostics.count
      do { programs.append(try parser.program(script, continues: continues)) } catch {
        return report([error])
      }
      noteParsed(script.name, parser.diagnostics.dropFirst(known))
    }
    guard parser.diagnostics.isEmpty else { return report(parser.diagnostics) }
    if configuration.checksOnly { return ExitStatus.success }
    results = []
    return run(programs, parser)
  }

  private func runTour(from chapter: Int) -> Int32 {
    let shell = configuration.interpreter(of: application, on: console)
    let guide = TourGuide(shell, from: chapter)
    guide.begin()
    do {
      while guide.isUnderWay, console.output.failure == nil { try guide.goOn() }
    } catch {
      return report([error])
    }
    // A tour may show what a failure looks like.
    return console.finish(ExitStatus.success)
  }

  /// Opens a script, including sourced ones, and records that it must not be overwritten.
  private func open(_ file: String, _ isInterrupted: () -> Bool) throws(SystemError) -> ScriptSource {
    let place = ScriptPlace(file)
    if ScriptSource.isMarkdown(place.path), let line = place.position?.line {
      let source = try ScriptSource.regularFile(place.path, isInterrupted)
      guard source.fencedBlock(at: line) != nil else {
        throw SystemError("read", subject: file, code: ENOENT)
      }
      console.protect(place.path)
      return source.fencedScript(at: line)
    }
    inputs.append(file)
    let script = try runsTests ? ScriptSource.regularFile(file, isInterrupted) : .file(file, isInterrupted)
    updates?.note(script, application.table)
    console.protect(file)
    return script
  }

  private func openScripts() -> (scripts: [ScriptSource], failures: [SystemError]) {
    var scripts: [ScriptSource] = []
    var failures: [SystemError] = []
    let commands = configuration.commands
    for file in configuration.files.isEmpty && commands.isEmpty ? ["-"] : configuration.files {
      if file == "-", isatty(STDIN_FILENO) == 1 {
        let sequel = configuration.checksOnly ? "" : " to run it"
        outerConsole.note("reading a script from the terminal: end it with ^D on its own line\(sequel)")
      }
      do {
        let script =
          file == "-" ? try .standardInput(isInterrupted: isInterrupted) : try open(file, isInterrupted)
        scripts.append(script)
        results.append(.notRun(script.name))
      } catch {
        failures.append(error)
        results.append(.unread(file, error))
      }
    }
    if !commands.isEmpty {
      scripts.append(ScriptSource(commands.joined(separator: "\n").utf8, name: "-c"))
    }
    return (scripts, failures)
  }
}

// Errors before anything runs.
extension BatchRunner {
  /// Records the errors of a script for the reports.
  private func noteParsed(_ name: String, _ diagnostics: ArraySlice<Diagnostic>) {
    if results.isEmpty { results = [.notRun(name)] }
    guard !diagnostics.isEmpty,
      let index = results.firstIndex(where: { $0.name == name && $0.tally.failures == 0 })
    else { return }
    results[index] = ScriptResult(name: name, status: ExitStatus.doesNotParse)
    diagnostics.forEach { results[index].tally.note($0) }
  }

  /// Reports the files that cannot be read, with a hint if the name of a command was given.
  private func report(_ failures: [SystemError]) -> Int32 {
    for failure in failures where failure.code != EINTR { console.report(failure.description) }
    if failures[0].code == ENOENT, let hint = hint(for: failures[0].subject) { console.note("help: \(hint)") }
    return failures[0].scriptStatus
  }

  /// - Parameter word: The name of a file that does not exist.
  private func hint(for word: String?) -> String? {
    guard let word, configuration.purpose == .scripts else { return nil }
    if SubcommandName(rawValue: word) != nil {
      return "'\(word)' must be the first word: \(application.name) \(word) …"
    }
    let subcommands = SubcommandName.allCases.map(\.rawValue)
    let isAbbreviation = !application.table.hasCommand(word) && subcommands.contains { $0.hasPrefix(word) }
    if word == configuration.files.first, application.table.command(named: word) != nil, !isAbbreviation {
      let line = configuration.files.joined(separator: " ")
      return "put commands after -c: \(application.name) -c '\(line)'"
    }
    if word.contains(where: { $0 == "." || $0 == "/" }) { return nil }
    return Spelling.suggestion(for: word, among: subcommands)
  }

  private func report(_ diagnostics: [Diagnostic]) -> Int32 {
    console.report(diagnostics)
    return ExitStatus.doesNotParse
  }
}

// Running.
extension BatchRunner {
  private func run(_ programs: [Program], _ parser: ScriptParser) -> Int32 {
    let sequel = hasSequel ? programs.last : nil
    let programs = hasSequel ? programs.dropLast() : programs
    for program in programs {
      if console.output.failure != nil || isInterrupted() {
        results.append(
          .notRun(program.name, isInterrupted() ? "interrupted before" : "the output was closed")
        )
        continue
      }
      if programs.count > 1, !isQuiet {
        if !results.isEmpty { console.print() }
        console.printTitle(program.name)
      }
      results.append(run(program, then: sequel, parser, isLast: results.count == programs.count - 1))
    }
    updateStatus = updates?.write(to: updateConsole) ?? ExitStatus.success
    if let updates {
      for index in results.indices {
        let name = results[index].name
        results[index].tally.relocate(updates.newLocation, in: name)
        for failure in updates.remaining where failure.script == name {
          console.report(failure.diagnostic)
          results[index].tally.note(failure.diagnostic)
          if updateStatus != ExitStatus.success { results[index].status = updateStatus }
        }
      }
    }
    if programs.count > 1, !isQuiet { summarize() }
    guard updateStatus == ExitStatus.success else { return updateStatus }
    return results.first { $0.status != ExitStatus.success }?.status ?? ExitStatus.success
  }

  private func run(
    _ program: Program,
    then sequel: Program?,
    _ parser: ScriptParser,
    isLast: Bool
  ) -> ScriptResult {
    let start = ContinuousClock.now
    let shell = makeShell(for: program)
    defer { console.endProgress() }
    var result = ScriptResult(name: program.name, status: ExitStatus.success)
    if let status = configuration.openSession(of: shell) {
      result.status = status
      result.problem = "cannot open the session '\(configuration.session ?? "")'"
    } else {
      shell.tellPrompts()
      var outcome = shell.run(program, parser)
      if let sequel, outcome == .completed { outcome = shell.run(sequel, parser) }
      result.status = shell.conclude(outcome)
    }
    result.tally = shell.script.tally
    if isInterrupted(), shell.script.tally.failures == 0 { result.problem = "interrupted" }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    if reportsHistory(of: result, isLast: isLast) {
      do {
        result.page = try shell.exported(as: .html, opensAtFailure: true).text
      } catch {
        console.report("cannot report the history: \(error)")
      }
    }
    shell.tellEnd(status: result.status)
    // Freeing a long history moment by moment would take a tenth of the total time.
    if isLast, configuration.endsProcess { _ = Unmanaged.passRetained(shell.session) }
    return result
  }

  /// Whether a report shows the history of a script: the first one that failed, or the last one if all passed.
  private func reportsHistory(of result: ScriptResult, isLast: Bool) -> Bool {
    guard configuration.reports.contains(where: { $0.format == .html }),
      !results.contains(where: { $0.page != nil })
    else { return false }
    return result.verdict != .passed || isLast && writesLastPage
  }

  private func makeShell(for program: Program) -> AnyInterpreter {
    let shell = configuration.interpreter(of: application, on: console, script: program.name)
    shell.script.updates = updates
    shell.script.didReach = didReach
    shell.script.countsRounds = runsTests
    shell.debugger.isInterrupted = isInterrupted
    shell.debugger.refusesLiveValues = !configuration.usesLiveValues
    console.startProgress(of: program.name, commandCount: program.commandCount, isQuiet: isQuiet)
    return shell
  }
}

// The summary.
extension BatchRunner {
  private func summarize() {
    let nameWidth = ScriptResult.width(ofNames: results.map(\.name))
    console.print()
    for result in results where result.verdict != .notRun {
      console.print(result.line(nameWidth: nameWidth, console.palette))
    }
    console.print(results.summary)
  }
}

extension ScriptResult {
  /// The result of a script that did not run, by default because another one has errors.
  static func notRun(_ name: String, _ reason: String = "nothing was run") -> ScriptResult {
    var result = ScriptResult(name: name, status: ExitStatus.success)
    result.reasonNotRun = reason
    return result
  }

  /// The result of a script that cannot be read, or that sources one.
  static func unread(_ name: String, _ error: SystemError) -> ScriptResult {
    var result = ScriptResult(name: name, status: error.scriptStatus)
    result.problem = error.description
    return result
  }
}

extension SystemError {
  /// The exit code for a file error: reading a script, or writing a report or an updated script.
  fileprivate var scriptStatus: Int32 { attempt == "read" ? inputStatus : ExitStatus.inputOutput }
}
