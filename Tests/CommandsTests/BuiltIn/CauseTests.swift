import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Why values are what they are, and how two branches differ.
struct CauseTests {
  private func roster(_ lines: String...) -> String {
    let shell = RecordedShell(.roster)
    for line in lines { shell.run(line) }
    return shell.out.text + shell.err.text
  }

  @Test func anElementIsFollowedToWhereItWasBeforeItMoved() {
    #expect(
      roster("add A", "add B", "toggle 0", "advance 1s", "why entries[1].isDone") == """
        #5 +0s .toggle(UUID(1))  (typed)
        > toggle 0
        entries[id: UUID(1)].isDone: false → true
          moved here by #7 +1s .sort  (effect of #5 at Roster.swift:40, id CancelID.sort)
            > advance 1s

        """
    )
  }

  @Test func anElementIsFollowedWhereAnotherHadTheSameValueAtItsPlace() {
    let text = roster(
      "add A",
      "add B",
      "toggle 0",
      "advance 400ms",
      "toggle 1",
      "advance 2s",
      "undo",
      "add C",
      "toggle 0",
      "run",
      "why entries[2].isDone"
    )
    #expect(text.hasPrefix("#"), "\(text)")
    #expect(
      text.contains("> toggle 1\nentries[id: UUID(0)].isDone: false → true\n  moved here by #"),
      "\(text)"
    )
  }

  @Test(arguments: [
    ("entries.first?.name ?? entries[9].name", "entries.first?.name ?? entries[9].name: \"\" → \"A\""),
    ("entries.count / entries.count(where: \\.isDone)", "note: evaluated at #2"),
  ])
  func whyEvaluatesOnlyTheNeededParts(expression: String, expected: String) {
    let text = roster("add A", "toggle 0", "why \(expression)")
    #expect(text.contains(expected), "\(text)")
  }

  @Test func aConditionOnElementsIsDecidedByOne() {
    #expect(
      roster("add A", "toggle 0", "add B", "why entries.allSatisfy(\\.isDone || \\.name == \"C\")") == """
        #4 +0s .add  (typed)
        > add B
        entries.allSatisfy(\\.isDone || \\.name == "C"): true → false
          entries[0].isDone is false, since #4
          entries[0].name is "B", since #5 +0s .rename(UUID(1), "B")  (typed)
            > add B

        """
    )
  }

  @Reducer
  struct Lamp {
    static let line = #line
    enum Action: Equatable, Sendable { case turn(Bool), dim(Int) }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .turn(let isOn): state = isOn ? 10 : 0  // 5 lines after `line`
      case .dim(1...9) where state > 0: state -= 1  // 6
      case .dim: state = 0  // 7
      }
      return .none
    }
  }

  @Test func theCaseThatHandledAnActionIsNamed() {
    let shell = RecordedShell(
      ShellApplication<Int, Lamp.Action>(name: "lamp") { seed, epoch in
        Session(initialState: 0, seed: seed, epoch: epoch) { Lamp() }
      }
    )
    func line(_ offset: Int) -> String { "CauseTests.swift:\(Lamp.line + offset)" }
    shell.run(".turn(true)", "show", ".dim(3)", "why self")
    let text = shell.out.text
    #expect(text.contains("#1 +0s .turn(true)  (typed)\n  handled at \(line(5))\n"), "\(text)")
    #expect(
      text.hasSuffix(
        "#2 +0s .dim(3)  (typed)\n  handled at \(line(6)) or \(line(7))\n> .dim(3)\nself: 10 → 9\n"
      ),
      "\(text)"
    )
    let answers = ["show 1", "why self"].flatMap { shell.shell.execute($0).events }.map(\.jsonText)
    #expect(answers.contains { $0.contains(#""sites":["\#(line(5))"]"#) }, "\(answers)")
    #expect(answers.contains { $0.contains(#""sites":["\#(line(6)) or \#(line(7))"]"#) }, "\(answers)")
  }

  /// A list whose key is another number than the ids of its elements.
  private struct Ranking: Reducer {
    struct Entry: Equatable, Identifiable, Sendable {
      let id: Int
      let rank: Int
      var isDone = false
    }
    enum Action: Sendable { case finishFirst, reverse }
    func reduce(into state: inout IdentifiedArray<Int, Entry>, action: Action) -> Effect<Action> {
      switch action {
      case .finishFirst: state[0].isDone = true
      case .reverse: state.reverse()
      }
      return .none
    }
  }

  @Test func anElementIsFollowedByItsIDIfTheKeyIsAnother() throws {
    let debugger = Debugger(program: "ranking") { seed, epoch in
      let entries = [Ranking.Entry(id: 1, rank: 2), Ranking.Entry(id: 2, rank: 1)]
      return Session(
        initialState: IdentifiedArray(uniqueElements: entries, id: \.rank),
        seed: seed,
        epoch: epoch
      ) { Ranking() }
    }
    try debugger.send(.finishFirst)
    try debugger.send(.reverse)
    let cause = try debugger.blame(Expression(parsing: SourceText("self[1].isDone"))).explanation
    #expect(cause.moment?.number == 1 && cause.moved?.number == 2, "\(cause)")
    #expect(cause.change?.expression == "self[id: 2].isDone", "\(cause)")
  }

  /// Each tick is sent by an effect that the one before it started.
  private struct Ticker: Reducer {
    enum Action: Sendable { case tick }
    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      state += 1
      return state < 40 ? .send(.tick) : .none
    }
  }

  @Test func aLongChainKeepsItsEnds() throws {
    let debugger = Debugger(program: "ticker") { seed, epoch in
      Session(initialState: 0, seed: seed, epoch: epoch) { Ticker() }
    }
    try debugger.send(.tick)
    let cause = try debugger.blame(Expression(parsing: SourceText("self"))).explanation
    #expect(cause.chain.map(\.number) == [39, 38, 37, 36, 35, 34, 33, 1] && cause.omitted == 31)
  }

  /// What is the same in memory is not evaluated, so the answer must be that of evaluating everything.
  @Test func theLastChangeIsThatOfEvaluatingEachMoment() throws {
    for seed in 0..<UInt64(rounds(20)) {
      var generator = SeededGenerator(seed: seed)
      let shell = RecordedShell(.roster)
      // The evaluator remembers the counts of longer lists.
      if seed % 2 == 1 { shell.run("repeat 70 add A0") }
      for _ in 0..<30 {
        let index = Int.random(in: 0..<3, using: &generator)
        shell.run(
          [
            "add A\(index)", "toggle \(index)", "remove \(index)", "draw", "advance 700ms", "undo",
            ".rename(UUID(\(index)), \"A1\")",
          ]
          .randomElement(using: &generator) ?? ""
        )
      }
      let debugger = shell.shell.debugger
      for text in [
        "entries.count", "lots", "entries.first?.name", "entries.isEmpty && lots.count > 1", "now",
        "effects.count", "entries.filter(\\.isDone).count", "entries.map(\\.name)",
        "!entries.allSatisfy(\\.isDone)", "entries.filter(\\.name == \"A1\").count == 1 || lots.isEmpty",
        "entries.contains(where: \\.isDone) && lots.count < 2",
        "entries.count > 1 && entries[1].name == entries[0].name",
      ] {
        let expression = try Expression(parsing: SourceText(text))
        let expected = debugger.session.lastChange(of: { moment in
          let value = moment.withState { try? expression.evaluate(in: ExpressionContext($0, at: moment)) }
          return value.map { $0.formatted() } ?? ""
        }) { old, _, new, _ in old == new }
        let found = try debugger.blame(expression).cause?.moment.number
        #expect(found == expected, "\(text), seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("entries[0].name.count + 1", ["add A", "repeat 200 draw"], 2, 200),
    ("entries[5].name", ["repeat 70 add A", #"repeat 60 as i .rename(UUID(3), "$i")"#], 11, 60),
    ("entries.ids[5]", ["repeat 70 add A", #"repeat 60 as i .rename(UUID(3), "$i")"#], 139, 60),
  ])
  func unchangedMemoryIsNotEvaluatedAgain(
    _ text: String,
    _ commands: [String],
    _ change: Int,
    _ unchanged: Int
  ) throws {
    let shell = RecordedShell(.roster)
    for command in commands { shell.run(command) }
    let query = HistoryQuery(try Expression(parsing: SourceText(text)))
    let session = shell.shell.debugger.session
    #expect(session.moments.count > 200)
    try CauseFinder(session: session) { false }.findLastChanges(of: [query], upTo: session.moment)
    #expect(query.lastChange?.number == change)
    #expect(query.memo.hits >= unchanged)
  }

  @Test func aBranchIsComparedWithTheOneBefore() {
    #expect(
      roster("set diff compact", "add A", "add B", "add C", "amend 3 draw", "diff --commands -") == """
        first difference:
        - #3 .add
        + #7 .draw

        #6                                                 #9
        #2 +0s  add A                                      #2 +0s  add A
        #4 +0s  add B                                    | #7 +0s  draw
        #6 +0s  add C                                    ≠ #9 +0s  add C

        at the end:
          entries: - [0] Roster.Entry "C"
          entries[0].name: "B" → "C"
          lots: [] → [88]

        """
    )
  }

  @Test func aCommandThatDidTheSameToAnotherStateIsNotMarked() {
    #expect(
      roster("set diff compact", "add A", "draw", "add B", "skip 2", "diff --commands -").hasPrefix(
        """
        first difference: only on the left: #1 .add

        #5                                                 #8
        #2 +0s  add A                                    <
        #3 +0s  draw                                       #6 +0s  draw
        #5 +0s  add B                                    ≠ #8 +0s  add B

        """
      )
    )
  }

  @Test func theStatesAtTheStartOfTwoFilesAreComparedFirst() throws {
    let folder = try TemporaryFolder()
    let shell = RecordedShell(.roster)
    shell.run("set diff compact", "add A", "save \(folder.file("a"))")
    let saved = String(decoding: try folder.bytes(of: "a"), as: UTF8.self)
    try folder.write(
      saved.replacing("T00:00:00Z", with: "T00:00:00Z Roster.State(entries: [], lots: [3])"),
      to: "b"
    )
    let a = folder.file("a")
    shell.run("diff --commands \(a) \(folder.file("b"))")
    #expect(
      shell.out.text.contains("first difference: the states at the start\n  lots: [] → [3]\n"),
      "\(shell.out.text)"
    )
    #expect(!shell.out.text.contains("≠"), "the command did the same")
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
  }

  @Test func aFileIsComparedToItsEnd() throws {
    let folder = try TemporaryFolder()
    let shell = RecordedShell(.roster)
    shell.run(
      "add A",
      "save \(folder.file("a.todoscript"))",
      "toggle 0",
      "diff --commands \(folder.file("a.todoscript"))"
    )
    #expect(
      shell.out.text.contains("first difference: only on the right: #3 .toggle(UUID(0))"),
      "\(shell.out.text)"
    )
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
  }
}
