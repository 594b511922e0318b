import Core
import Foundation
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// The questions that the history answers, and where watches and breakpoints stop.
struct QuestionCommandTests {
  @Test(
    arguments: [
      ("up\nadvance 1s\nup\nblame count", "#3 +1s .up  (typed)\n> up\ncount: 1 → 2\n"),
      ("blame count", "`count` has not changed since the start\n"),
      (
        "up\nup\nundo\nblame count\nblame --all count",
        "#1 +0s .up  (typed)\n> up\ncount: 0 → 1\n#2 +0s .up  (typed)\n> up\ncount: 1 → 2\n"
      ),
      (
        "soon\nadvance 2s\nblame count",
        "#3 +1s .up  (effect of #1 at Counter.swift:15)\n> advance 2s\ncount: 0 → 1\n← #1 +0s .upLater  (typed)\n  > soon\n"
      ),
      ("up 3\nwhy count at 2", "#2 +0s .up  (typed)\n> up 3\ncount: 1 → 2\n"),
      (
        "up\nsoon\nadvance 2s\nwhy count == 2 && now > 1s || count > 5",
        """
        #5 +2s clock +1s
        > advance 2s
        count == 2 && now > 1s || count > 5: false → true
          count is 2, since #4 +1s .up  (effect of #2 at Counter.swift:15)
            > advance 2s
            ← #2 +0s .upLater  (typed)
              > soon
          now is 2s, since #5

        """
      ),
      ("up 3\nprint before(count)\nup\nprint count - before(count)\nundo\nprint before(count)", "0\n1\n0\n"),
      ("print before(count)", "0\n"),
      ("up 3\ndown\nup\nfind count < before(count)", "#4  +0s  .down  down\n"),
      ("soon\nadvance 5s\nprint before(now)", "0s\n"),
      (
        "up\nup 3\nwhy not count == before(count) + 3",
        "`count == before(count) + 3` is true at #4; 'why' explains it\n"
      ),
      ("why count < 2", "`count < 2` has not changed since the start\n  count is 0, since the start\n"),
      (
        "up 4\ndown\nwhy not count > 3",
        """
        `count > 3` is not true at #5:
          count > 3: count is 3
        it was last true at #4, until
        #5 +0s .down  (typed)
        > down

        """
      ),
      (
        "up 4\ndown\nwhy not count == 9 && !(now == 0s || count < 1)",
        """
        `count == 9 && !(now == 0s || count < 1)` is not true at #5:
          count == 9: count is 3
          now != 0s: now is 0s
        it was never true; it came closest at
        #4 +0s .up  (typed)
        > up 4
          count == 9: count is 4
          now != 0s: now is 0s

        """
      ),
      (
        "why not count > 3 || now > 1s && count == 1",
        """
        `count > 3 || now > 1s && count == 1` is not true at #0:
          count > 3: count is 0
        or, instead:
          now > 1s: now is 0s
          count == 1: count is 0
        it was never true, and never closer than now

        """
      ),
      (
        "why not count > 0 && 9 / count > 2",
        """
        `count > 0 && 9 / count > 2` is not true at #0:
          count > 0: count is 0
          9 / count > 2: count is 0
        it was never true, and never closer than now

        """
      ),
      ("up\nwhy not count == 1", "`count == 1` is true at #1; 'why' explains it\n"),
      (
        "up 2\nsoon\nlog --show 'count, now > 0s' 2",
        "           count  now > 0s\n  #2  +0s  2      false     .up       typed\n> #3  +0s  2      false     .upLater  soon\n"
      ),
      ("up\nlog 1 --show count", "           count\n> #1  +0s  1      .up  up\n"),
      (
        "up\nlog --show 'count, count + 1' 1",
        "           count  count + 1\n> #1  +0s  1      2          .up  up\n"
      ),
      ("up\nup\ndiff --commands 2 end", "#2 and #2 are the same: 2 commands\n"),
      ("up\nadvance 1s\nadvance 1s\ngoto --changed count\nclock", "+0s, nothing is scheduled\n"),
      ("up 3\nfind count >= 2", "#2  +0s  .up  up 3\n"),
      ("up 3\nfind count > 9", "`count > 9` is never true on this branch; --all searches everywhere\n"),
      ("up\ndown\nup\nfind -a count == 1", "#1  +0s  .up  up\n#3  +0s  .up  up\n"),
      ("up\nundo\ndown", "-c:3:1: error: this is zero already\ndown\n^~~~\n"),
      (
        "up\nundo\nadvance 1s\nfind count == 1\nfind --all count == 1",
        "`count == 1` is never true on this branch; --all searches everywhere\n#1  +0s  .up  up\n"
      ),
      ("up\nadvance 1s\nup\nfind --periods count == 1", "#1 – #2  +0s – +1s  .up  up\n"),
      ("up 2\nlog 1", "> #2  +0s  .up  typed\n"),
      ("up\nsoon\nrun\nlog --by effect", "> #4  +1s  .up  effect of #2\n"),
      ("up\nsoon\nrun\nlog --by clock", "  #3  +1s  clock +1s  run\n"),
      ("up\nsoon\nrun\nlog --action .upLater", "  #2  +0s  .upLater  soon\n"),
      (
        "up\nsoon\nrun\nlog --not --changed count",
        "  #0  +0s  start\n  #2  +0s  .upLater   soon\n  #3  +1s  clock +1s  run\n"
      ),
      ("up 2\nlog --text 'count: 2'", "> #2  +0s  .up  typed\n"),
      ("log --by effect", "no matching moments\n"),
      ("watch count", ""), ("watch count\nup", "count: 0 → 1\n"),
      ("up\ncount", "1\n"), ("up\ncount + 1 == 2", "true\n"), ("up\nnow", "0s\n"),
      ("up\nundo\ngoto end\ncount\ngoto start\ncount", "1\n0\n"),
      ("up\ndown\nup\nfind count == 1 --every", "#1  +0s  .up  up\n#3  +0s  .up  up\n"),
      (
        "break up\nmacro twice\nup\nup\nend\ntwice\ncount",
        "break 1 reached at #1: up\nbreak 1 reached at #2: up\n2\n"
      ),
      ("break undo\nup\nundo", "break 1 reached at #0: undo\n"),
      ("watch count\nup\nundo\nwatch -d 1\nup", "count: 0 → 1\ncount: 1 → 0\n"),
      ("watch count + 1\nwatch", "1  count + 1 is 1\n"),
      ("break count == 2\nbreak", "1  count == 2\n"),
      ("soon\nadvance 2s\nfind now > 1s", "#4  +2s  clock +1s  advance 2s\n"),
      ("soon\nadvance 2s\nfind --periods effects.count == 1", "#1 – #2  +0s – +1s  .upLater  soon\n"),
      ("watch effects.count\nsoon\nrun", "effects.count: 0 → 1\neffects.count: 1 → 0\n"),
      (
        "break now >= 3s\nsoon\nadvance 2s\nadvance 5s\nclock",
        "break 1 reached at #5: now >= 3s\n+7s, nothing is scheduled\n"
      ),
      ("soon\nadvance 1s\nlet t = now\nprint $t", "1s\n"), ("up\nfind issues.isEmpty", "#0  +0s  start\n"),
      ("break count == 2\nbreak -d\nbreak", "there are no breakpoints\n"),
      (
        "break .up\nsoon\nsoon\nrun\nvalue\nrun\nvalue",
        "stopped at #4 by break 1: .up\n1\nbreak 1 reached at #5: .up\n2\n"
      ),
      (
        "break count == 2\nsoon\nsoon\nsoon\nadvance 5s\nclock\nbreak -d 1\nadvance 1s\nvalue\nclock",
        "stopped at #6 by break 1: count == 2\n+1s, effects are due now: 'run' continues them\n3\n+2s, nothing is scheduled\n"
      ),
    ]
  )
  func answers(script: String, answer: String) {
    #expect(CounterShell.answer(script) == answer)
  }

  @Test func aMarkOrFileThatDoesNotExistIsNeither() {
    let run = CounterShell().run("diff --commands nowhere.todoscript")
    #expect(run.errors.contains("note: there is no file 'nowhere.todoscript' either\n"), "\(run.errors)")
  }

  @Test(arguments: ["log --show 'entries[5].isDone'", "log --show entries[5].isDone"])
  func anErrorInAnExpressionHasItsPlaceAlsoInQuotes(command: String) {
    let shell = RecordedShell(.roster)
    shell.run("add A", command)
    let indentation = command.prefix { $0 != "5" }.map { _ in " " }.joined()
    #expect(shell.err.text.contains("\(command)\n\(indentation)^\n"), "\(shell.err.text)")
  }

  @Test(arguments: ["when", "find", "find --all", "last", "blame", "log --changed"])
  func whatHasNoAnswerAnywhereFailsForTheCurrentMoment(command: String) {
    let shell = RecordedShell(.roster)
    shell.run("add A", "add B", "\(command) entries[5].isDone")
    #expect(
      shell.err.text.contains("error: index 5 is out of range; entries has 2 (0 to 1)\n"),
      "\(shell.err.text)"
    )
  }

  /// True until the count is 2; then it compares values that have no order.
  private static let invalid = "(count < 2 || 1 / (count - count) == 1)"

  @Test(arguments: [
    "up 3\nfind count == 9 || !\(invalid)", "up 3\nfind -a count > 0 && \(invalid)",
    "up 3\nfind --periods \(invalid)",
    "up 3\nfind --all count == 9 || !\(invalid)", "up 3\nblame \(invalid)",
    "up 3\nlog --changed '\(invalid)'",
    "up 3\ngoto --changed \(invalid)", "break !\(invalid)\nup 3", "watch \(invalid)\nup 3",
    "watch \(invalid)\nup\nup\nundo\nup",
  ])
  func anExpressionThatCannotBeEvaluatedAtSomeMomentIsAnError(script: String) {
    let run = CounterShell().run(script)
    #expect(run.status == 1)
    #expect(run.errors.contains("error: division by zero\n"), "\(run.errors)")
    #expect(run.errors.contains("1 / (count - count)") && run.errors.contains("^~~~"), "\(run.errors)")
    #expect(run.errors.contains(/note: evaluated at #[23]\n/), "\(run.errors)")
    #expect(!run.output.contains("#9") && !run.output.contains("never true"), "\(run.output)")
  }

  @Test func aBreakpointStopsWhereItsConditionCannotBeEvaluated() {
    var shell = CounterShell()
    (shell.configuration.isQuiet, shell.configuration.keepsGoing) = (true, true)
    let run = shell.run("break !\(Self.invalid)\nsoon\nsoon\nsoon\nrun\nvalue\nrun\nvalue")
    #expect(run.status == 1)
    #expect(run.output == "2\n3\n", "it stops once: \(run.output)\(run.errors)")
    #expect(run.errors.components(separatedBy: "division by zero").count == 2, "\(run.errors)")
  }

  @Test func whereAValueIsMissingAConditionIsNotTrue() {
    let shell = RecordedShell(.roster)
    shell.run(
      "break entries[1].isDone",
      "watch entries[1].name",
      "add A",
      "add B",
      "find !entries[1].isDone",
      "toggle 1"
    )
    #expect(!shell.err.text.contains("error"), "\(shell.err.text)")
    #expect(shell.out.text.contains("reached at #5: entries[1].isDone"), "\(shell.out.text)")
    #expect(shell.out.text.contains("#3  +0s"), "\(shell.out.text)")
  }

  @Test(
    arguments: [
      ("blame cuont", "cannot find 'cuont'", "did you mean 'count'?"),
      ("goto --changed count", "no moment has changed `count`", nil),
      ("find count", "`count` is Int, not Bool", "compare it with a value: count == …"),
      ("log --bye typed", "log has no option '--bye'", "did you mean '--by'?"),
      ("log --by who", "invalid origin 'who': expected one of typed, effect, clock", nil),
      (
        "log --action .set(x: 1)", "the brackets of '.set(x:' are not closed",
        "quote what contains spaces: --action '…'"
      ),
      ("log --by", "--by needs typed|effect|clock", "usage: log [OPTION…] [N]"),
      ("log --action up", "expected Counter.Action, found up", "write a leading dot: .up"),
      ("watch cuont", "cannot find 'cuont'", "did you mean 'count'?"),
      ("watch 1 + 1", "`1 + 1` never changes: it does not depend on the state", "'print' shows the state"),
      ("break cuont == 1", "cannot find 'cuont'", "did you mean 'count'?"),
      ("break true", "`true` never changes: it does not depend on the state", "'print' shows the state"),
      ("break 3", "`3` is Int, not Bool", "a condition is true, false or a comparison, such as n == 3"),
      ("break count", "`count` is Int, not Bool", "compare it with a value: count == …"),
      ("break count == \"x\"", "cannot compare `count` (Int) with String", nil),
      ("break -d 3", "no breakpoint 3", "'break' lists them"),
      ("break Late", "cannot find 'Late'", "an action starts with a dot: 'break .upLater'"),
      ("send .up", "unknown command 'send'", "use '.ACTION'"),
      ("cuont + 1", "unknown command 'cuont'", nil),
      ("watch -d 3", "no watch 3", "'watch' lists them"),
      ("why 1", "'1' does not depend on the state", "give a path in the state"),
      ("why count --all at 0", "cannot find 'all'", nil),
      ("why --all count at 0", "--all cannot be combined with 'at', which looks back from one moment", nil),
      ("why --all not count > 1", "--all cannot be combined with 'not'", nil),
      ("why count at 7", "no moment 7; there is only moment 0", nil),
      ("why not count", "`count` is Int, not Bool", "compare it with a value: count == …"),
      ("plot count now", "expected a comma or an operator, found 'now'", nil),
      ("plot count,", "expected an expression, found nothing", "for example: todos.count == 3"),
      ("log --show count, cuont", "cannot find 'cuont'", "did you mean 'count'?"),
      ("log --show", "--show needs EXPR, …", "usage: log [OPTION…] [N]"),
      ("diff --commands nowhere", "unknown mark 'nowhere'", "a moment is N or #N"),
      ("diff --commands ./nowhere", "cannot read './nowhere': No such file or directory", nil),
      ("goto --all 3", "--all needs --changed", "usage: goto --changed [--all] PATH"),
      ("record --append x", "--append needs --text", "usage: record --text [--append] [FILE]"),
      ("record --text --append", "record needs FILE", "usage: record --text [--append] [FILE]"),
      ("goto -", "no earlier moment to return to", "'log --moves' lists all moves"),
      ("goto -2", "this branch has no moments before this one", nil),
      ("goto 101%", "invalid percentage '101%'", "write a whole number from 0% to 100%"),
      (
        "goto nowhere", "unknown mark 'nowhere'",
        "a moment is N or #N, @TIME, @-TIME or @+TIME, a mark, start, end, -N, +N, N% or -"
      ),
      ("mark 3", "invalid mark '3'", "a mark starts with a letter"),
      ("mark start", "invalid mark 'start'", "'goto start' goes to the start;"),
      ("mark end 0", "invalid mark 'end'", "'goto end' goes to the end of this branch"),
      ("why not", "why needs EXPR", "usage: why"), ("why count at", "'at' needs a moment", "a moment is N"),
      ("expect always", "incomplete property 'always'", "'help explore' lists"),
      ("mark a+b", "invalid mark 'a+b'", "a mark starts with a letter"),
      ("mark 'all of 50%'", "invalid mark 'all of 50%'", "a mark starts with a letter"),
      ("mark -d lunch", "unknown mark 'lunch'", nil),
      ("goto @-1s", "no time has passed yet", "'log' shows the time of each moment"),
      ("goto @+1s", "no time passes after this", "'log' shows the time of each moment"),
      ("skip 0", "moment 0 is the start, which no command made", "the first command begins at #1"),
      (
        "up\nskip 9", "no moment 9; moments range from 0 to 1",
        "'log' lists the moments of this branch, and 'tree' shows all branches"
      ),
      ("undo", "nothing to undo", "this is the start; 'redo' goes forward"),
      ("up\nundo 2", "only 1 turn to undo", "'undo 1' goes to the start"),
      ("redo", "nothing to redo", "this is the end of the branch; 'goto' goes to any moment"),
      ("up\nundo\nredo 2", "only 1 turn to redo", "'redo 1' goes to the end of the branch"),
      ("record --stop", "the session is not being recorded", "'record FILE' starts recording"),
      ("save /dev/full", "'/dev/full' is not a regular file", "name a regular file or a new one"),
      (#"save "a\0b""#, "the path of a file cannot contain a NUL", nil),
      (
        "up\nundo\nadvance 1s\nskip 1", "moment 1 is not on this branch",
        "'goto 1' switches to its branch"
      ),
      ("up\nskip --restore 1", "the turn of moment 1 is already on this branch", "'log' lists"),
      ("up\namend 1 value", "the replacement made no moments", "give a command that sends"),
      ("up\namend 1", "amend needs COMMAND", "usage: amend MOMENT COMMAND"),
      ("up\namend 1 nonsense", "unknown command 'nonsense'", nil),
      ("up\namend 1 amend 1 up", "'amend' cannot replace a command", "use a command that sends"),
      ("up\namend 1 set diff off", "'set' cannot replace a command", "use a command that sends"),
      ("up\nup\namend 1 --before 2", "the turn of moment 1 is already there", nil),
    ]
  )
  func refuses(script: String, message: String, hint: String?) {
    let run = CounterShell().run(script)
    #expect(run.status != 0)
    #expect(run.errors.contains("error: \(message)"), "\(run.errors)")
    if let hint { #expect(run.errors.contains("help: \(hint)"), "\(run.errors)") }
  }

  @Test func momentsAreNamedInManyWays() {
    let script = """
      up
      advance 1s
      up
      advance 1s
      up
      mark top
      goto 50%
      value
      goto top
      value
      goto -2
      value
      goto +1
      clock
      goto @500ms
      value
      goto -
      clock
      goto -
      clock
      earlier 1s
      clock
      later 2s
      clock
      mark -d top
      marks
      """
    #expect(
      CounterShell.answer(script) == """
        2
        3
        2
        +2s, nothing is scheduled
        1
        +2s, nothing is scheduled
        +1s, nothing is scheduled
        +0s, nothing is scheduled
        +2s, nothing is scheduled
        there are no marks

        """
    )
  }

  @Test func movesAreListedAndReturnedFrom() {
    #expect(
      CounterShell.answer("up 2\nundo\nredo\ngoto -1\nlog --moves\ngoto -\ngoto -\nlog --moves")
        == """
        #2 → #1  goto -1
        #0 → #2  redo
        #2 → #0  undo
        #2 → #0  goto -
        #1 → #2  goto -
        #2 → #1  goto -1
        #0 → #2  redo
        #2 → #0  undo

        """
    )
  }

  @Test func actionsWithoutEffectCanBeHidden() {
    let script = "noop\nup\nnoop\nup\nset noop hide\nlog\nset noop show\nlog 1"
    let vocabulary = Vocabulary<Int, Bool>("Own") {
      Command("up", summary: "Up") { turn in turn.send(true) }
      Command("noop", summary: "Nothing") { turn in turn.send(false) }
    }
    let application = ShellApplication(name: "own", vocabulary: vocabulary) { _, _ in
      Session(initialState: 0) {
        Reduce<Int, Bool> { state, action in
          if action { state += 1 }
          return .none
        }
      }
    }
    let collector = OutputCollector()
    var configuration = ShellConfiguration()
    configuration.commands = [script]
    configuration.isQuiet = true
    _ = application.run(configuration, console: Console(output: collector.output, errors: collector.output))
    #expect(
      collector.text == """
          #0  +0s  start
          #2  +0s  true   up
        > #4  +0s  true   up
        not listed: 2 moments that changed and started nothing
        > #4  +0s  true  up

        """
    )
  }
}
