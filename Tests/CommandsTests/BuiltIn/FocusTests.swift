import Core
@testable import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Lines that are relative to a child of the feature.
struct FocusTests {
  private static var start: NavigationApp.State {
    NavigationApp.State(
      path: StackState([.detail(StackScreen.State()), .list(StackScreen.State(id: 7))]),
      sheet: StackScreen.State(id: 3)
    )
  }

  private var application: ShellApplication<NavigationApp.State, NavigationApp.Action> {
    ShellApplication(name: "screens", vocabulary: Vocabulary("Screens") {}) { seed, epoch in
      Session(initialState: Self.start, seed: seed, epoch: epoch) { NavigationApp() }
    }
  }

  private func output(_ script: String) -> String {
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = ["set diff off", script]
    configuration.isQuiet = true
    _ = application.run(configuration, console: Console(output: out.output, errors: err.output))
    return out.text + err.text
  }

  @Test(arguments: [
    ("cd path[id: 1].list\nprint id", "7\n"), ("cd path[id: 1].list\nid", "7\n"),
    ("cd path[id: 1]\ncd list\nprint id + 1", "8\n"), ("cd sheet\nprint id", "3\n"),
    ("cd sheet\nprint path.count", "2\n"), ("cd sheet\nprint self.id", "3\n"),
    ("cd path[id: 1].list\ncd ..\nprint list.id", "7\n"), ("cd sheet\ncd ..\nprint sheet.id", "3\n"),
    ("cd sheet\ncd\nprint sheet!.id", "3\n"), ("cd sheet\ncd path[id: 1].list\nid", "7\n"),
    ("cd sheet\nprint [1, 2].map { id in id * 2 }", "[2, 4]\n"),
    ("cd sheet\nprint \"\\(id) and \\(ticks)\"", "\"3 and 0\"\n"),
    ("cd sheet\nlet n = id\nprint $n", "3\n"), ("cd sheet\nexpect always id == 3 \nexpect id == 3", ""),
    ("cd path[id: 1].list\nmacro m x\nprint id + $x\nend\ncd\ncd sheet\nm 1\nid", "8\n3\n"),
    ("let i = 1\ncd path[id: $i].list\nid", "7\n"),
  ])
  func namesAreThoseOfTheChild(script: String, expected: String) {
    #expect(output(script) == expected)
  }

  @Test(arguments: [
    ("cd path[id: 1].list\n.tick\nprint ticks", "1\n"), ("cd path[id: 1].list\ntick\nticks", "1\n"),
    ("cd path[id: 1].list\nrepeat 3 tick\nticks", "3\n"),
    ("cd sheet\n.show\ncd sheet\n.start\nadvance 1s\nrunning", "1\n"),
    ("cd sheet\n.change(.clear)\npath.count", "0\n"),
    ("cd sheet\nask\npress Run\nrunning", "1\n"),
    ("cd sheet\n.tick\nlog --action .tick", "  .sheet(.presented(.tick))\n"),
    ("cd sheet\nwait\nadvance 1s\nreceive .waited", ""),
    ("cd sheet\nexpect never .tick", ""), ("cd sheet\n.tick\nexpect after .tick, ticks == 1", ""),
    ("cd sheet\nbreak .tick\nbreak", "1  .sheet(.presented(.tick))\n"),
  ])
  func actionsAreThoseOfTheChild(script: String, expected: String) {
    let found = output(script)
    #expect(found.hasSuffix(expected) && (!expected.isEmpty || found.isEmpty), "\(found)")
  }

  @Reducer
  struct Form {
    @ObservableState
    struct State: Equatable { var name = "" }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  @Test func theChangeOfAPropertyNeedsNoCase() {
    let focus = Focus(state: Form.State.self, action: Form.Action.self)
    let source = SourceText(".set(\\.name, \"Blob\")")
    #expect(
      source.replacing(focus.insertions(inAction: source)).text == ".binding(.set(\\.name, \"Blob\"))"
    )
  }

  @Test func exploreTriesOnlyTheActionsOfTheChild() {
    let found = output(
      "cd path[id: 1].list\nexplore --depth 3 --runs 200 always path[id: 1] == nil || running < 2"
    )
    #expect(
      found.contains(
        """
        .path(.element(id: 1, action: .list(.start)))
        .path(.element(id: 1, action: .list(.start)))
        expect path[id: 1] == nil || path[id: 1].list.running < 2
        """
      ),
      "\(found)"
    )
    let verdict = output("cd sheet\nexplore --depth 2 --runs 100 never .start")
    #expect(verdict.contains("the action occurs after 1 command"), "\(verdict)")
    let holds = output("cd sheet\nexplore --depth 2 --runs 100 always path.count == 2")
    #expect(holds.contains(" in sheet") && !holds.contains(".path("), "\(holds)")
    let whole = output("explore --depth 2 --runs 100 always path.count == 2")
    #expect(!whole.contains(" in sheet"), "\(whole)")
  }

  @Test func sessionsRecordLinesInFull() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("session")
    let script = """
      cd path[id: 1].list
      .tick
      start
      amend 1 .tick
      save '\(path)'
      """
    #expect(output(script) == "")
    let saved = String(decoding: try folder.bytes(of: "session"), as: UTF8.self)
    for line in [
      ".path(.element(id: 1, action: .list(.tick)))", ".path(.element(id: 1, action: .list(.start)))",
    ] {
      #expect(saved.contains("\n\(line)\n"), "\(saved)")
    }
    #expect(!saved.contains("cd "))
    #expect(output("load '\(path)'\npath[id: 1].list.ticks").hasSuffix("1\n"))
  }

  @Test(arguments: [
    ("cd path[0].detail", "name an element by its id, as in path[id: ID]"),
    ("cd path[id: nope].list", "cannot find 'nope'"),
    ("cd log", "NavigationApp.Action has no actions of 'log'"),
    ("cd nothing", "nothing"), ("cd path.count", "no actions of"),
    ("cd 1 + 1", "expected the path of a child"),
    ("repeat 2 cd sheet", "'cd' is not allowed in"), ("repeat 2\ncd sheet\nend", "'cd' is not allowed in"),
    ("macro m\ncd sheet\nend", "'cd' is not allowed in"),
    ("cd sheet\nprint idd", "note: in full: sheet.idd\nhelp: did you mean 'id'?"),
    ("cd sheet\n.tik", "did you mean '.tick'?"),
    (
      ".tick",
      "a child has this action: type 'cd sheet' or 'cd path[id: ID].list' or 'cd path[id: ID].detail' first"
    ),
    ("cd sheet\nprint ticks.foo", "foo"),
  ])
  func whatCannotBeInFocusIsAnError(script: String, part: String) {
    #expect(output(script).contains(part), "\(output(script))")
  }

  /// The feature and some of its children have actions of the same name.
  @Test(arguments: [
    ".sheet(.presented(.nothing))", "cd sheet\n.sheet(.presented(.nothing))",
  ])
  func aChildThatDoesNotTakeTheActionIsNoRemedy(script: String) {
    let found = output(script)
    #expect(found.contains("unknown case '.nothing'") && !found.contains("a child has"), "\(found)")
  }

  @Test func anErrorIsAtTheTextThatWasTyped() {
    let found = output("cd sheet\nprint id + 'a' + ticks.foo")
    #expect(found.contains("print id + 'a' + ticks.foo") && found.contains("sheet.ticks.foo"), "\(found)")
  }

  @Test func aChildThatHasGoneIsAnErrorOfEachLine() {
    #expect(output("cd sheet\n.change(.clear)\nprint id").contains("error"))
    #expect(output("cd sheet\n.change(.clear)\nexpect id == 3").contains("nil"))
  }

  @Test func tabOffersWhatTheChildHas() {
    let shell = Interpreter(application)
    _ = shell.execute("cd path[id: 1].list")
    func found(_ text: String) -> [String] { shell.complete(text, at: text.count).map { String($0.text) } }
    #expect(found("print t").contains("ticks") && found("print pa").contains("path"))
    #expect(found(".sta").contains(".start") && found(".cha").contains(".change("))
    #expect(found("close-b").contains("close-button-tapped"))
    #expect(shell.focusedPath == "path[id: 1].list")
  }

  /// A line means the same where it runs, is typed and is coloured.
  @Test(arguments: ["ticks", "repeat 2 ticks", "repeat 2 tick", "repeat 2 now"])
  func aLineOfTheChildIsKnownEverywhere(line: String) {
    let shell = Interpreter(application)
    let script = shell.typedScript("cd path[id: 1].list\n\(line)", name: "-")
    #expect(script.diagnostics.isEmpty)
    #expect(script.highlights(in: 1..<2)?.contains { $0.style == .error } == false)
    _ = shell.execute("cd path[id: 1].list")
    var input = shell.typedInput
    input.append("repeat 2 ticks.advanced(")
    #expect(input.goesOn)
    for name in ["now", "nil"] {
      let found = shell.complete("print n", at: 7).count { $0.text == name }
      #expect(found == 1, "\(name)")
    }
  }

  @Test func serversReadExpressionsAsCommandsDo() throws {
    let shell = Interpreter(application)
    _ = shell.execute("cd sheet")
    _ = shell.execute("let i = 1")
    #expect(try shell.expression("id + $i + path.count").source.text == "sheet.id + 1 + path.count")
    #expect(throws: Diagnostic.self) { try shell.expression("idd") }
    #expect(throws: Diagnostic.self) { try shell.expression("$j") }
  }

  /// A script that is being edited has not run, so there may be no such child yet.
  @Test(arguments: ["cd path[id: 1].list", "cd path[id: 99].list"])
  func editorsKnowTheMembersOfTheChild(focus: String) {
    let shell = Interpreter(application)
    func found(_ text: String) -> [String] {
      let text = "\(focus)\n\(text)"
      let script = shell.typedScript(text, name: "-")
      return shell.completions(in: script, at: text.utf8.count).completions.map(\.text)
    }
    #expect(found("print t").contains("ticks") && found("print pa").contains("path"))
    #expect(found(".sta").contains(".start") && found(".cha").contains(".change("))
    let text = "\(focus)\nprint ticks + 1"
    let hover = shell.inspect(shell.typedScript(text, name: "-"), at: text.utf8.count - 5)
    #expect(hover?.text == "ticks: Int")
    #expect(shell.focusedPath == nil)
  }
}
