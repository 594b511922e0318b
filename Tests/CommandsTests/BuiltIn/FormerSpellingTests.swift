import Core
import Testing

@testable import TodoShellCommands
@testable import ShellKit

/// The spellings of version 1.0, which mean what the lines mean that replace them.
struct FormerSpellingTests {
  static let lines = [
    ("back", "goto -1"), ("back 2", "goto -2"), ("repeat 2 back", "repeat 2 goto -1"),
    ("undo 2\nforward", "undo 2\ngoto +1"), ("earlier 1s", "goto @-1s"),
    ("goto 0\nlater 1s", "goto 0\ngoto @+1s"),
    ("last count", "goto --changed count"), ("last --all count", "goto --changed --all count"),
    ("mark a 1\nmarks", "mark a 1\nmark"), ("undo\nmoves", "undo\nlog --moves"),
    ("undo\ndown\ncompare 1", "undo\ndown\ndiff --commands 1"), ("answer", "stub"), ("state", "print"),
    ("state count > 1", "print count > 1"), ("state --outline", "print --outline"),
    ("when count > 1", "find --periods count > 1"), ("wh --all count > 1", "find --periods --all count > 1"),
    ("watch count\nunwatch 1\nwatch", "watch count\nwatch -d 1\nwatch"),
    ("break count > 9\nunbreak\nbreak", "break count > 9\nbreak -d\nbreak"),
    ("skip 1\nunskip 1", "skip 1\nskip --restore 1"), ("move-moment 4 before 1", "amend 4 --before 1"),
    ("exhaustive on\nexhaustive", "set exhaustive on\nset exhaustive"),
    ("macro m\n  up\nend\nunmacro m\nmacro", "macro m\n  up\nend\nmacro -d m\nmacro"),
    ("alias a = up\nunalias a\nalias", "alias a = up\nalias -d a\nalias"),
    ("fails import itf none.json", "fails expect --trace none.json"),
    ("apropos moment goto", "help -k moment goto"), ("version", "info --version"),
    ("transcript", "record --text"), ("fails back 99", "fails goto -99"),
  ]

  @Test(arguments: lines)
  func aFormerSpellingDoesWhatTheNewOneDoes(old: String, new: String) {
    func answer(_ text: String) -> String {
      CounterShell.answer("up 2\nadvance 1s\nup\n\(text)\nlog\nlog --moves")
    }
    #expect(answer(old) == answer(new))
  }

  @Test(arguments: CommandTable.formerly)
  func eachFormerSpellingIsTried(former: FormerSpelling) {
    let words = Self.lines.flatMap { $0.0.split { $0 == " " || $0 == "\n" } }
    #expect(words.contains { $0 == former.name })
  }

  @Test func anErrorNamesTheNewSpelling() {
    let run = CounterShell().run("back 9")
    #expect(run.errors.hasSuffix("note: 'back' is now written: goto -9\n"), "\(run.errors)")
    #expect(CounterShell().run("earlier").errors.contains("earlier needs DURATION"))
    #expect(CounterShell().run("import s.json").errors.contains("'load FILE' loads a session"))
    #expect(CounterShell().run("move-moment 1 after 2").errors.contains("expected 'before', found 'after'"))
  }

  @Test func helpExplainsTheNewSpelling() {
    let help = CounterShell.answer("help back")
    #expect(help == "'back' is now written 'goto -N'.\n\n" + CounterShell.answer("help goto"))
    #expect(!CounterShell.answer("help all").contains("unwatch"))
  }

  @Test func anOptionThatExcludesArgumentsOrOptionsIsChecked() {
    for line in ["mark -d a 1", "log --moves 3", "record --stop x"] {
      #expect(CounterShell().run(line).errors.contains("unexpected '"), "\(line)")
    }
    let run = CounterShell().run("log --moves --all")
    #expect(run.errors.contains("-c:1:13: error: --moves cannot be combined with --all"), "\(run.errors)")
  }

  @Test(arguments: ["goto --all 0", "record --append x", "record --text --append", "help --version"])
  func anOptionWithoutWhatItNeedsIsRefusedBeforeAnythingRuns(line: String) {
    let run = CounterShell().run("print 7\n\(line)")
    #expect(run.status == 2 && run.output == "", "\(run.output)")
  }

  @Test func helpShowsEachFormOfACommand() {
    #expect(CounterShell.answer("help watch").hasPrefix("watch [PATH]\nwatch -d [N]\n\n"))
    let expect = CounterShell.answer("help expect")
    #expect(expect.hasPrefix("expect [OPTION…] EXPR|PROPERTY\nexpect --trace FILE [MAPPING]\n\n"))
    #expect(!CounterShell.answer("help explore").contains("--merge FILE"))
  }

  @Test func aNegatedMemberOfOneLetterIsAnExpression() {
    let shell = RecordedShell(Letters.application)
    shell.run(
      "watch -n",
      "watch -d",
      "break -n < 3",
      "find -a == 0",
      "when -a == 0",
      "find -a n == 0",
      "watch"
    )
    #expect(shell.err.text == "" && shell.out.text.hasSuffix("1  -n is 0\n2  -d is 0\n"), "\(shell.out.text)")
    shell.run("watch -d 1", "watch")
    #expect(shell.err.text == "" && shell.out.text.hasSuffix("\n2  -d is 0\n"), "\(shell.out.text)")
  }

  @Test func removingAllDoesNotReadAMemberNamedLikeTheOption() {
    let shell = RecordedShell(Letters.application)
    shell.run("watch n", "break n > 1", "unwatch", "unbreak", "watch", "break")
    let lists = "there are no watches\nthere are no breakpoints\n"
    #expect(shell.err.text == "" && shell.out.text.hasSuffix(lists), "\(shell.out.text)")
  }

  @Test func optionsOfACommandBelongToIt() {
    let run = CounterShell().run("up\namend 1 print --outline")
    #expect(run.errors.contains("'print' cannot replace a command"), "\(run.errors)")
  }
}

/// A feature whose state has members with the names of options.
private struct Letters: Reducer {
  struct State: Equatable, Sendable { var (a, d, n) = (0, 0, 0) }
  enum Action: Sendable { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  static var application: ShellApplication<State, Action> {
    ShellApplication(name: "letters", vocabulary: Vocabulary("Letters") {}) { seed, epoch in
      Session(initialState: State(), seed: seed, epoch: epoch) { Letters() }
    }
  }
}
