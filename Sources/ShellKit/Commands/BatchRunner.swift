import Core
import Foundation

/// Runs scripts: checks them all, and only when every one of them is well-formed runs them, each in a session of its own.
struct BatchRunner<State, Action> {
  let application: ShellApplication<State, Action>
  let configuration: ShellConfiguration
  let console: Console
  private let updates: ScriptUpdates?

  init(application: ShellApplication<State, Action>, configuration: ShellConfiguration, console: Console) {
    self.application = application
    self.configuration = configuration
    self.console = console
    updates = configuration.updatesExpectedOutput ? ScriptUpdates() : nil
  }

  /// What became of a script.
  private struct Result {
    let name: String
    let status: Int32
    let tally: Shell<State, Action>.Tally
  }

  /// - Returns: The exit code.
  func run() -> Int32 {
    let (scripts, failures) = openScripts()
    if let first = failures.first { return report(failures, status: first.status) }
    let parser = ScriptParser(table: application.table, variables: configuration.variables)
    var programs: [Program<State, Action>] = []
    do throws(SystemError) {
      for script in scripts { programs.append(try parser.program(script)) }
    } catch {
      return report([error], status: error.status)
    }
    guard parser.diagnostics.isEmpty else { return report(parser.diagnostics) }
    if configuration.checksOnly { return console.finish(ExitStatus.success) }
    return run(programs, parser)
  }

  private func openScripts() -> (scripts: [ScriptSource], failures: [SystemError]) {
    if !configuration.commands.isEmpty {
      return ([ScriptSource(configuration.commands.joined(separator: "\n").utf8, name: "-c")], [])
    }
    var scripts: [ScriptSource] = []
    var failures: [SystemError] = []
    for file in configuration.files.isEmpty ? ["-"] : configuration.files {
      do throws(SystemError) {
        scripts.append(file == "-" ? try .standardInput() : try .file(file))
      } catch {
        failures.append(error)
      }
    }
    return (scripts, failures)
  }

  /// Reports the files that cannot be read; where the name of a command was taken for one, says how to run it.
  private func report(_ failures: [SystemError], status: Int32) -> Int32 {
    for failure in failures { console.report(failure.description) }
    if failures[0].code == ENOENT, let word = configuration.files.first, word == failures[0].subject,
      application.table.command(named: word) != nil
    {
      let line = configuration.files.joined(separator: " ")
      console.note("help: a command follows -c: \(application.name) -c '\(line)'")
    }
    return status
  }

  private func report(_ diagnostics: [Diagnostic]) -> Int32 {
    diagnostics.forEach(console.report)
    let count = diagnostics.count == 1 ? "1 error" : "\(diagnostics.count) errors"
    console.note("\(count); nothing was run")
    return console.finish(ExitStatus.doesNotParse)
  }

  private func run(_ programs: [Program<State, Action>], _ parser: ScriptParser<State, Action>) -> Int32 {
    var results: [Result] = []
    for program in programs {
      if programs.count > 1, !configuration.isQuiet { announce(program.name, isFirst: results.isEmpty) }
      results.append(run(program, parser))
      if console.output.failure != nil { break }
    }
    if programs.count > 1, !configuration.isQuiet { summarize(results) }
    do throws(SystemError) {
      try updates?.write { file, count in
        console.note("updated \(file): the expected output of \(counted(count, "command"))")
      }
    } catch {
      return report([error], status: error.status)
    }
    return console.finish(results.first { $0.status != ExitStatus.success }?.status ?? ExitStatus.success)
  }

  private func run(_ program: Program<State, Action>, _ parser: ScriptParser<State, Action>) -> Result {
    let shell = Shell(
      application: application,
      origin: configuration.origin,
      console: console,
      settings: configuration.settings
    )
    shell.keepsGoing = configuration.keepsGoing
    shell.updates = updates
    shell.variables = configuration.variables
    if let status = shell.openSession(configuration) {
      return Result(name: program.name, status: status, tally: shell.tally)
    }
    shell.showPrompts(at: shell.session.moment, since: nil)
    let outcome = shell.run(program, parser)
    if outcome == .completed { shell.checkExhaustive() }
    let failed = outcome == .stopped || shell.tally.failures > 0
    let status = shell.exitStatus ?? (failed ? ExitStatus.failure : ExitStatus.success)
    return Result(name: program.name, status: status, tally: shell.tally)
  }

}

extension BatchRunner {
  private func announce(_ name: String, isFirst: Bool) {
    if !isFirst { console.print() }
    console.print(console.palette(.strong, "── \(name.controlCharactersEscaped) ──"))
  }

  private func summarize(_ results: [Result]) {
    var table = TextTable()
    for result in results {
      let tally = result.tally
      let place = tally.firstFailure.map { "first failure at line \($0.line)" } ?? ""
      table.add(
        result.status == ExitStatus.success ? "ok" : "FAILED",
        result.name.controlCharactersEscaped,
        counted(tally.commands, "command"),
        counted(tally.expectations, "expectation"),
        place,
        style: result.status == ExitStatus.success ? nil : .error
      )
    }
    console.print()
    table.lines(palette: console.palette).forEach { console.print($0) }
    let failed = results.count { $0.status != ExitStatus.success }
    console.print("\(counted(results.count, "script")), \(results.count - failed) ok, \(failed) failed")
  }

  private func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension SystemError {
  /// A path that leads to no readable file is the caller's mistake; anything else is the system's.
  fileprivate var status: Int32 {
    guard attempt == "read" else { return ExitStatus.inputOutput }
    switch code {
    case ENOENT, ENOTDIR, EACCES, EISDIR, ELOOP, ENAMETOOLONG: return ExitStatus.noInput
    default: return ExitStatus.inputOutput
    }
  }
}
