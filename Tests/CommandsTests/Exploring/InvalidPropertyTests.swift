import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Properties that cannot be evaluated, that need a missing value, or that hold vacuously.
struct InvalidPropertyTests {
  /// True until something is typed; then it compares values that have no order.
  private static let invalid = "(query == \"\" || 1 / (query.count - query.count) == 1)"

  @Test(arguments: [
    "always \(invalid)", "sometimes \(invalid) && query == \"z\"", "eventually !\(invalid) within 9s",
    "\(invalid) && query != \"\" leads-to answered == query", "query == query leads-to \(invalid) within 9s",
    "\(invalid) until query == \"z\" within 9s",
    "query == query until query == \"z\" || !\(invalid) within 9s",
  ])
  func aPropertyThatCannotBeEvaluatedIsAnError(property: String) {
    let run = SearchShell().run("explore --only type,clear \(property)")
    #expect(run.status == 1 && run.output == "", "it is no verdict: \(run.output)")
    #expect(run.errors.contains("error: division by zero\n"), "\(run.errors)")
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines[2].drop { $0 == " " }.hasPrefix("^~~~"), "\(run.errors)")
    let start = lines[2].prefix { $0 == " " }.count
    #expect(lines[1].dropFirst(start).hasPrefix("1 / (query.count - query.count)"), "\(run.errors)")
    #expect(run.errors.contains("note: this happens after 1 command: type a\n"), "\(run.errors)")
  }

  @Test func oneInvalidPropertyLeavesAllUndecided() {
    let run = SearchShell().run("explore always query != \"zz\", sometimes \(Self.invalid) && query != \"\"")
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.contains("error: division by zero\n"), "\(run.errors)")
  }

  @Test func aViolationFoundBeforeAnotherPropertyIsInvalidIsReportedToo() {
    let invalid = "sometimes answered == \"a\" && \(Self.invalid) && query == \"z\""
    let run = SearchShell().run("explore --only type,clear,advance always query == \"\", \(invalid)")
    #expect(run.status == 1)
    #expect(
      run.output.contains("# explore: ") && run.output.contains("\nexpect query == \"\"\n"),
      "\(run.output)"
    )
    #expect(run.errors.contains("error: division by zero\n"), "\(run.errors)")
  }

  private static func roster(_ lines: String...) -> (output: String, errors: String) {
    let shell = RecordedShell(.roster)
    for line in lines { shell.run(line) }
    return (shell.out.text, shell.err.text)
  }

  @Test func whereAnElementIsMissingAConditionIsNotTrue() {
    let reached = Self.roster("explore --only add,toggle sometimes entries[1].isDone")
    #expect(reached.output.contains("is reached after 3 commands: add a; add a; toggle "), "\(reached)")
    let negated = Self.roster("explore --only add sometimes !entries[1].isDone")
    #expect(negated.output.contains("is reached after 2 commands: add a; add a\n"), "\(negated)")
    let invariant = Self.roster("add A", "explore --only remove always !entries[0].isDone")
    #expect(invariant.errors.contains("the invariant does not hold after 1 command"), "\(invariant)")
    let found = Self.roster("add A", "add B", "find !entries[1].isDone", "when !entries[1].isDone")
    #expect(found.errors == "" && found.output.contains("#3  +0s"), "\(found)")
  }

  @Test(
    arguments: [
      "sometimes entries[9].isDone", "entries[9].isDone leads-to lots.isEmpty within 2s",
      "always true, sometimes entries[9].isDone",
    ],
    [1, 4]
  )
  func aValueThatIsMissingWhereverItIsJudgedIsAnError(property: String, workers: Int) {
    let limits = "--workers \(workers) --depth 3 --runs 200 --only add,draw,advance"
    let (output, errors) = Self.roster("explore \(limits) \(property)")
    #expect(output == "", "it is no verdict: \(output)")
    let lines = errors.split(separator: "\n").map(String.init)
    #expect(lines.count >= 4 && lines[0].contains("entries"), "\(errors)")
    let start = lines.count < 3 ? 0 : lines[2].prefix { $0 == " " }.count
    #expect(lines.count < 3 || lines[1].dropFirst(start).hasPrefix("9]"), "\(errors)")
    #expect(errors.contains("note: it is missing wherever the condition was judged"), "\(errors)")
  }

  @Test(
    arguments: [
      "eventually entries[9].isDone within 2s", "eventually entries[9].isDone",
      "entries.isEmpty leads-to entries[9].isDone within 2s", "lots.isEmpty until entries[9].isDone",
      "entries[9].isDone until entries.count == 2", "after .draw, entries[9].isDone",
    ],
    [1, 4]
  )
  func aMissingGoalCountsAsNotReachedInTheScriptToo(property: String, workers: Int) throws {
    let folder = try TemporaryFolder()
    let corpus = "--corpus '\(folder.path)/corpus'"
    let limits = "--workers \(workers) --depth 3 --runs 200 --only add,draw,advance \(corpus)"
    let found = Self.roster("explore \(limits) \(property)")
    #expect(found.output.contains("# explore: ") && found.errors.contains("error: "), "\(found)")
    let script = Self.roster(found.output)
    #expect(script.errors.contains("error: expectation failed"), "\(found)\(script)")
    #expect(script.errors.contains("note: index 9 is out of range"), "\(script)")
    let again = Self.roster("explore \(limits) \(property)")
    #expect(again.output.contains("# explore: "), "the script in the corpus is found again: \(again)")
  }

  @Test func whatIsMissingOnlySomewhereStillFails() {
    let property = "lots.isEmpty until entries[1].isDone within 1s"
    let (output, errors) = Self.roster(
      "add A",
      "add B",
      "explore --only remove,advance --depth 3 \(property)"
    )
    #expect(
      output.contains("# explore: ") && errors.contains("is not reached within 1s"),
      "\(output)\(errors)"
    )
  }

  @Test func aVacuousPropertyIsReported() {
    func headline(_ property: String) -> (status: Int32, text: String) {
      let run = SearchShell(cancels: true).run("explore \(property)")
      return (run.status, String(run.output.prefix { $0 != "\n" }))
    }
    #expect(
      headline("query == \"z\" leads-to answered == \"z\" within 1s")
        == (
          0,
          "`query == \"z\" leads-to answered == \"z\" within 1s` holds for sequences of any length "
            + "made from 5 commands, with the values tried, but its premise was never reached"
        )
    )
    let until = headline("answered == \"z\" until query == query")
    #expect(until.status == 0 && until.text.hasSuffix(" of any length, but its goal held from the start"))
    #expect(!headline("query == \"a\" leads-to query == \"a\"").text.contains("premise"))
    #expect(!headline("answered == answered until answered == \"z\" within 9s").text.contains("goal held"))
  }

  @Test func jsonReportsAVacuousProperty() {
    var verdict = PropertyVerdict(name: nil, property: "p", verdict: .holds)
    #expect(verdict.json["vacuity"] == nil)
    verdict.vacuity = .noPremise
    #expect(verdict.json["vacuity"] == "premise never reached")
  }

  @Test func mergedShardsReportAVacuousProperty() throws {
    let folder = try TemporaryFolder()
    func merged(_ property: String, _ numbers: [Int] = [1, 2]) -> (status: Int32, text: String) {
      for number in numbers {
        _ = SearchShell(cancels: true).run(
          "explore --shard \(number)/2 --out \(folder.path)/\(number).part \(property)"
        )
      }
      let files = numbers.map { "\(folder.path)/\($0).part" }.joined(separator: " ")
      let run = SearchShell(cancels: true).run("explore --merge \(files)")
      return (run.status, String(run.output.prefix { $0 != "\n" }))
    }
    let vacuous = merged("query == \"z\" leads-to answered == \"z\" within 1s")
    #expect(
      vacuous.status == 0 && vacuous.text.hasSuffix(", but its premise was never reached"),
      "\(vacuous)"
    )
    let reached = merged("answered == \"a\" leads-to query == query within 1s")
    #expect(reached.status == 0 && !reached.text.contains("premise"), "one part is enough: \(reached)")
    let partly = merged("query == \"z\" leads-to answered == \"z\" within 1s", [1])
    #expect(partly.status == 3 && !partly.text.contains("premise"), "a part is missing: \(partly)")
  }

  @Test(arguments: ["Time", "Scripts", "Shell"]) func aVocabularyMayHaveTheTitleOfABuiltInOne(title: String) {
    let vocabulary = Vocabulary<Counter.State, Counter.Action>(title) {
      Command("up", summary: "Count up") { turn in turn.send(.up) }
    }
    var shell = CounterShell(vocabulary: vocabulary)
    shell.configuration.isQuiet = true
    let run = shell.run("explore always count < 2")
    #expect(run.output.contains("\nup\nup\nexpect count < 2\n"), "\(run.output)\(run.errors)")
  }
}

/// `explore` gives the same results with any number of threads, also with the user's own commands, patterns and
/// literals.
struct ExploreWorkerTests {
  private static let own = """
    let short = 100ms
    macro ask text=x n=2
      type "$text $n"
      repeat $n advance $short
      expect query != ""
    end
    macro twice
      ask y 1
      ask z
    end
    alias seek = type $1
    alias wait = advance 300ms

    """

  @Test(arguments: [
    "--only ask,twice,clear,advance always answered != \"z 2\"",
    "--only twice,wait,seek sometimes answered == \"1\"",
    "--only 'ask,seek,.typed(\"ab\"),run' never .answered(\"a\")",
    "--actions --without '.typed(\"\"),.answered' --schedules always query.count < 9 && now < 1h30m",
    "--only type,clear,step,run,twice effects.count > 0 leads-to effects.isEmpty within 1s, never .typed(\"q\")",
    "--only ask,type,clear always [\"\": 1, \"a\": 2].keys.contains(query) || query != .none",
  ])
  func theNumberOfThreadsChangesNothing(request: String) {
    func run(_ workers: Int) -> (status: Int32, output: String, errors: String) {
      SearchShell().run(Self.own + "explore --workers \(workers) --runs 400 --depth 8 \(request)")
    }
    let alone = run(1)
    #expect(!alone.output.isEmpty || !alone.errors.isEmpty)
    let several = run(4)
    #expect(several.status == alone.status && several.output == alone.output)
    #expect(several.errors.replacing("--workers 4", with: "--workers 1") == alone.errors)
  }
}
