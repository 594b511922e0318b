import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A shell in memory that runs lines one after the other, as a person types them.
struct RecordedShell<State, Action> {
  let shell: Interpreter<State, Action>
  let out = OutputCollector()
  let err = OutputCollector()

  init(
    _ application: ShellApplication<State, Action>,
    session: String? = nil,
    seed: UInt64? = nil,
    isQuiet: Bool = true
  ) {
    var configuration = ShellConfiguration()
    configuration.isQuiet = isQuiet
    configuration.session = session
    configuration.seed = seed
    let console = Console(output: out.output, errors: err.output)
    shell = Interpreter(
      application: application.erased,
      origin: configuration.origin,
      console: console,
      settings: configuration.settings
    )
    status = shell.openSession(session, seed: seed, epoch: nil)
  }

  /// The exit code, if the session could not be opened.
  let status: Int32?

  /// Runs lines; those that fail do not end it.
  func run(_ lines: String...) {
    for line in lines {
      let parser = ScriptParser(table: shell.table)
      shell.script.keepsGoing = true
      do {
        let program = try parser.program(ScriptSource(line.utf8, name: "-"))
        parser.diagnostics.forEach(shell.console.report)
        if parser.diagnostics.isEmpty { _ = shell.run(program, parser) }
      } catch {
        Issue.record(error)
      }
    }
    shell.console.flush()
  }

  /// The commands that were recorded, with how they went.
  var record: [String] {
    shell.recorder.entries.flatMap { $0.lines.split(separator: "\n").map(String.init) }
  }

  /// Everything that a session file must bring back.
  var everything: String {
    let session = shell.session
    var lines = session.moments.map { moment in
      moment.withState { state in
        "\(moment.number) of \(moment.parent ?? -1) +\(moment.now) \(moment.action.map { actionText($0) } ?? "-") "
          + String(customDumping: state)
          + " \(moment.effects.map { "\($0.id) \($0.deadline, default: "-")" })"
      }
    }
    lines += session.turns.map { "\($0.moments) \($0.label ?? "-") \($0.original ?? -1) \($0.isCutShort)" }
    lines += session.movements.map { "\($0.from) to \($0.to) \($0.label ?? "-") \($0.turns)" }
    lines += session.marks.map { "\($0.key) \($0.value)" }.sorted()
    lines.append("\(session.moment.number) on \(Array(session.line))")
    return lines.joined(separator: "\n")
  }
}
