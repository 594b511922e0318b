import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// The command that looks for what is wrong: what it finds, and what it says.
struct ExploreCommandTests {
  private let invariant = "--at-rest invariant answered == query"

  @Test func findsADebounceThatForgetsToCancel() {
    let found = SearchShell().run("explore \(invariant)")
    #expect(found.status == 1)
    #expect(
      found.output == """
        # explore: the invariant does not hold after 3 commands
        # no shorter sequence does this, with the values tried
        type a
        clear
        advance 300ms
        expect answered == query

        """
    )
    #expect(found.errors.hasPrefix("-c:1:29: error: the invariant does not hold after 3 commands\n"))
    #expect(found.errors.contains("note: answered is \"a\"\n"))
  }

  @Test func whatIsFoundIsAScriptThatFails() {
    let script = SearchShell().run("explore \(invariant)").output
    let run = SearchShell().run(script)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-c:6:8: error: expectation failed: answered == query does not hold\n"))
    #expect(SearchShell(cancels: true).run(script).status == 0, "it holds once the fault is mended")
  }

  @Test func ofACorrectFeatureItSaysWhatWasCovered() {
    var shell = SearchShell(cancels: true)
    shell.hasVocabulary = true
    let run = shell.run("set quiet off\nexplore \(invariant)")
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output.hasPrefix(
        """
        `always answered == query` holds for sequences of any length made from 5 commands with nothing in flight, with the values tried
          sequences    90 systematic (all reachable states, with the values tried)
          states       15
          transitions  90
          commands     advance 21, clear 15, run 12, step 12, type 30
          actions      2 of 2 cases

        """
      ),
      "\(run.output)"
    )
  }

  @Test func aPropertyCanCompareWithTheStateBeforeTheCommand() {
    let found = SearchShell().run("explore after .typed(\"a\"), query != before(query)")
    #expect(
      found.output.hasSuffix("\ntype a\ntype a\nexpect after .typed(\"a\"), query != before(query)\n"),
      "\(found)"
    )
    #expect(SearchShell().run(found.output).errors.contains(":27: error: expectation failed: "), "\(found)")
  }

  /// In a script, too, `before` is before all of `run`, and not before the last instant at which something was due.
  @Test func aPropertyComparesWithTheStateBeforeAWholeClockMove() {
    let shell = RecordedShell(CounterShell.application)
    shell.run("soon", "advance 300ms", "soon")
    shell.run("explore --depth 1 --runs 100 always now - before(now) != 300ms")
    #expect(shell.out.text.contains(" holds for all sequences "), "\(shell.out.text)\(shell.err.text)")
  }

  @Test func findsTheSameByActionsAlone() {
    var shell = SearchShell()
    shell.hasVocabulary = false
    let run = shell.run("explore --without .answered \(invariant)")
    #expect(
      run.output == """
        # explore: the invariant does not hold after 3 commands
        # no shorter sequence does this, with the commands and values tried
        .typed("a")
        .typed("")
        advance 300ms
        expect answered == query

        """
    )
    #expect(shell.run(run.output).status == 1)
  }

  @Test func aConditionAfterAnActionFailsWhereItOccurs() {
    let run = SearchShell().run("explore after .answered, answered == query")
    #expect(
      run.output.hasPrefix(
        "# after .answered, answered == query\n# explore: the action leaves the condition false"
      )
    )
    #expect(run.output.hasSuffix("\nexpect after .answered, answered == query\n"), "\(run.output)")
    #expect(SearchShell().run(run.output).status == 1)
    let vacuous = SearchShell().run("explore --only clear after .answered, answered == query")
    #expect(vacuous.output.contains(", but its action never occurred"), "\(vacuous.output)")
  }

  @Test func namesWhatNeverChangedTheState() {
    let run = SearchShell(cancels: true).run("explore --only clear always true")
    #expect(run.output.contains("\n  no change    clear, .typed\n"), "\(run.output)")
    #expect(!SearchShell().run("explore --runs 200 always true").output.contains("no change"))
  }

  @Test func beginsFromHereAndTheScriptFromTheStart() {
    var shell = SearchShell()
    shell.seed = 7
    let run = shell.run("type b\nadvance 100ms\nexplore \(invariant)\nprint now")
    #expect(
      run.output == """
        # explore: the invariant does not hold after 2 commands
        # no shorter sequence does this, with the values tried
        begin --seed 7 --epoch 2001-01-01T00:00:00Z
        type b
        advance 100ms
        clear
        advance 200ms
        expect answered == query

        """
    )
    #expect(SearchShell().run(run.output).status == 1)
  }

  @Test func theSessionIsAsItWas() {
    let script = "type b\nexplore invariant query != \"\"\n"
    let run = SearchShell().run(
      "set quiet on\ntype b\nexplore --only advance invariant true\nlog\neffects\nprint now"
    )
    #expect(run.errors == "")
    #expect(run.output.contains("\n  #0  +0s  start\n> #1  +0s  .typed(\"b\")  type b\nin 300ms"))
    #expect(run.output.hasSuffix("0s\n"))
    #expect(SearchShell().run(script).status == 1)
  }

  @Test func whatIsLeftOfATurnIsGoneBackTo() {
    let run = SearchShell().run("type a\nadvance 300ms\ngoto -1\nexplore invariant answered == \"\"")
    #expect(run.output.contains("type a\nadvance 300ms\ngoto -1\n"))
    #expect(SearchShell().run(run.output).status == 1)
  }

  @Test func whatABreakpointStoppedIsToldAsItHappened() {
    let run = SearchShell().run(
      "type a\nbreak .answered\nadvance 1s\nexplore --only type invariant query != \"b\""
    )
    #expect(!run.output.contains("run separately, this does not fail"), "\(run.output)")
  }

  @Test func anInvariantThatDoesNotHoldHereTakesNoCommand() {
    let run = SearchShell().run("type a\nexplore invariant query == \"\"")
    #expect(
      run.output == "# explore: the invariant does not hold\ntype a\nexpect query == \"\"\n"
    )
    #expect(run.errors.hasPrefix("-c:2:19: error: the invariant does not hold at the current moment\n"))
  }

  @Test(
    arguments: [
      ("explore invariant qery == \"\"", "cannot find 'qery'", "did you mean 'query'?"),
      ("explore query == \"\"", "expected a property, found 'query'", "write: explore always query…"),
      ("explore alway query == \"\"", "expected a property, found 'alway'", "did you mean 'always'?"),
      ("explore invariant", "expected an expression after 'invariant'", nil),
      ("explore always query == \"\" within 1s", "'always' has no time limit", nil),
      ("explore eventually query == \"\" within", "expected a duration after 'within'", nil),
      ("explore leads-to query == \"\"", "expected an expression before 'leads-to'", nil),
      ("explore always query == \"\" until qery == \"\"", "cannot find 'qery'", "did you mean 'query'?"),
      ("explore never .tiped", "unknown case '.tiped'", "did you mean '.typed'?"),
      ("explore --properties nowhere.todoprops", "nowhere.todoprops", nil),
      ("explore --shard 3/2", "invalid shard '3/2'", "write I/N: 1/4 is the first of four, 4/4 the last"),
      ("explore --depth 0", "the number 0", nil),
      ("explore --only tipe", "explore cannot try 'tipe'", "did you mean 'type'?"),
      ("explore --without show", "explore cannot try 'show'", nil),
      ("explore --only .tiped", "unknown case '.tiped'", "did you mean '.typed'?"),
      ("explore --dept 3", "explore has no option '--dept'", "did you mean '--depth'?"),
    ] as [(String, String, String?)]
  )
  func whatIsWrongIsSaid(line: String, message: String, hint: String?) {
    let run = SearchShell().run(line)
    #expect(run.status != 0)
    #expect(run.errors.contains(message), "\(run.errors)")
    if let hint { #expect(run.errors.contains(hint), "\(run.errors)") }
  }

  @Test func onlyAndWithoutChooseWhatIsTried() {
    let only = SearchShell().run("set quiet off\nexplore --only type,run").output
    #expect(only.contains("  commands     run 6, type 18\n"), "\(only)")
    let without = SearchShell().run("set quiet off\nexplore --without type,advance").output
    #expect(without.contains("  commands     clear 1\n"), "\(without)")
  }

  @Test(arguments: [
    ("--only type,list", 21, 4, "explore cannot try 'list'"),
    ("--without '.typed(\"\"),list'", 31, 4, "explore cannot try 'list'"),
    ("--only type,.typd", 21, 5, nil), ("--only \u{E9},run", 16, 1, nil),
  ])
  func theNameIsUnderlinedThatIsWrong(options: String, column: Int, length: Int, message: String?) {
    let errors = SearchShell().run("explore \(options)").errors
    let lines = errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("-c:1:\(column): error: \(message ?? "")") == true, "\(errors)")
    let underline =
      String(repeating: " ", count: column - 1) + "^" + String(repeating: "~", count: length - 1)
    #expect(lines.contains(Substring(underline)), "\(errors)")
  }

  private let own = """
    macro ask text=x
      type $text
      repeat 3 advance 100ms
    end
    macro nested
      ask y
    end
    macro noisy
      repeat 2 show
    end
    alias t = type
    alias wait = advance 300ms
    alias again = nested
    alias seek = type $1

    """

  @Test func macrosAndAliasesAreTriedByTheirNames() {
    let macro = SearchShell().run(own + "explore --only ask invariant answered != \"x\"")
    #expect(
      macro.output == """
        # explore: the invariant does not hold after 1 command
        type "x"
        advance 100ms
        advance 100ms
        advance 100ms
        expect answered != "x"

        """,
      "what stands in the script is known to everyone"
    )
    #expect(SearchShell().run(macro.output).status == 1)
    let nested = SearchShell().run(own + "explore --only again invariant answered != \"y\"").output
    #expect(nested.contains("\ntype \"y\"\nadvance 100ms\n"), "\(nested)")
    let aliases = SearchShell().run(own + "explore --only seek,wait invariant answered != \"0\"").output
    #expect(aliases.hasSuffix("\ntype 0\nadvance 300ms\nexpect answered != \"0\"\n"), "\(aliases)")
    let abbreviated = SearchShell().run(
      "alias typ = type b\nexplore --only typ invariant query != \"b\""
    )
    #expect(abbreviated.output.hasSuffix("\ntype b\nexpect query != \"b\"\n"), "\(abbreviated)")
    let renamed = SearchShell().run(own + "explore --only t invariant query == \"\"").output
    #expect(
      renamed.hasSuffix("\ntype a\nexpect query == \"\"\n"),
      "an alias for a command alone is that: \(renamed)"
    )
    let covered = SearchShell(cancels: true).run(own + "set quiet off\nexplore --only ask --runs 50").output
    #expect(covered.contains("\n  commands     ask "), "\(covered)")
    #expect(covered.contains("\n  actions      2 of 2 cases\n"), "\(covered)")
  }

  @Test func whatExploringLeavesOfMacrosIsNothing() {
    let run = SearchShell().run(
      own + "let text = 1\nexplore --only ask --runs 50\nprint $text\nlog\nask z\nprint answered"
    )
    #expect(run.output.hasSuffix("1\n> #0  +0s  start\n\"z\"\n"), "\(run.output) \(run.errors)")
  }

  @Test(arguments: [
    (
      "--only noisy",
      "explore cannot try 'noisy': it contains 'show', which does more than drive the feature"
    ),
    ("--without ask", "explore tries 'ask' only with --only"),
    ("--only aks", "did you mean 'ask'?"),
  ])
  func whatCannotBeTriedOfTheUsersOwnIsSaid(options: String, message: String) {
    let run = SearchShell().run(own + "explore \(options)")
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test(arguments: [
    ("alias twice = repeat 2 clear", "twice", "explore cannot try 'twice': "),
    ("alias soon = advance $1", "soon", "explore cannot try 'soon': expected a unit after 0"),
    ("alias bad = foo bar", "bad", "explore cannot try 'bad': unknown command 'foo'"),
    ("macro soon time\n  advance $time\nend", "soon", "nothing to try: 'soon' fails here: "),
  ])
  func whatCannotRunProvesNothing(definition: String, name: String, message: String) {
    let run = SearchShell().run("\(definition)\nexplore --only \(name) always query == \"\"")
    #expect(run.status != 0)
    #expect(run.output == "" && run.errors.contains(message), "\(run)")
  }

  @Test func whatAMacroDoesBeforeItFailsIsFound() {
    let macro = "macro half text=x\n  type $text\n  advance x$text\nend\n"
    let found = SearchShell().run(macro + "explore --only half always query != \"x\"")
    #expect(found.status == 1)
    #expect(found.output.hasSuffix("after 1 command\ntype \"x\"\nexpect query != \"x\"\n"), "\(found)")
    let twice = SearchShell().run(
      macro + "explore --only half,clear after .typed(\"\"), query == before(query)"
    )
    #expect(
      twice.output.hasSuffix("\ntype \"x\"\nclear\nexpect after .typed(\"\"), query == before(query)\n"),
      "\(twice)"
    )
  }

  @Test func aPropertyThatMentionsTheTimeChangesNoOther() {
    let goal = "eventually query == \"z\""
    let alone = SearchShell().run("explore --only clear --depth 2 \(goal)")
    let both = SearchShell().run("explore --only clear --depth 2 \(goal), always now < 5s")
    #expect(alone.output.contains("nothing more is due, and the goal is not reached"), "\(alone)")
    #expect(both.output.contains("nothing more is due, and the goal is not reached"), "\(both)")
  }

  /// `expect` judges after each command, so a search must do this within a macro.
  @Test func conditionsAreJudgedAfterEachCommandOfAMacro() {
    let macro = "macro pass\n  type x\n  clear\nend\n"
    let always = SearchShell().run(macro + "explore --only pass always query == \"\"")
    #expect(
      always.output
        == "# explore: the invariant does not hold after 1 command\ntype x\nexpect query == \"\"\n",
      "\(always)"
    )
    let sometimes = SearchShell().run(macro + "explore --only pass sometimes query == \"x\"")
    #expect(sometimes.status == 0, "\(sometimes)")
    let after = SearchShell().run(macro + "explore --only pass after .typed, query == \"\"")
    #expect(after.output.hasSuffix("\nexpect after .typed, query == \"\"\n"), "\(after)")
    #expect(SearchShell().run(after.output).status == 1)
  }

  @Test(arguments: ["macro m\n  press 0\nend", "alias m = press $1"])
  func whatFailsIsSaidInOneLine(definition: String) throws {
    let run = SearchShell(cancels: true).run(
      "set quiet off\n\(definition)\nexplore --only m,clear always query == \"\""
    )
    let failed = try #require(run.output.split(separator: "\n").first { $0.contains("  failed ") }, "\(run)")
    #expect(failed.hasPrefix("  failed       m: no alert or dialog is shown"), "\(failed)")
  }

  @Test func partsTogetherFindWhatTheWholeDoes() {
    let runs = (1...3).map { SearchShell().run("explore --shard \($0)/3 \(invariant)") }
    #expect(runs.contains { $0.status == 1 })
  }

  @Test func alertsAreAnswered() {
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.isQuiet = true
    configuration.commands = ["explore invariant answers < 2"]
    let application = ShellApplication(name: "asker", vocabulary: .asker) { seed, epoch in
      Session(initialState: Asker.State(), seed: seed, epoch: epoch) { Asker() }
    }
    _ = application.run(configuration, console: Console(output: out.output, errors: err.output))
    #expect(out.text.hasSuffix("\nask\npress 0\nask\npress 0\nexpect answers < 2\n"))
  }
}
