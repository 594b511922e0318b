import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// What is found out when a script is checked is what runs, as long as there is room for it.
struct CheckedLinesTests {
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
    room: Int = CheckedLines.mostBytes,
    times: Int = 1,
    whenOpening: @escaping (String) throws(SystemError) -> Void = { _ in }
  ) throws -> Interpreter<Counter.State, Counter.Action>.Outcome {
    let application = ShellApplication(name: "counter", vocabulary: probe.vocabulary) { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
    let parser = ScriptParser(table: application.erased.table, room: room)
    let open = parser.openScript
    parser.openScript = { (path, isInterrupted) throws(SystemError) in
      try whenOpening(path)
      return try open(path, isInterrupted)
    }
    let program = try parser.program(source)
    guard parser.diagnostics.isEmpty else { throw parser.diagnostics[0] }
    let shell = Interpreter<Counter.State, Counter.Action>(
      application: application.erased,
      origin: SessionOrigin(),
      console: Console(output: out.output, errors: err.output),
      settings: ShellSettings()
    )
    defer { shell.console.flush() }
    for _ in 1..<times { _ = shell.run(program, parser) }
    return shell.run(program, parser)
  }

  /// Numbers in so many lines that they are not all read at once.
  private static let count = 3_000
  private static let script = (0..<count).map { "note \($0)\n" }.joined()

  @Test func aCommandIsReadOnce() throws {
    #expect(try run(ScriptSource(Self.script.utf8, name: "s")) == .completed)
    #expect(probe.performed == Array(0..<Self.count))
    #expect(probe.readCount == Self.count)
  }

  @Test(arguments: [0, 1, 1_200_000, 1_500_000])
  func whatThereIsNoRoomForIsParsedAgain(room: Int) throws {
    #expect(try run(ScriptSource(Self.script.utf8, name: "script"), room: room) == .completed)
    #expect(probe.performed == Array(0..<Self.count))
    let again = probe.readCount - Self.count
    #expect(room < 2 ? again == Self.count : (1..<Self.count).contains(again))
  }

  @Test func whatHasRunIsForgottenAndReadForTheNextTime() throws {
    #expect(try run(ScriptSource("note 1\nnote 2\n".utf8, name: "s"), times: 2) == .completed)
    #expect(probe.performed == [1, 2, 1, 2])
    #expect(probe.readCount == 4)
  }

  @Test func aSourcedScriptIsReadOnceHoweverOftenItRuns() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("note 1\nnote 2\n", to: "script")
    let script = "repeat 3\nsource '\(path)'\nend\nsource '\(path)'\n"
    #expect(try run(ScriptSource(script.utf8, name: "s")) == .completed)
    #expect(probe.performed == [1, 2, 1, 2, 1, 2, 1, 2])
    #expect(probe.readCount == 2)
  }

  @Test func commandsOfBlocksAreReadOnceAndTheirVariablesInEachRound() throws {
    let script = "repeat 2 as i\nnote 7\nrepeat 2\nnote $i\nend\nnote 8\n| 8\nend\n"
    #expect(try run(ScriptSource(script.utf8, name: "s")) == .completed, "\(err.text)")
    #expect(probe.performed == [7, 0, 0, 8, 7, 1, 1, 8])
  }

  @Test(arguments: [
    "alias not = print 41 + $1\nrepeat 0\nalias -d not\nend\nnot 1",
    "macro not n\nprint 42\nend\nrepeat 0\nmacro -d not\nend\nnot 1",
  ])
  func aNameThatMeansSomethingElseWhenTheLineRunsIsFollowed(script: String) throws {
    #expect(try run(ScriptSource(script.utf8, name: "s")) == .completed, "\(err.text)")
    #expect(out.text == "42\n")
    #expect(probe.performed == [])
  }

  /// What replaces a script while it runs.
  private static let changes: [String] = [
    script.replacing("1", with: "2"), String(script.utf8.prefix(1 << 14)) ?? "", script + "note 0\n",
  ]

  @Test(arguments: changes, [0, 1_200_000])
  func aScriptThatIsChangedWhileItRunsRunsAsItWasChecked(change: String, room: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("script")
    let beginning = "put '\(path)'\n"
    for isAtomic in [true, false] {
      try folder.write(beginning + Self.script, to: "script")
      (probe.text, probe.isAtomic) = (beginning + change, isAtomic)
      #expect(try run(.file(path), room: room) == .completed)
      #expect(try AtomicFile.read(path) == Array((beginning + change).utf8))
    }
    #expect(probe.performed == Array(0..<Self.count) + Array(0..<Self.count))
  }

  /// Before the second call of each, another script than was checked is in a file of that name, or in the same file.
  @Test(
    arguments: [
      "source script\nput script\nsource script\n",
      "repeat 2\nsource script\nput script\nend\n",
      "repeat 2 as i\nsource script\nput script\nend\n",
      "macro m\nsource script\nend\nm\nput script\nm\n",
      "macro m\nsource script\nput script\nend\nrepeat 2 m\n",
      "let x = 1\nsource script\nlet x = 2\nput script\nsource script\n",
      "source script\nalias a = note 1\nput script\nsource script\n",
    ],
    ["note 2\n", "note 1\nnote 2\n", "", "nonsense\n"]
  )
  func aSourcedScriptThatACommandChangesRunsAsItWasChecked(script: String, change: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("note 1\n", to: "script")
    probe.text = change
    let path = folder.file("main")
    let written = script.replacing("put script", with: "put '\(folder.file("script"))'")
    for isAtomic in [true, false] {
      try folder.write("note 1\n", to: "script")
      probe.isAtomic = isAtomic
      #expect(try run(ScriptSource(written.utf8, name: path, path: path)) == .completed, "\(err.text)")
    }
    #expect(probe.performed == [1, 1, 1, 1])
  }

  @Test func aScriptThatChangesBetweenTwoChecksOfItIsReadOnce() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.file("first"), folder.file("second"))
    for name in ["first", "second"] { try folder.write("note 1\n", to: name) }
    let script = "source '\(first)'\nsource '\(second)'\nlet x = 1\nsource '\(first)'\n"
    let outcome = try run(ScriptSource(script.utf8, name: "s")) { (path) throws(SystemError) in
      if path == second { try AtomicFile.replace(first, with: Array("note 2\n".utf8)) }
    }
    #expect(outcome == .completed)
    #expect(probe.performed == [1, 1, 1])
  }

  /// All scripts are read before the first one runs.
  @Test func aFileThatAnEarlierScriptWritesRunsAsItWas() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("note 1\n", to: "script")
    let source = try ScriptSource.file(path)
    probe.text = "note 2\n"
    #expect(try run(ScriptSource("put '\(path)'\n".utf8, name: "s")) == .completed)
    #expect(try run(source) == .completed)
    #expect(probe.performed == [1])
  }

  /// A second reader would wait for another writer.
  @Test func aPipeIsReadOnceHoweverOftenItIsCheckedAndRuns() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread {
      let writer = open(pipe, O_WRONLY)
      _ = write(writer, "note 1\n", 7)
      close(writer)
    }
    var openings = 0
    let script = "source '\(pipe)'\nlet x = 1\nrepeat 2 source '\(pipe)'\n"
    let outcome = try run(ScriptSource(script.utf8, name: "s")) { (path) throws(SystemError) in
      openings += 1
      if openings > 1 { throw SystemError("read", subject: path, code: EBUSY) }
    }
    #expect(outcome == .completed, "\(err.text)")
    #expect(openings == 1)
    #expect(probe.performed == [1, 1, 1])
  }
}

/// Commands that tell what becomes of them.
private final class Probe {
  private(set) var readCount = 0
  private(set) var performed: [Int] = []
  /// What `put` writes.
  var text = ""
  /// Whether it replaces the file instead of writing into it.
  var isAtomic = true

  var vocabulary: Vocabulary<Counter.State, Counter.Action> {
    Vocabulary("Probe") {
      Command("note", number, summary: "Note a number") { (shell: Interpreter<_, _>, number) in
        self.performed.append(number)
        shell.print("\(number)")
      }
      Command("put", Argument.word("FILE"), summary: "Write another script") {
        (_: Interpreter<_, _>, file) in
        let url = URL(fileURLWithPath: file.value)
        try Data(self.text.utf8).write(to: url, options: self.isAtomic ? .atomic : [])
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
