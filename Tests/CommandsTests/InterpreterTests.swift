import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// The language without a terminal.
struct InterpreterTests {
  @Test(arguments: [
    ("Double.nan", "$x == $x", "false"), ("[Double.nan]", "$x == $x", "false"),
    ("Double.infinity", "$x + 1 > 5 && -$x < 1", "true"), ("Double.pi", "$x == Double.pi", "true"),
    ("Int.max", "$x == Int.max", "true"), ("[Double.infinity]", "$x.max()", ".infinity"),
  ])
  func aVariableHasTheValueThatItWasGiven(value: String, expression: String, result: String) {
    let recorded = RecordedShell(CounterShell.application)
    recorded.run("let x = \(value)\nprint \(expression)")
    #expect(recorded.out.text == "\(result)\n", "\(recorded.err.text)")
  }

  @Test func newElementsOfAGivenStateHaveNewIDs() throws {
    let folder = try TemporaryFolder()
    let recorded = RecordedShell(.roster)
    recorded.run(
      "add A",
      #"begin Roster.State(entries: [Roster.Entry(id: UUID(4), name: "B", isDone: false)], lots: [])"#,
      "add C",
      "add D",
      "save '\(folder.file("s"))'"
    )
    func ids(_ shell: AnyInterpreter) -> [UUID]? {
      (shell.session.state as? Roster.State)?.entries.ids.elements
    }
    #expect(ids(recorded.shell) == [UUID(6), UUID(5), UUID(4)], "\(recorded.err.text)")
    let loaded = RecordedShell(.roster)
    loaded.run("load '\(folder.file("s"))'")
    #expect(ids(loaded.shell) == [UUID(6), UUID(5), UUID(4)], "\(loaded.err.text)")
    loaded.run("undo", "add E", "begin", "add F")
    #expect(ids(loaded.shell) == [UUID(0)])
  }

  private typealias Counting = Interpreter<Int, Step>

  private enum Step: Equatable {
    case up, down
  }

  private func makeInterpreter() -> Counting {
    Interpreter(
      ShellApplication(name: "counter") { seed, epoch in
        Session(initialState: 0, seed: seed, epoch: epoch) {
          Reduce<Int, Step> { count, step in
            count += step == .up ? 1 : -1
            return .none
          }
        }
      }
    )
  }

  @Test func aLineIsDrivenAndObserved() throws {
    let interpreter = makeInterpreter()
    var moments: [Int] = []
    let observation = interpreter.observe {
      if let event = $0 as? MomentRecorded { moments.append(event.moment.number) }
    }
    defer { observation.cancel() }
    let result = interpreter.execute(".up\n.up\n.down\nstate")
    #expect(result.isComplete && result.diagnostics.isEmpty)
    #expect(moments == [1, 2, 3] && result.moments == 1..<4)
    let answer = try #require(result.answers.first as? ValueAnswer)
    #expect(result.answers.count == 1 && answer.value() == .number(1))
  }

  @Test func allMomentsOfANewSessionAreNew() {
    let interpreter = makeInterpreter()
    _ = interpreter.execute(".up\n.up")
    #expect(interpreter.execute("begin").moments == 0..<1)
    #expect(interpreter.execute("begin --seed 7\n.up\n.up").moments == 0..<3)
    #expect(interpreter.execute(".up").moments == 3..<4)
  }

  @Test func whatASearchWithoutPropertiesFoundIsKept() throws {
    let interpreter = Interpreter(
      ShellApplication(name: "counter") { seed, epoch in
        Session(initialState: 0, seed: seed, epoch: epoch) {
          Reduce<Int, Step> { count, step in
            count += 1
            if step == .down { reportIssue("It cannot go down.") }
            return .none
          }
        }
      }
    )
    #expect(interpreter.execute("explore --depth 1").diagnostics.count == 1)
    let exploration = try #require(interpreter.exploration)
    #expect(
      exploration.lines(Page(palette: Palette(isEnabled: false)))[0].hasPrefix("an issue is reported at ")
    )
  }

  @Test func anyNumberOfObserversIsToldTheSame() {
    let interpreter = makeInterpreter()
    var told: [[String]] = [[], [], []]
    let observations = told.indices.map { index in
      interpreter.observe { told[index].append(type(of: $0).name) }
    }
    defer { observations.forEach { $0.cancel() } }
    _ = interpreter.execute(".up\nundo\nexpect self == 0")
    #expect(told[0] == ["began", "command", "moment", "command", "travelled", "command", "expectation"])
    #expect(told[1] == told[0] && told[2] == told[0])
  }

  @Test func advanceOffersWhenEffectsAreDueBeforeOtherDurations() {
    let interpreter = Interpreter(CounterShell.application)
    func offered(_ line: String) -> [String] {
      interpreter.complete(line, at: line.count).map { "\($0.text): \($0.summary)" }
    }
    let usual = [
      "100ms: a tenth of a second", "500ms: half a second", "1s: a second", "1m: a minute", "1h: an hour",
    ]
    #expect(offered("advance ") == usual)
    _ = interpreter.execute("soon\nadvance 250ms\nsoon\nsoon")
    let due = ["750ms: until the effect of #1 fires", "1s: until 2 effects fire"]
    #expect(offered("advance ") == due + usual.filter { !$0.hasPrefix("1s") })
    #expect(offered("advance 7") == [due[0]])
    _ = interpreter.execute("run")
    #expect(offered("advance ") == usual)
  }

  @Test func anExpectationThatHoldsSaysWhatItClaims() {
    let interpreter = Interpreter(CounterShell.application)
    let result = interpreter.execute("soon\nrun\nexpect count == 1   # as it was 0\nreceive .up")
    let asserted = result.events.compactMap { $0 as? Asserted }
    #expect(asserted.map(\.statement) == ["count == 1", "received .up"])
    let page = Page(confirmsExpectations: true)
    #expect(asserted.flatMap { $0.lines(page) } == ["ok: count == 1", "ok: received .up"])
    #expect(asserted.flatMap { $0.lines(Page()) } == [])
  }

  @Test func whatIsWrongIsTold() throws {
    let interpreter = makeInterpreter()
    let unknown = interpreter.execute("undoo")
    #expect(!unknown.isComplete && unknown.moments.isEmpty)
    #expect(unknown.diagnostics.map(\.message) == ["unknown command 'undoo'"])
    #expect(unknown.diagnostics.first?.help == "did you mean 'undo'?")
    let failed = interpreter.execute("undo\n.up")
    #expect(!failed.isComplete && failed.diagnostics.count == 1)
    #expect(interpreter.execute(".up").moments == 1..<2, "an error ends nothing")
  }

  @Test func aBreakpointEndsALineWithItsReason() throws {
    let interpreter = makeInterpreter()
    _ = interpreter.execute("break self == 2")
    let result = interpreter.execute(".up\n.up\n.up")
    let stop = try #require(result.events.compactMap { $0 as? Stopped }.first)
    #expect(stop.condition == "self == 2" && stop.moment == 2)
    #expect(!result.isComplete && interpreter.session.state == 2)
  }

  @Test func anInterruptionEndsALine() {
    let interpreter = makeInterpreter()
    let observation = interpreter.observe { [unowned interpreter] in
      if let event = $0 as? MomentRecorded, event.moment.number == 3 { interpreter.interrupt() }
    }
    defer { observation.cancel() }
    let result = interpreter.execute("repeat 1000 .up")
    #expect(!result.isComplete && interpreter.session.moments.count < 10)
    #expect(interpreter.execute(".up").isComplete, "it ends one line and no other")
  }

  @Test func aLineIsCompleted() {
    let interpreter = makeInterpreter()
    #expect(interpreter.complete("und", at: 3).map(\.text) == ["undo"])
    #expect(interpreter.complete(".u rest", at: 2).map(\.text) == [".up"])
  }

  @Test func quitIsLeftToTheFrontEnd() {
    let interpreter = makeInterpreter()
    #expect(interpreter.exitStatus == nil)
    _ = interpreter.execute("quit 3")
    #expect(interpreter.exitStatus == 3)
  }

  @Test func theNamesOfAnswersDoNotChange() {
    let names = """
      value outline effects blame whyNot moments stretches plot log moment difference comparison tree whatIf reproducible \
      received exhaustive failure watches breakpoints marks moves statistics clock endpoints screen file recording trace \
      transcript settings aliases macros variables help commands version history exploration counterexample likelihood
      """
    #expect(EventFormat.answers.map { $0.kind }.joined(separator: " ") == names)
  }
}
