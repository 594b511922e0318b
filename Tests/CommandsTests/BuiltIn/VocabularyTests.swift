import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A vocabulary of one's own: what its commands read, send, print and offer.
struct VocabularyTests {
  @Test func aCommandOfSeveralActionsIsOneTurn() {
    #expect(CounterShell.answer("up 3\nundo\nvalue\nredo\nvalue") == "0\n3\n")
  }

  @Test func timeTravelAndAssertionsComeWithEveryVocabulary() {
    #expect(CounterShell.answer("soon\nadvance 1s\nvalue\nexpect count == 1\nundo\nvalue") == "1\n0\n")
  }

  @Test func aTextCanLeaveWordsToWhatFollows() {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("remind", Argument.text("WHAT", leaving: 1), Argument.duration("WHEN"), summary: "Remind") {
        (shell: Interpreter<Counter.State, Counter.Action>, text, duration) in
        shell.print("\(text) in \(duration.formatted)")
      }
    }
    #expect(CounterShell(vocabulary: own).run("remind feed the cat 5s").output == "feed the cat in 5s\n")
    #expect(CounterShell(vocabulary: own).run("remind 5s").errors.contains("remind needs WHEN"))
  }

  private func declared<each Value>(
    _ parameters: repeat Parameter<each Value>
  ) -> Command<Counter.State, Counter.Action> {
    Command("buy", repeat each parameters, summary: "Buy something") {
      (_: Interpreter<Counter.State, Counter.Action>, _: repeat each Value) in
    }
  }

  @Test func aNameThatIsWrittenInOtherScalarsCallsItsCommand() throws {
    let vocabulary = Vocabulary<Int, Int>("Test") {
      Command("caf\u{E9}", summary: "Make coffee") { (_: Interpreter<Int, Int>) in }
    }
    let table = CommandTable([vocabulary.erased], of: FeatureTypes(state: Int.self, action: Int.self))
    for name in ["caf\u{E9}", "cafe\u{301}", "'caf\u{E9}'", "caf"] {
      let word = try #require(try ScriptLine.parse(name)?.words.first)
      #expect(table.entry(of: word) != nil, "\(name)")
    }
  }

  @Test func theKeywordsOfAParameterStayThoseOfItsVariants() {
    var when = Argument.word("WHEN")
    let words: Set = ["now", "later"]
    when.form.keywords = words
    #expect(declared(when.optional()).erased.parameters[0].keywords == words)
    #expect(declared(when.repeated()).erased.parameters[0].keywords == words)
    #expect(declared(when.repeated().optional(default: [])).erased.parameters[0].keywords == words)
  }

  @Test func aParameterThatCanNeverBeGivenIsAMistake() {
    let (shop, day) = (Argument.word("SHOP"), Argument.word("DAY"))
    #expect(
      declared(Argument.text("WHAT"), shop).erased.mistake
        == "SHOP is unreachable: WHAT before it takes all remaining words"
    )
    #expect(
      declared(Argument.word("WHAT").repeated(), Argument.flag("-f", summary: ""), shop.optional()).erased
        .mistake
        == "[SHOP] is unreachable: WHAT… before it takes all remaining words"
    )
    #expect(
      declared(shop, Argument.text("WHAT", leaving: 1).optional(), shop, day).erased.mistake
        == "DAY is unreachable: [WHAT] before it takes all remaining words but 1"
    )
    #expect(
      declared(Argument.expression("EXPR"), Argument.count("N")).erased.mistake?.hasPrefix("[N] is") == true
    )
    #expect(
      declared(shop, Argument.selection("SET", leaving: 1), Argument.text("WHAT")).erased.mistake == nil
    )
  }

  @Test func aMistakeIsReportedWhenTheVocabularyIsMade() {
    let command = declared(Argument.text("WHAT"), Argument.word("SHOP"))
    let message = "The command 'buy WHAT SHOP' cannot be used as declared: SHOP is unreachable"
    withKnownIssue {
      _ = Vocabulary("Own") { command }
    } matching: {
      $0.comments.contains { $0.rawValue.contains(message) }
    }
  }

  @Test(arguments: ["", "two words", ".dot", "#hash", "|pipe", "$money", "a\"b", " a", "tail\\", "a\n"])
  func aNameThatIsNotReadAsOneWordIsAMistake(name: String) {
    let message = "The command '\(name)' cannot be called: its name does not parse as one word"
    withKnownIssue {
      _ = Vocabulary<Counter.State, Counter.Action>("Own") {
        Command("plain", aliases: [name], summary: "Do it") { turn in turn.send(.up) }
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains(message) }
    }
  }

  @Test func aNameThatIsGivenTwiceIsAMistake() {
    withKnownIssue {
      _ = Vocabulary<Counter.State, Counter.Action>("Own") {
        Command("more", aliases: ["+", "größer", "x2"], summary: "Do it") { turn in turn.send(.up) }
        Command("less", aliases: ["more"], summary: "Do it") { turn in turn.send(.down) }
      }
    } matching: {
      $0.comments.contains {
        $0.rawValue.contains("Two commands are named 'more', and only the first can be called")
      }
    }
  }

  @Test func aCommandThatHidesABuiltInOneIsReportedAndListedOnce() {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("undo", summary: "Count down") { turn in turn.send(.down) }
    }
    var application: ShellApplication<Counter.State, Counter.Action>?
    withKnownIssue {
      application = ShellApplication(name: "own", vocabulary: own) { seed, epoch in
        Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
      }
    } matching: {
      $0.comments.contains {
        $0.rawValue.contains("The command 'undo' hides the built-in command of that name")
      }
    }
    let commands = application?.erased.table.vocabularies.flatMap(\.commands).filter { $0.name == "undo" }
    #expect(commands?.map(\.summary) == ["Count down"])
  }

  @Test func noCommandOfEveryShellIsDeclaredByMistake() {
    #expect(CounterShell.builtIn.flatMap(\.mistakes) == [])
  }

  @Test func aCommandThatRefusesChangesNothing() {
    let run = CounterShell().run("down")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "-c:1:1: error: this is zero already\ndown\n^~~~\n")
  }

  @Test func whatWasSentBeforeAnErrorCanBeUndone() {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("fail", summary: "Count up, then fail") { turn in
        turn.send(.up)
        throw CommandFailure("too late")
      }
    }
    let application = ShellApplication(name: "own", vocabulary: own) { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = ["fail", "print count", "undo", "print count"]
    (configuration.keepsGoing, configuration.isQuiet) = (true, true)
    let console = Console(output: out.output, errors: err.output)
    #expect(application.run(configuration, console: console) == 1)
    #expect(out.text == "1\n0\n")
    #expect(err.text.hasPrefix("-c:1:1: error: too late\n"))
  }

  @Test(
    arguments: [
      ("words a 'b c' d", "a+b c+d\n"), ("wait", "1s\n"), ("wait 2s", "2s\n"),
      (
        "words",
        "-c:1:6: error: words needs NAME\nwords\n     ^\nhelp: usage: words NAME…\n1 error; nothing was run\n"
      ),
    ]
  )
  func parametersMayBeRepeatedOrHaveADefault(line: String, answer: String) {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("words", Argument.word("NAME").repeated(), summary: "Join words") {
        (shell: Interpreter<Counter.State, Counter.Action>, words) in
        shell.print(words.map(\.value).joined(separator: "+"))
      }
      Command("wait", Argument.duration("TIME").optional(default: .seconds(1)), summary: "Say how long") {
        (shell: Interpreter<Counter.State, Counter.Action>, duration) in shell.print(duration.formatted)
      }
    }
    let application = ShellApplication(name: "own", vocabulary: own) { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
    let collector = OutputCollector()
    var configuration = ShellConfiguration()
    configuration.commands = [line]
    _ = application.run(configuration, console: Console(output: collector.output, errors: collector.output))
    #expect(collector.text == answer)
  }

  @Test func usageComesFromTheParameters() {
    let usages = Vocabulary.counter.commands.map(\.usage)
    #expect(usages == ["up [N]", "down", "soon", "value"])
  }

  @Test func aVocabularyReplacesACommandOfEveryShell() throws {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("clock", summary: "Tick") { (shell: Interpreter<Counter.State, Counter.Action>) in
        shell.print("tick")
      }
    }
    let table = CommandTable(
      [own.erased] + CounterShell.builtIn,
      of: CounterShell.application.erased.table.types
    )
    #expect(table.command(named: "clock")?.summary == "Tick")
  }

  @Test(
    arguments: [
      ("u", ["undo", "up"]), ("und", ["undo"]),
      ("", ["advance", "alias"]),
      ("x", []), ("set d", ["diff"]),
      ("help log", ["log"]), ("up ", []), ("nonsense ", []), ("print c", ["count"]),
      ("print 1 + c", ["count"]),
      ("source /dev/nul", ["/dev/null"]), ("source /de", ["/dev/"]), ("  up", ["up"]),
      ("find --a", ["--all"]), ("find -a c", ["count"]), ("mark -d ", ["lunch"]),
      ("log --by e", ["effect"]), ("log --show count, c", ["count"]),
      ("log --show count, count 5 --n", ["--not"]), ("log --by typed --n", ["--not"]),
      ("amend 1 u", ["up"]), ("amend 1 c", []),
      ("amend 1 print c", ["count"]), ("amend 1 --b", ["--before"]), ("blame c", ["count"]),
      ("why ", ["count", "not"]), ("why count a", ["at"]), ("why not ", ["count"]), ("why not c", ["count"]),
      ("why c at #", ["#4", "#12"]), ("plot count, c", ["count"]),
      ("set color a", ["auto", "always"]), ("set color auto ", []), ("help log ", []),
      ("show #", ["#4", "#12"]), ("show #1", ["#12"]), ("show 1", ["12"]), ("diff #4 #", ["#4", "#12"]),
      ("show ", ["4", "12", "lunch", "start", "end"]), ("amend #", ["#4", "#12"]), ("skip #4", ["#4"]),
      ("up #", []), ("co", ["count"]), ("count", ["count"]), ("count + c", ["count"]),
      ("count.", ["count.magnitude", "count.isMultiple", "count.signum"]),
      (".up", [".up", ".upLater"]), ("-- --", []), ("nonsense + c", []), ("up + c", []),
      ("value > /dev/nul", ["/dev/null"]),
      ("count >| /dev/nul", ["/dev/null"]), ("count > c", ["count"]), ("count | h", []),
      ("value | cat /dev/nul", ["/dev/null"]),
      ("mark lunch -", ["-d"]), ("mark lunch --", ["--delete"]),
      ("find c --", ["--every", "--periods", "--all"]),
      ("log 5 --by e", ["effect"]), ("log --by typed 5 --n", ["--not"]), ("effects --all ", []),
      ("repeat 3 soo", ["soon"]), ("repeat 3 as i soo", ["soon"]), ("repeat 3 fails soo", ["soon"]),
      ("alias x = soo", ["soon"]), ("alias x = advance 500", ["500ms"]), ("let n = co", ["count"]),
      ("explore --only so", ["soon"]), ("explore --without up,so", ["up,soon"]), ("explore --only ad", []),
      ("zwait 500", ["500ms"]), ("zlater 500", ["500ms"]), ("zboth 500", []),
      ("amend 1 amend 1 u", []), ("amend #4 --before #", ["#4", "#12"]),
      ("fails soo", ["soon"]), ("fails fails soo", ["soon"]), ("fails print c", ["count"]),
      ("fails count + c", ["count"]), ("fails value > /dev/nul", ["/dev/null"]), ("repeat 3 cou", ["count"]),
      ("repeat 3 as i fails find --a", ["--all"]), ("repeat 3 amend 1 u", ["up"]),
      ("repeat 2 explore --only so", ["soon"]), ("amend 1 advance 500", ["500ms"]),
      ("amend 1 .up", [".up", ".upLater"]),
      ("alias x = print c", ["count"]), ("alias zw", ["zwait"]), ("alias x = let n = co", ["count"]),
      ("alias -d zlater zw", ["zwait"]), ("let n = count.ma", ["count.magnitude"]), ("let n =", ["=count"]),
      ("find -- c", ["count"]), ("clock p", ["play", "pause"]), ("clock play ", []),
      ("repeat 3 clock p", ["play", "pause"]),
    ]
  )
  func completionOffersWhatMayStandThere(text: String, expected: [String]) throws {
    let aliases = try ["zwait = advance", "zlater = advance $1", "zboth = show $2 $1", "zself = zself 1"].map
    {
      let line = try #require(try ScriptLine.parse("alias \($0)"))
      return Macro(alias: line.words[1], line.inner(after: 3))
    }
    let finder = CompletionFinder(
      table: CounterShell.application.erased.table,
      sources: CompletionSources(
        completions: { kind in
          switch kind {
          case .marks: [Completion("lunch")]
          case .moments: [Completion("4"), Completion("12")]
          default: []
          }
        },
        macros: { Dictionary(uniqueKeysWithValues: aliases.map { ($0.head.name, $0) }) }
      )
    )
    let found = finder.completions(of: text[...], in: Counter.State()).map(\.text)
    #expect(text.isEmpty ? found.starts(with: expected) : found == expected, "\(found)")
  }

  @Test(
    arguments: [
      ("goto E", [#""Eggs vanish here""#]), ("goto Eggs", [#""Eggs vanish here""#]),
      ("goto 'Eg", ["'Eggs vanish here'"]), ("goto 'Eggs va", ["vanish here'"]),
      (#"goto "Eggs va"#, [#"vanish here""#]), ("goto van", ["'Eggs vanish here'"]), ("goto 'van", []),
      ("goto l", ["lunch"]), ("mark -d Eg", [#""Eggs vanish here""#]), ("goto \"I", [#""It's \"late\"""#]),
      ("goto late", [#""It's \"late\"""#]),
    ]
  )
  func aMarkOfSeveralWordsIsCompletedWithOrWithoutQuotes(text: String, expected: [String]) {
    let marks = ["lunch", "Eggs vanish here", #"It's "late""#].map { Completion($0) }
    let finder = CompletionFinder(
      table: CounterShell.application.erased.table,
      sources: CompletionSources(completions: { $0 == .marks ? marks : [] })
    )
    #expect(finder.completions(of: text[...], in: Counter.State()).map(\.text) == expected)
  }

  @Test(arguments: [
    ("explore invariant f(", true), ("explore --depth 3 invariant [", true), ("each (", true),
    ("expect (", true), ("amend 1 expect (", true), ("up (", false),
    ("count.advanced(by: ", true), ("let n = count.advanced(", true), ("repeat 1 print (", true),
    ("repeat 2 as i amend 1 expect (", true), ("repeat 2 up (", false), ("counter (", false),
    ("fails expect (", true), ("fails up (", false), ("alias x = print (", true),
    ("fails fails count + (", true),
    ("amend 1 .up(", true), (String(repeating: "amend 1 ", count: 8_000) + "expect (", false),
  ])
  func anOpenBracketMakesALineWithAnExpressionGoOn(line: String, goesOn: Bool) {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("each", Argument.expression("EXPR").repeated(), summary: "Look at each") {
        (_: Interpreter<Counter.State, Counter.Action>, _) in
      }
    }
    let other = CounterShell.application.erased.table
    let table = CommandTable([own.erased] + other.vocabularies, of: other.types)
    #expect(table.spansBrackets(line[...]) == goesOn)
  }

  @Test func everyCompletionExplainsItself() {
    let finder = CompletionFinder(table: CounterShell.application.erased.table)
    for line in ["", "help ", "set ", "advance ", "earlier "] {
      let completions = finder.completions(of: line[...], in: Counter.State())
      #expect(!completions.isEmpty)
      #expect(completions.allSatisfy { !$0.summary.isEmpty })
    }
  }
}

/// Effects that a session cannot rewind are no secret.
struct EscapedEffectTests {
  private struct Escaping: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case begin }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
  }

  @Test func areReportedOnce() {
    let vocabulary = Vocabulary<Escaping.State, Escaping.Action>("Escaping") {
      Command("start", summary: "Begin") { turn in turn.send(.begin) }
    }
    let application = ShellApplication(name: "escaping", vocabulary: vocabulary) { _, _ in
      Session(initialState: Escaping.State()) { Escaping() }
    }
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = ["start", "clock", "effects"]
    _ = application.run(configuration, console: Console(output: out.output, errors: err.output))
    #expect(err.text.hasPrefix("warning: the effect of #1 at VocabularyTests.swift:"), "\(err.text)")
    #expect(err.text.count { $0 == "\n" } == 1)
  }
}
