import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// The rest of a script in the middle of which a conversation begins.
struct ScriptRestTests {
  private static let script = """
    # A comment.
    up
    value
    | 1
    repeat 3 as i
      up
      repeat 2
        up
        value
      end
    end
    repeat 2 as k print $k
    down

    """

  /// The lines of the commands from a line on, with the rounds, and the values of `i` before each.
  private func steps(from line: Int, in rounds: [CallFrame], script: String = script) -> [String] {
    let source = ScriptSource(script.utf8, name: "s")
    let table = CounterShell.application.erased.table
    guard var rest = ScriptRest(of: source, from: line, in: rounds, table) else { return ["none"] }
    var variables: [String: Variable] = [:]
    var found: [String] = []
    while let announcement = rest.announcement, let next = rest.next(&variables) {
      let lines = next.nodes.lines.count
      found.append("\(announcement.dropFirst("next is line ".count)) (\(lines))")
      if let value = variables["i"] { found.append("i = \(value.literal)") }
    }
    return found
  }

  @Test func eachCommandComesWithItsBlockAndItsExpectedOutput() {
    #expect(
      steps(from: 2, in: []) == [
        "2: up (1)", "3: value (2)", "5: repeat 3 as i (7)", "12: repeat 2 as k print $k (1)", "13: down (1)",
      ]
    )
    #expect(steps(from: 4, in: []) == ["none"])
  }

  @Test func theRoundsOfABlockFollow() {
    let inner = [CallFrame.round(1, of: 3), .round(1, of: 2)]
    #expect(
      steps(from: 9, in: inner) == [
        "9, in round 2 of 2, in round 2 of 3: value (1)", "i = 2",
        "6, in round 3 of 3: up (1)", "i = 2",
        "7, in round 3 of 3: repeat 2 (4)", "12: repeat 2 as k print $k (1)", "13: down (1)",
      ]
    )
    #expect(steps(from: 12, in: [.round(1, of: 2)]) == ["12, in round 2 of 2: print $k (1)", "13: down (1)"])
  }

  @Test func nextRunsOneCommandAndContinueTheRest() throws {
    let interpreter = Interpreter(CounterShell.application)
    let source = ScriptSource(Self.script.utf8, name: "s")
    interpreter.script.rest = ScriptRest(of: source, from: 2, in: [], interpreter.table)
    #expect(interpreter.execute("next").isComplete && interpreter.session.state.count == 1)
    #expect(interpreter.execute("up").isComplete)
    let result = interpreter.execute(" next  # it fails")
    #expect(result.diagnostics.first?.diagnostic?.location.line == 4, "the value is 2 by now, not 1")
    #expect(result.lines.last == "next is line 5: repeat 3 as i")
    #expect(interpreter.execute("continue").lines.last == "the script has ended")
    #expect(interpreter.session.state.count == 10)
    #expect(interpreter.execute("next").lines == ["the script has ended"])
  }
}
