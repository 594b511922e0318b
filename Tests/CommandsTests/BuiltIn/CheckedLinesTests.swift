import Core
import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Debugger

/// What is found out when a script is checked is what runs, as long as there is room for it.
@Suite struct CheckedLinesTests {
  private let probe = Probe()
  private let out = OutputCollector()
  private let err = OutputCollector()

  /// Checks a script and runs it.
  ///
  /// - Parameters:
  ///   - room: How many bytes of what is found out are kept.
  ///   - times: How often it runs.
  private func run(
    _ source: ScriptSource,
    room: Int = CheckedLines<Counter.State, Counter.Action>.mostBytes,
    times: Int = 1
  ) throws -> Interpreter<Counter.State, Counter.Action>.Outcome {
    let application = ShellApplication(name: "counter", vocabulary: probe.vocabulary) { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
    let parser = ScriptParser(table: application.table, room: room)
    let program = try parser.program(source)
    #expect(parser.diagnostics == [])
    let shell = Interpreter(
      application: application,
      origin: SessionOrigin(),
      console: Console(output: out.output, errors: err.output),
      settings: ShellSettings()
    )
    defer { shell.console.flush() }
    for _ in 1..<times { _ = shell.run(program, parser) }
    return shell.run(program, parser)
  }

  /// Numbers in so many lines that they are not all read at once.
  private static let count = 5_000
  private static let script = (0..<count).map { "note \($0)\n" }.joined()

  @Test func aCommandIsReadOnce() throws {
    #expect(try run(ScriptSource(Self.script.utf8, name: "s")) == .completed)
    #expect(probe.performed == Array(0..<Self.count))
    #expect(probe.readCount == Self.count)
  }

  @Test(arguments: [0, 1, 2_000_000, 3_000_000], [false, true])
  func whatThereIsNoRoomForIsReadAgain(room: Int, isFile: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "script")
    let source =
      isFile ? try .file(folder.file("script")) : ScriptSource(Self.script.utf8, name: "script")
    #expect(try run(source, room: room) == .completed)
    #expect(probe.performed == Array(0..<Self.count))
    let again = probe.readCount - Self.count
    #expect(room < 2 ? again == Self.count : (1..<Self.count).contains(again))
  }

  @Test func whatHasRunIsForgottenAndReadForTheNextTime() throws {
    #expect(try run(ScriptSource("note 1\nnote 2\n".utf8, name: "s"), times: 2) == .completed)
    #expect(probe.performed == [1, 2, 1, 2])
    #expect(probe.readCount == 4)
  }

  @Test func commandsOfBlocksAreReadOnceAndTheirVariablesInEachRound() throws {
    let script = "repeat 2 as i\nnote 7\nrepeat 2\nnote $i\nend\nnote 8\n| 8\nend\n"
    #expect(try run(ScriptSource(script.utf8, name: "s")) == .completed, "\(err.text)")
    #expect(probe.performed == [7, 0, 0, 8, 7, 1, 1, 8])
  }

  @Test(arguments: [
    "alias not = print 41 + $1\nrepeat 0\nunalias not\nend\nnot 1",
    "macro not n\nprint 42\nend\nrepeat 0\nunmacro not\nend\nnot 1",
  ])
  func aNameThatMeansSomethingElseWhenTheLineRunsIsFollowed(script: String) throws {
    #expect(try run(ScriptSource(script.utf8, name: "s")) == .completed, "\(err.text)")
    #expect(out.text == "42\n")
    #expect(probe.performed == [])
  }

  @Test(arguments: [true, false])
  func aScriptThatIsChangedWhileItRunsRunsAsItWasChecked(isKept: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("script")
    try folder.write("spoil '\(path)'\n" + Self.script, to: "script")
    let source = try ScriptSource.file(path)
    if isKept {
      #expect(try run(source) == .completed)
      #expect(probe.performed.count == Self.count)
    } else {
      #expect(try run(source, room: 0) == .stopped)
      #expect(err.text.contains("the script was changed after it was checked"), "\(err.text)")
    }
  }

  @Test func aScriptThatIsSourcedRunsAsItIsThen() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("script")
    try folder.write("note 1\n", to: "script")
    let script = "source '\(path)'\nspoil '\(path)'\nsource '\(path)'\n"
    #expect(try run(ScriptSource(script.utf8, name: "s")) == .stopped)
    #expect(probe.performed == [1])
    #expect(err.text.contains("unknown command 'spoilt'"), "\(err.text)")
  }
}

/// Commands that tell what becomes of them.
private final class Probe {
  private(set) var readCount = 0
  private(set) var performed: [Int] = []

  var vocabulary: Vocabulary<Counter.State, Counter.Action> {
    Vocabulary("Probe") {
      Command("note", number, summary: "Note a number") { (shell: Interpreter<_, _>, number) in
        self.performed.append(number)
        shell.print("\(number)")
      }
      Command("spoil", Argument.word("FILE"), summary: "Make a file no script") {
        (_: Interpreter<_, _>, file) in
        try Data(String(repeating: "spoilt\n", count: 10_000).utf8).write(
          to: URL(fileURLWithPath: file.value)
        )
      }
    }
  }

  private var number: Parameter<Int> {
    Parameter("N") { [unowned self] (reader) throws(Diagnostic) -> Int in
      readCount += 1
      return try reader.word(for: "N").integer("number", in: 0...Int.max)
    }
  }
}
