import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Following a script command by command.
struct CommandMonitorTests {
  private enum Step: Equatable {
    case up, down
  }

  /// Notes the commands, and ends the script before or after one of them.
  private final class Monitor: CommandMonitor {
    var events: [String] = []
    var refused: String?
    var last: String?

    func willRun(_ command: any RunningCommand) -> Bool {
      events.append("will \(command.text)")
      return command.text != refused
    }

    func didRun(_ command: any RunningCommand) -> Bool {
      events.append("did \(command.text)")
      return command.text != last
    }
  }

  private let monitor = Monitor()
  private let interpreter = Interpreter<Int, Step>(
    ShellApplication(name: "counter") { seed, epoch in
      Session(initialState: 0, seed: seed, epoch: epoch) {
        Reduce<Int, Step> { count, step in
          count += step == .up ? 1 : -1
          return .none
        }
      }
    }
  )

  private func makeReader(_ script: String) throws -> ProgramReader {
    interpreter.frontEnd.monitor = monitor
    let parser = interpreter.makeParser()
    let program = try parser.program(ScriptSource(script.utf8, name: "script"))
    try #require(parser.diagnostics.isEmpty)
    return interpreter.reader(of: program, parser, canRewind: true)
  }

  @Test func theCommandsOfBlocksAndMacrosAreFollowed() throws {
    let reader = try makeReader("macro twice\n.up\n.up\nend\ntwice\nrepeat 2 .down")
    #expect(interpreter.run(reader) == .completed)
    #expect(
      monitor.events == [
        "will macro twice", "did macro twice", "will twice", "will .up", "did .up", "will .up", "did .up",
        "did twice", "will repeat 2 .down", "will .down", "did .down", "will .down", "did .down",
        "did repeat 2 .down",
      ]
    )
  }

  @Test(arguments: [true, false]) func endingAScriptIsNoFailure(isRefused: Bool) throws {
    if isRefused { monitor.refused = ".down" } else { monitor.last = ".up" }
    let outcome = interpreter.run(try makeReader("repeat 2\n.up\n.down\nend\n.up"))
    #expect(outcome == .ended)
    #expect(interpreter.session.state == 1)
    #expect(interpreter.script.tally.failures == 0)
    #expect(interpreter.script.isAbandoned)
  }

  @Test func aReaderGoesBackToACommand() throws {
    let reader = try makeReader(".up\nlet x = self + 1\nrepeat $x .up\nprint $x")
    #expect(interpreter.run(reader) == .completed)
    #expect(interpreter.session.state == 3 && reader.position == 4)
    // The variable has its new value in the lines that are read again.
    reader.rewind(to: 1)
    #expect(interpreter.run(reader) == .completed)
    #expect(interpreter.session.state == 7 && reader.position == 4)
    reader.rewind(to: 9)
    #expect(reader.position == 4)
  }
}
