import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Properties that `expect` checks on a branch, in the forms that `explore` takes.
struct AssertionTests {
  private func errors(_ script: String, cancels: Bool = false) -> String {
    SearchShell(cancels: cancels).run(script).errors
  }

  @Test(arguments: [
    ("type a\nexpect always query.count < 2", ""),
    ("type ab\ntype a\nexpect always query.count < 2", "expectation failed: the invariant does not hold"),
    ("type a\nadvance 1s\nexpect never .answered", "expectation failed: the action occurs"),
    ("type a\nexpect never .answered", ""),
    ("type a\nrun\nclear\nexpect sometimes answered == \"a\"", ""),
    ("type a\nexpect sometimes answered == \"a\"", "expectation failed: the condition was not reached"),
    (
      "type a\nclear\nrun\nexpect after .answered, answered == query", "the action leaves the condition false"
    ),
    ("type a\nrun\nexpect after .answered, answered == query", ""),
    ("type a\nrun\nexpect eventually answered == \"a\" within 300ms", ""),
    (
      "advance 1ms\ntype a\nrun\nexpect eventually answered == \"a\" within 300ms", "not reached within 300ms"
    ),
    (
      "type a\nexpect eventually answered == \"b\" within 300ms",
      "does not decide the property: the goal can still be reached, until +300ms"
    ),
    (
      "type a\nexpect eventually answered == \"b\"",
      "does not decide the property: the goal can still be reached\n"
    ),
    ("type a\nrun\nexpect eventually answered == \"b\"", "nothing more is due, and the goal is not reached"),
    (
      "type a\nadvance 200ms\ntype a\nadvance 200ms\nexpect query == \"a\" leads-to answered == \"a\"",
      "in a loop of 2 commands"
    ),
    (
      "type a\nadvance 200ms\ntype b\nadvance 200ms\nexpect query != \"\" leads-to answered != \"\"",
      "does not decide the property"
    ),
    (
      "type a\nrun\ntype b\nexpect query == \"\" until answered == \"a\" within 1s",
      "`query == \"\"` does not hold until then"
    ),
    (
      "type a\nrun\nexpect query == \"a\" until answered == \"a\" within 1s",
      "`query == \"a\"` does not hold until then"
    ),
    ("type a\nmark m\nrun\nexpect --since m query == \"a\" until answered == \"a\" within 1s", ""),
    (
      "type a\nmark m\nadvance 1s\nexpect --since m eventually answered == \"b\" within 1s",
      "not reached within 1s"
    ),
    ("advance 1s\nexpect eventually now == 100ms within 100ms", ""),
    ("advance 1s\nexpect eventually now == 101ms within 100ms", "not reached within 100ms"),
    ("type a\nrun\nexpect eventually effects.contains(\\.due == 200ms) within 100ms", ""),
    (
      "type a\nclear\nadvance 1s\nexpect query == \"\" leads-to query.count >= before(query.count) within 1ms",
      ""
    ),
    ("type ab\ntype a\nexpect --since @0s --at-rest always query.count < 2", ""),
    ("type a\nexpect --since 9 always true", "no moment 9"),
    ("type a\nback 1\nexpect --since 1 always true", "#1 is not before this moment on this branch"),
    ("type ab\nback 1\ntype a\nexpect always query.count < 2", ""),
    ("type a\nexpect -query.count < 0", ""), ("expect -since 0 always true", "did you mean '--since'?"),
  ]) func aPropertyIsJudgedOnTheBranchUpToNow(script: String, error: String) {
    let errors = errors(script)
    #expect(error.isEmpty ? errors.isEmpty : errors.contains(error), "\(errors)")
  }

  @Test func aViolationInThePastIsShownWhereItWas() {
    let errors = errors("type ab\ntype a\nexpect always query.count < 2")
    #expect(errors.contains("^~~~~~~~~~~~~~~\nnote: query.count is 2\n"), "\(errors)")
    #expect(errors.contains("\nnote: this happens at #1, +0s\n"), "\(errors)")
  }

  @Test(arguments: [
    ("expect always quary == 1", "cannot find 'quary'"),
    ("expect always", "incomplete property 'always'"),
    ("expect after .typed", "expected a condition"), ("expect never .tped", "tped"),
    ("expect always true, never .typed", "expected only one property"),
    ("expect --since 0 query == \"\"", "--since needs a property, such as 'always EXPR'"),
    ("expect --unordered query always query == \"\"", "'query' is not an array"),
    ("expect query --at-rest", "--at-rest needs a property, such as 'always EXPR'"),
    ("expect always query == \"\" within 2s", "'always' has no time limit"),
    ("shorten always true", "the property is not violated here"),
  ]) func whatIsNoPropertyIsAnError(line: String, error: String) {
    #expect(errors(line).contains(error), "\(errors(line))")
  }

  @Test(arguments: [
    "always == 1", "-count < 3", "1 < until", "never.count > 0", "a == before(until && after)", "always",
  ]) func anExpressionMayHaveTheWordsOfProperties(text: String) {
    #expect(!PropertyParts.arePartsOfProperty(SourceText(text)))
  }

  @Test(arguments: [
    "always !a", "a until !b", "after .b, c", "never .a", "a == b leads-to c within 2s", "sometimes (a)",
  ]) func aPropertyIsToldByItsWords(text: String) {
    #expect(PropertyParts.arePartsOfProperty(SourceText(text)))
  }

  @Test(arguments: [
    ("expect alw", "always"), ("expect ", "after"), ("expect query.isEmpty unt", "until"),
    ("expect never .typ", ".typed("), ("expect after .answered, ans", "answered"), ("expect que", "query"),
    ("expect bef", "before("), ("expect --si", "--since"), ("print bef", "before("), ("shorten nev", "never"),
  ]) func completionOffersWhatCanFollow(line: String, expected: String) {
    let shell = RecordedShell(
      ShellApplication(name: "search", vocabulary: .search) { seed, epoch in
        Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: false) }
      }
    )
    let found = shell.shell.complete(line, at: line.count).map(\.text)
    #expect(found.contains(expected), "\(found)")
  }

  @Test(arguments: [
    "expect [query].map { ", "expect [1, ", "explore always [query].contains { ", "expect (query, ",
  ]) func bracketsContainNoWordsOfProperties(line: String) {
    let shell = RecordedShell(
      ShellApplication(name: "search", vocabulary: .search) { seed, epoch in
        Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: false) }
      }
    )
    let found = Set(shell.shell.complete(line, at: line.count).map(\.text))
    #expect(found.isDisjoint(with: ["always", "never", "leads-to", "until", "within"]), "\(found)")
  }

  /// The shortest script of a violation, and the same with commands between that it does not need.
  @Test(arguments: [
    ("after .answered, answered == query", ["type a", "clear", "advance 300ms"]),
    ("never .answered(\"b\")", ["type b", "advance 300ms"]),
    ("query != \"\" leads-to answered == query within 200ms", ["type a", "advance 200ms"]),
    ("query == \"\" until answered != \"\" within 2s", ["type a"]),
    ("eventually answered == \"b\" within 400ms", ["advance 400ms"]),
    ("answered != \"\" leads-to answered == \"\"", ["type a", "advance 300ms"]),
    ("query != \"\" leads-to answered != \"\"", ["type a", "advance 200ms", "type a"]),
    ("always answered == query || !effects.isEmpty", ["type a", "clear", "advance 300ms"]),
  ]) func aLongScriptOfAViolationIsShortenedToWhatThePropertyNeeds(property: String, needed: [String]) throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/long.todoscript"
    let end = "expect \(property)"
    let noise = ["query", "advance 1ms", "clear", "clear"]
    let long = noise + needed.flatMap { [$0, "query"] } + [end]
    try long.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let whole = errors(long.joined(separator: "\n"))
    #expect(whole.contains("expectation failed: "), "\(whole)")
    let run = SearchShell().run("shorten \(path)")
    let script = run.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    #expect(script.last == end, "\(run)")
    #expect(script.count <= needed.count + 1, "\(script)")
    func message(_ lines: [String]) -> Substring? {
      errors(lines.joined(separator: "\n")).split(separator: "\n").first.map { $0.drop { $0 != " " } }
    }
    #expect(message(script) == message(long), "\(script)")
    for left in script.indices.dropLast() {
      var shorter = script
      shorter.remove(at: left)
      #expect(message(shorter) != message(script), "\(script) does not need \(script[left])")
    }
  }

  /// What `explore` finds from a moment on must not be mixed up with what happened before.
  @Test(arguments: [
    ("type b\nrun\nclear", "eventually answered == \"b\" within 400ms", true),
    ("type b\nclear\nrun", "after .answered, answered == query", true),
    ("type b\nrun", "after .answered, answered == query", false),
    ("type b\nrun", "never .answered", true), ("type b", "never .answered(\"a\")", false),
    ("type b\nadvance 250ms", "query == \"b\" leads-to answered == \"b\" within 200ms", true),
  ]) func aScriptOfExploreMarksWhereItStarted(setup: String, property: String, isMarked: Bool) {
    let run = SearchShell().run("\(setup)\nexplore \(property)")
    let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let count = setup.split(separator: "\n").count
    #expect(lines.joined(separator: "\n").hasPrefix(setup), "\(run)")
    #expect((lines[count] == "mark explored") == isMarked, "\(run.output)")
    #expect(lines.last == "expect \(isMarked ? "--since explored " : "")\(property)", "\(run.output)")
    let failure = errors(run.output)
    #expect(failure.contains(":\(run.output.split(separator: "\n").count):"), "\(failure)")
    #expect(failure.contains("expectation failed: "), "\(failure)")
  }

  @Test func lookingForTheStartOfAPropertyCanBeInterrupted() throws {
    let shell = RecordedShell(
      ShellApplication(name: "search", vocabulary: .search) { seed, epoch in
        Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: false) }
      }
    )
    shell.run("type b", "run", "clear", "clear")
    let pattern = try ActionPattern<Any>(parsing: SourceText(".answered(\"a\")"), of: Search.Action.self)
    let property = WrittenProperty(name: nil, source: pattern.source, claim: .never(pattern))
    #expect(!property.dependsOnStart(in: shell.shell, isAtRestOnly: false))
    var questions = 0
    shell.shell.debugger.isInterrupted = {
      questions += 1
      return questions == 2
    }
    #expect(property.dependsOnStart(in: shell.shell, isAtRestOnly: false), "the script says where it began")
    #expect(questions == 2, "nothing was looked at afterwards")
  }

  @Test func theMarkOfAScriptIsKeptWhereItMatters() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/found.todoscript"
    let lines = [
      "type b", "run", "clear", "clear", "mark explored", "clear", "advance 400ms",
      "expect --since explored answered == \"b\" until query != \"\" within 400ms",
    ]
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let run = SearchShell().run("shorten \(path)")
    let script = run.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(script == ["mark explored", lines[lines.count - 1][...]], "\(run)")
  }

  @Test(arguments: [
    "alias differs = expect query != before(query)\ntype a\ntype a\ndiffers",
    "macro differs\nexpect query != before(query)\nend\ntype a\ntype a\ndiffers",
  ])
  func whatAnAliasOrAMacroExpectsMayCompareWithTheStateBefore(script: String) {
    let shell = RecordedShell(
      ShellApplication(name: "search", vocabulary: .search) { seed, epoch in
        Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: false) }
      }
    )
    shell.run(script, "shorten")
    #expect(
      shell.out.text.hasSuffix("\ntype a\ntype a\nexpect query != before(query)\n"),
      "\(shell.out.text)\(shell.err.text)"
    )
  }

  @Test func aPropertyOfThisBranchIsShortened() {
    let run = SearchShell().run("query\ntype ab\nclear\ntype b\nrun\nshorten never .answered")
    #expect(
      run.output.hasSuffix(
        """
        # shorten: `never .answered`: the action occurs
        # shortened from 4 to 2 commands
        # it needs each of these commands
        type b
        run
        expect never .answered

        """
      ),
      "\(run)"
    )
  }

  @Test func aVacuousPropertyIsConfirmedAsOne() {
    let shell = RecordedShell(CounterShell.application, isQuiet: false)
    shell.shell.frontEnd.confirmsExpectations = true
    shell.run("expect after .up, count > 0", "up", "expect after .up, count > 0")
    #expect(
      shell.out.text.contains("ok: after .up, count > 0, but its action never occurred\n"),
      "\(shell.out.text)\(shell.err.text)"
    )
    #expect(shell.out.text.hasSuffix("ok: after .up, count > 0\n"), "\(shell.out.text)")
  }
}
