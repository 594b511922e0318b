import TodoShellCommands
import Core
import TodoShellPlatform
import TodoShellSystem

/// The test runner: finds scripts, runs them in parallel, and prints a line for each, then the failures.
///
/// A script runs in a process of its own, since a reducer that traps would end the others in the same process.
final class TestRunner {
  private let application: AnyApplication
  private let configuration: ShellConfiguration
  private let selection: TestSelection
  /// The console for errors and reports.
  private let outerConsole: Console
  /// The console for results.
  private let console: Console
  /// The scripts at the paths given; `nil` if they cannot be listed.
  private var found: [String]?
  /// The scripts that run.
  private var scripts: [String] = []
  private var results: [ScriptResult?] = []
  /// The versions of the files that the runs have read, as the last one began, by their paths.
  private var inputs = FileVersions()
  /// How many results have been printed, in the order of the scripts.
  private var printedCount = 0
  private var nameWidth = 0

  init(
    application: AnyApplication,
    configuration: ShellConfiguration,
    selection: TestSelection,
    console: Console
  ) {
    self.application = application
    self.configuration = configuration
    self.selection = selection
    outerConsole = console
    let isReplaced = configuration.reports.contains(where: \.isStandardOutput)
    self.console = isReplaced ? console.replacing(output: .discarding()) : console
  }

  /// - Returns: The exit code.
  func run() -> Int32 {
    let program = ProgramRerun.program
    let version = FileVersions(of: [program])
    while true {
      let status = runOnce()
      guard selection.watches, console.output.failure == nil else { return status }
      outerConsole.note("waiting for a change; ^C ends")
      console.flush()
      // Between two runs, signals have their usual effects.
      repeat {
        usleep(200_000)
        if version.areCurrent { continue }
        // The linker may still be writing it.
        let new = FileVersions(of: [program])
        sleep(1)
        if new.areCurrent {
          _ = program.withPath { execv($0, CommandLine.unsafeArgv) }
        }
      } while !hasChange
      (found, results, printedCount) = (nil, [], 0)
      console.print()
    }
  }

  /// Whether scripts have been added or removed since the last run, or a file that it read has changed.
  private var hasChange: Bool {
    var unreadable: [SystemError] = []
    let now = try? selection.scripts(at: configuration.files, &unreadable)
    return now != found || !inputs.areCurrent
  }

  private func runOnce() -> Int32 {
    let start = ContinuousClock.now
    do {
      let interrupts = try BatchInterrupts()
      defer { interrupts.finish() }
      var unreadable: [SystemError] = []
      let found = try selection.scripts(at: configuration.files, &unreadable)
      self.found = found
      inputs = FileVersions(of: found.map { ScriptPlace($0).path } + inputs.paths)
      let failed = FailedScripts(of: application.name)
      scripts = selection.onlyFailed ? try failed.selection(of: found) : found
      guard !scripts.isEmpty || !unreadable.isEmpty else { return reportNothingFound() }
      scripts.forEach(outerConsole.protect)
      results = Array(repeating: nil, count: scripts.count)
      nameWidth = ScriptResult.width(ofNames: scripts)
      var status = try configuration.updatesExpectedOutput ? runForUpdate(interrupts) : runInParallel()
      outerConsole.showProgress(nil)
      for index in scripts.indices where results[index] == nil {
        note(ScriptResult.notRun(scripts[index], "interrupted"), at: index)
      }
      for error in unreadable {
        results.append(nil)
        note(ScriptResult.unread(error.subject ?? "", error), at: results.count - 1)
      }
      let results = results.compactMap(\.self)
      results.forEach(explain)
      if results.contains(where: { $0.verdict.hasFailed || $0.tally.issueCount > 0 }) { console.print() }
      let summary = "\(results.summary) in \((ContinuousClock.now - start).roundedForPeople)"
      let hasPassed = results.allSatisfy { $0.verdict == .passed }
      console.print(console.palette(hasPassed ? .added : .error, summary))
      do { try failed.note(results.filter { $0.verdict != .notRun }) } catch {
        outerConsole.warn(error.description)
      }
      if status == ExitStatus.success { status = Self.status(of: results) }
      status = configuration.reports
        .write(results, status, program: application.name, inputs: outerConsole.inputs, to: outerConsole)
      status = console.finish(status)
      return console === outerConsole ? status : outerConsole.finish(status)
    } catch {
      outerConsole.report(error.description)
      return error.inputStatus
    }
  }

  private func reportNothingFound() -> Int32 {
    let places = configuration.files.isEmpty ? ["."] : configuration.files
    let place = places.map { "'\($0)'" }.joined(separator: ", ")
    if let filter = selection.filter, !filter.isEmpty {
      outerConsole.report("no script in \(place) has '\(filter)' in its path")
    } else {
      let isAboutDocuments =
        !configuration.files.isEmpty
        && configuration.files.allSatisfy { ScriptSource.isMarkdown(ScriptPlace($0).path) }
      let what = isAboutDocuments ? "fenced blocks of the language todoscript" : "*.todoscript files"
      outerConsole.report("there are no \(what) in \(place)")
    }
    return outerConsole.finish(ExitStatus.noInput)
  }

  /// The exit code for the results: a script that does not parse comes before a failure, and that before an exploration
  /// that reached its limits.
  private static func status(of results: [ScriptResult]) -> Int32 {
    let statuses = Set(results.filter { $0.verdict != .passed }.map(\.status))
    if statuses.isEmpty { return ExitStatus.success }
    for status in [ExitStatus.doesNotParse, ExitStatus.noInput, ExitStatus.inputOutput]
    where statuses.contains(status) {
      return status
    }
    return statuses == [ExitStatus.inconclusive] ? ExitStatus.inconclusive : ExitStatus.failure
  }
}

// Running.
extension TestRunner {
  private func runInParallel() throws(SystemError) -> Int32 {
    let writesPage = configuration.reports.contains { $0.format == .html }
    var workers = TestWorkers(scripts, jobs: selection.jobCount, writesPage: writesPage)
    try workers.run { running in
      let names = running.map(\.controlCharactersEscaped).joined(separator: ", ")
      let done = results.count { $0 != nil }
      outerConsole.showProgress(
        Progressed(
          done: done,
          total: scripts.count,
          text: "\(done) of \(scripts.count) scripts: \(names)"
        )
      )
    } didEnd: { index, result in
      note(result, at: index)
    }
    return ExitStatus.success
  }

  /// Runs the scripts one after the other in this process: scripts that source the same one update it together.
  private func runForUpdate(_ interrupts: BatchInterrupts) -> Int32 {
    var configuration = configuration
    configuration.purpose = .scripts
    configuration.files = scripts
    let runner = BatchRunner(
      application: application,
      configuration: configuration,
      console: outerConsole,
      scriptConsole: .silent()
    )
    runner.runsTests = true
    let results = runner.results(interrupts)
    for (index, result) in results.enumerated() { note(result, at: index) }
    return runner.updateStatus
  }

  private func note(_ result: ScriptResult, at index: Int) {
    results[index] = result
    inputs.note(inputs(of: result))
    // Only the first page is reported, and they are long.
    if results[..<index].contains(where: { $0?.page != nil }) { results[index]?.page = nil }
    while printedCount < results.count, let result = results[printedCount] {
      printLine(of: result)
      printedCount += 1
    }
    console.flush()
  }
}

extension TestRunner {
  /// The files that a script reads, if it is of use to watch them.
  private func inputs(of result: ScriptResult) -> Set<String> {
    guard selection.watches else { return [] }
    if !result.inputs.isEmpty { return Set(result.inputs) }
    // A process that crashed did not report them.
    let parser = ScriptParser(table: application.table)
    _ = try? parser.program(.regularFile(result.name))
    return parser.included.paths
  }
}

// Printing.
extension TestRunner {
  private func printLine(of result: ScriptResult) {
    if result.verdict == .passed, configuration.isQuiet { return }
    outerConsole.showProgress(nil)
    console.print(result.line(nameWidth: nameWidth, console.palette))
  }

  /// Prints why a script failed, and the issues that it reported.
  private func explain(_ result: ScriptResult) {
    guard result.verdict.hasFailed || result.tally.issueCount > 0 else { return }
    console.print()
    console.printTitle(result.name)
    if result.verdict.hasFailed {
      for (number, line) in result.details.flatMap({ $0.allLines.enumerated() }) {
        // A file that cannot be read is named as it is.
        console.print(console.palette.report(String(line).controlCharactersEscaped, isFirst: number == 0))
      }
    }
    result.tally.warnings.forEach { console.print($0) }
    if result.verdict.hasFailed, !result.output.isEmpty {
      console.print("note: the program itself printed:")
      let rest = result.output.count - 20
      for line in result.output.prefix(20) { console.print("      \(line)") }
      if rest > 0 { console.print("      and \(counted(rest, "line")) more") }
    }
    guard result.verdict.hasFailed, result.status != ExitStatus.doesNotParse, result.problem == nil else {
      return
    }
    let file = ScriptPlace(result.name).path
    let place = result.tally.failedPosition.map { "\(file):\($0)" } ?? result.name
    let words = [application.name] + configuration.sessionOptions + ["-i", place]
    console.print("open the shell there: \(words.map(\.asShellWord).joined(separator: " "))")
  }
}

extension ShellConfiguration {
  /// The options that make a session the same as this one.
  fileprivate var sessionOptions: [String] {
    var options: [String] = []
    if let seed = start.seed { options += ["--seed", "\(seed)"] }
    if let epoch = start.epoch { options += ["--epoch", epoch.iso8601] }
    for (name, value) in start.variables.inOrderOfKeys {
      options += ["-v", "\(name)=\(value.text)"]
    }
    return options
  }
}

extension String {
  /// The text as one word for a shell.
  fileprivate var asShellWord: String {
    let isPlain = utf8.allSatisfy {
      $0 > 0x7F
        || "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_./:,+=@%".utf8.contains($0)
    }
    return isPlain && !isEmpty
      ? self : "'\(replacing("'", with: "'\\''"))'".controlCharactersEscaped
  }
}
