import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Properties as they are typed, and in files.
struct PropertyTextTests {
  private typealias SearchProperty = WrittenProperty

  private func parse(_ text: String) throws(Diagnostic) -> [SearchProperty] {
    try PropertyFile.parse(
      Array(text.utf8),
      file: "p.todoprops",
      of: FeatureTypes(state: Search.State.self, action: Search.Action.self)
    )
  }

  @Test func aFileHasNamesAndComments() throws {
    let properties = try parse(
      """
      # What must hold
      calm: always query != "x"   # never typed
      never .typed("y"), sometimes answered == "a"

      """
    )
    #expect(properties.map(\.title) == ["calm", "never .typed(\"y\")", "sometimes answered == \"a\""])
  }

  @Test func theCommaOfAfterDoesNotEndTheProperty() throws {
    let properties = try parse(
      "calm: after .typed(\"a, b\"), query != \"\"\nafter .typed, query == \"\", always true"
    )
    #expect(properties.map(\.title) == ["calm", "after .typed, query == \"\"", "always true"])
    #expect(properties[0].text == "after .typed(\"a, b\"), query != \"\"")
  }

  @Test(arguments: [
    ("a: always query == \"\"\nb: always true\na: always true", 3, 1, "duplicate property 'a'"),
    ("a: always true\nb:", 2, 3, "expected a property after 'b:'"),
    ("# comment\nalways qery == \"\"", 2, 8, "cannot find 'qery'"),
    ("a: always true, always false", 1, 17, "expected only one property"),
    ("query == \"\"", 1, 1, "expected a property, found 'query'"),
    ("after", 1, 6, "expected an action pattern after 'after'"),
    ("after .typed", 1, 13, "expected a condition"),
    ("after .typed, qery == 1", 1, 15, "cannot find 'qery'"),
    ("after .typd, query == \"\"", 1, 7, "typd"),
    ("x: eventually true within 5q", 1, 28, "unknown time unit 'q'"),
    ("always \"a", 1, 8, "missing closing double quote"),
  ])
  func anErrorHasItsPlaceInTheFile(text: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: Diagnostic.self) { try parse(text) }
    #expect(
      error?.location.file == "p.todoprops" && error?.location.line == line,
      "\(String(describing: error))"
    )
    #expect(error?.location.column == column, "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("never query == \"x\"", "for a condition, write: always !(query == \"x\")"),
    ("never qery == \"x\"", nil),
    ("never .typd", nil),
  ])
  func neverOfAConditionShowsHowToWriteIt(text: String, hint: String?) {
    let error = #expect(throws: Diagnostic.self) { try parse(text) }
    let shown = error?.hint?.hasPrefix("for a condition") == true ? error?.hint : nil
    #expect(shown == hint, "\(String(describing: error))")
  }

  @Test func theCommandNamesTheFileAndItsErrors() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/p.todoprops"
    try "# nothing\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(SearchShell().run("explore --properties \(path)").errors.contains("\(path) has no properties"))
    try "fine: always true\nbad: always qery == 1\n".write(toFile: path, atomically: true, encoding: .utf8)
    let run = SearchShell().run("explore --properties \(path)")
    #expect(
      run.status != 0 && run.errors.contains("\(path):2:13: error: cannot find 'qery'"),
      "\(run.errors)"
    )
  }

  @Test(arguments: [
    ("explore ", "always"), ("explore al", "always"), ("explore eventually true wi", "within"),
    ("explore query == \"\" lea", "leads-to"), ("explore always qu", "query"),
    ("explore never .ty", ".typed("),
    ("explore always true, so", "sometimes"), ("explore --sch", "--schedules"), ("explore --unordered ", nil),
  ])
  func wordsAreCompleted(line: String, expected: String?) {
    let table = ShellApplication(name: "search", vocabulary: Vocabulary.search) { seed, epoch in
      Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: true) }
    }.erased.table
    let found = CompletionFinder(table: table).completions(of: line[...], in: Search.State())
    if let expected {
      #expect(found.contains { $0.text == expected && !$0.summary.isEmpty }, "\(found.map(\.text))")
    } else {
      #expect(found.isEmpty, "a search has no arrays: \(found.map(\.text))")
    }
  }

  @Test(arguments: ["always", "leads-to", "within"])
  func wordsOfPropertiesAreHighlighted(word: String) throws {
    let line = "explore always true, true leads-to false within 5s"
    let found = LineHighlighter(table: CounterShell.application.erased.table).highlights(of: line)
    let start = line.distance(from: line.startIndex, to: try #require(line.firstRange(of: word)).lowerBound)
    #expect(found.first { $0.range == start..<start + word.count }?.style == .strong, "\(found)")
  }
}

/// How an exploration ends.
struct ExplorationEndTests {
  @Test func anUndecidedPropertyHasAnExitCodeOfItsOwn() {
    let run = SearchShell(cancels: true).run("explore --runs 10 sometimes answered == \"z\"")
    #expect(run.status == 3 && run.errors.contains("the property is not decided"), "\(run.errors)")
    #expect(
      SearchShell(cancels: true).run("explore sometimes answered == \"z\"").status == 3,
      "a text that was not tried could lead there"
    )
    #expect(SearchShell(cancels: true).run("explore sometimes answered == \"a\"").status == 0)
  }

  @Test(arguments: [
    "eventually now >= 100ms within 100ms", "true until now >= 100ms within 100ms",
    "effects.isEmpty leads-to query.count >= before(query.count) within 50ms",
  ]) func aGoalThatTimeReachesAtTheDeadlineIsReached(property: String) {
    let run = SearchShell(cancels: true).run("explore --depth 3 --runs 400 \(property)")
    #expect(run.status == 0 && run.output.contains("holds for all sequences"), "\(run.output)\(run.errors)")
  }

  @Test(arguments: [
    ("eventually query == \"\"", "`eventually query == \"\"` holds for sequences of any length\n"),
    (
      "false until true",
      "`false until true` holds for sequences of any length, but its goal held from the start\n"
    ),
  ]) func aGoalThatHoldsAtTheStartIsReached(property: String, verdict: String) {
    let run = SearchShell().run("explore --runs 10 \(property)")
    #expect(run.status == 0 && run.output.hasPrefix(verdict), "\(run.output)\(run.errors)")
  }

  @Test func untilCoveredEndsEarly() {
    let all = SearchShell(cancels: true).run("set quiet off\nexplore --without step always true")
    let covered = SearchShell(cancels: true).run(
      "set quiet off\nexplore --without step --until-covered always true"
    )
    #expect(
      covered.status == 0 && covered.output.contains("2 of 2 cases"),
      "\(covered.output)\(covered.errors)"
    )
    #expect(count("sequences", in: covered.output) < count("sequences", in: all.output))
    let limited = SearchShell(cancels: true).run("explore --until-covered --runs 2 always true")
    #expect(limited.status == 3 && limited.errors.contains("not everything was covered"), "\(limited.errors)")
  }

  private func count(_ row: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix("  \(row)") } ?? ""
    return Int(line.split(separator: " ").dropFirst().first?.prefix { $0.isNumber } ?? "") ?? .max
  }

  @Test func theScriptOfALoopRunsAndItsLoopCanBeRepeated() throws {
    let property = "--only type,advance --depth 6 query != \"\" leads-to answered == query"
    let found = SearchShell(cancels: true).run("explore \(property)")
    #expect(found.status == 1 && found.output.contains("# loop: the next "), "\(found.output)")
    let run = SearchShell(cancels: true).run(found.output)
    #expect(run.status == 1 && run.errors.contains("expectation failed"), "\(run.errors)")
    let lines = found.output.split(separator: "\n").map(String.init)
    let mark = try #require(lines.firstIndex { $0.hasPrefix("# loop") })
    let (way, loop) = (lines[..<mark], lines[(mark + 1)...].dropLast())
    let repeated = way + Array(repeating: loop + ["expect answered != query"], count: 4).joined()
    #expect(SearchShell(cancels: true).run(repeated.joined(separator: "\n")).status == 0)
  }
}
