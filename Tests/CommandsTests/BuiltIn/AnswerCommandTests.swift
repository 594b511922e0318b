import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// What dependencies answer is part of a session: told in a script, checked, undone, branched and replayed.
struct AnswerCommandTests {
  /// What a script prints, without warnings of live dependencies.
  private func output(_ lines: String...) -> String {
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run(lines.joined(separator: "\n"))
    return shell.out.text
  }

  @Test func aMomentIsNamedAfterTheCommand() {
    let script = #"stub \.suggest "y""#
    #expect(output(script, "log").contains(#"stub \.LookupClient.suggest "y""#))
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run(script)
    #expect(shell.shell.session.summary(ofMoment: 1).json.text.contains(#""cause":"stub""#))
  }

  @Test(arguments: [
    // A value, for all calls.
    ([#"stub \.define ["a"]"#, #".define("x")"#], #"["a"]"#),
    // An error with its type, one nested in the client, one that the function declares, and a text.
    ([#"stub \.define .failure(LookupTimeout())"#, #".define("x")"#], #"["LookupTimeout()"]"#),
    ([#"stub \.define .failure(Rejected(word: "w"))"#, #".define("x")"#], #"["Rejected(word: \"w\")"]"#),
    (
      [#"stub \.define .failure(LookupError.busy(seconds: 2))"#, #".define("x")"#], #"["busy(seconds: 2)"]"#
    ),
    ([#"stub \.define .failure("no network")"#, #".define("x")"#], #"["no network"]"#),
    ([#"stub \.suggest .failure(.offline)"#, #".suggest("x")"#], #"["nothing"]"#),
    ([#"stub \.suggest .success("y")"#, #".suggest("x")"#], #"["y"]"#),
    // An optional result that is absent, and a function that is not awaited.
    ([#"stub \.suggest nil"#, #".suggest("x")"#], #"["nothing"]"#),
    ([#"stub \.isAllowed false"#, #".check("x")"#], #"["false"]"#),
    // Certain calls, by patterns; other calls go on.
    ([#"stub \.define ("x", _) -> ["a"]"#, #".define("x")"#], #"["a"]"#),
    (
      [#"stub \.define (word: "x", limit: 3) -> ["a"]"#, #".define("x")"#, "run"], #"["about x, about x"]"#
    ),
    ([#"stub \.isAllowed "x" -> false"#, #".check("x")"#, #".check("y")"#], #"["false", "true"]"#),
    // The latest answer counts, and one to all calls replaces all others.
    ([#"stub \.isAllowed _ -> false"#, #"stub \.isAllowed "x" -> true"#, #".check("x")"#], #"["true"]"#),
    ([#"stub \.isAllowed "x" -> false"#, #"stub \.isAllowed true"#, #".check("x")"#], #"["true"]"#),
    // One after the other; the last one stays.
    (
      [
        #"stub \.define ["a"] then .failure("b") then ["c"]"#, #".define("x")"#, #".define("x")"#,
        #".define("x")"#,
        #".define("x")"#,
      ], #"["a", "b", "c", "c"]"#
    ),
    // What it did before.
    ([#"stub \.isAllowed false"#, #"stub \.isAllowed default"#, #".check("x")"#], #"["true"]"#),
    ([#"stub \.isAllowed false then default"#, #".check("x")"#, #".check("x")"#], #"["false", "true"]"#),
    ([#"stub \.isAllowed false"#, #"stub \.isAllowed "y" -> default"#, #".check("y")"#], #"["true"]"#),
    // A dependency that is a value.
    ([#"stub \.maximum 1"#, #".define("x")"#, "run"], #"["about x"]"#),
  ])
  func callsGetTheirAnswers(lines: [String], log: String) {
    #expect(output(lines.joined(separator: "\n"), "print log").hasSuffix("\(log)\n"))
  }

  @Test func whatTheSessionProvidesCanBeAnswered() {
    let printed = output(
      #"stub \.uuid UUID(7)"#,
      #"stub \.date.now 2026-01-02"#,
      #"stub \.locale Locale(identifier: "de_DE")"#,
      ".stamp(.press)",
      "print stamp.id",
      "print stamp.date",
      "print stamp.language"
    )
    #expect(printed == "UUID(7)\nDate(\"2026-01-02T00:00:00Z\")\n\"de_DE\"\n")
  }

  @Test func aCallKeepsTheAnswerThatItGot() {
    let printed = output(
      #".define("x")"#,
      "advance 999ms",
      #"stub \.define ["a"]"#,
      "run",
      #".define("x")"#,
      "print log"
    )
    #expect(printed.hasSuffix(#"["about x, about x", "a"]"# + "\n"), "\(printed)")
  }

  @Test func anEffectInFlightGetsTheAnswerOfItsNextCall() {
    let session = ShellApplication.slowLookup
    let shell = RecordedShell(session)
    shell.run(".ask", #"stub \.isAllowed false"#, "run", "print self")
    #expect(shell.out.text.hasSuffix("false\n"), "\(shell.out.text)\(shell.err.text)")
  }

  @Test func aCallThatIsNeverAnsweredEndsWithItsEffect() {
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run(
      #"stub \.define never"#,
      #".define("x")"#,
      "run",
      "expect effects.count == 1",
      "effects",
      ".stop",
      "effects",
      "print log"
    )
    #expect(shell.out.text.hasPrefix("waiting  effect of #2 at Lookup.swift:"), "\(shell.out.text)")
    #expect(shell.out.text.hasSuffix("nothing is in flight\n[]\n"), "\(shell.out.text)")
    #expect(!shell.err.text.contains("waits for something other"), "\(shell.err.text)")
  }

  @Test func anAnswerMayTakeTime() {
    let printed = output(
      #"stub \.define after 2s ["a"] then after 500ms .failure("lost") then ["b"]"#,
      #".define("x")"#,
      "advance 1999ms",
      "print log",
      "advance 1ms",
      "print log",
      "undo 2",
      "advance 2s",
      "print log",
      #".define("x")"#,
      "run",
      "print now",
      #".define("x")"#,
      "print log.last!",
      #".define("y")"#,
      ".stop",
      "verify"
    )
    #expect(
      printed
        == "[]\n[\"a\"]\n[\"a\"]\n2.5s\n\"b\"\nreproducible: 12 moments replayed identically\n",
      "\(printed)"
    )
  }

  @Test func undoTakesAnAnswerBackAndABranchHasItsOwn() {
    let printed = output(
      #"stub \.isAllowed false"#,
      #".check("x")"#,
      "undo 2",
      #".check("x")"#,
      "print log",
      "goto 2",
      #".check("y")"#,
      "print log"
    )
    #expect(printed.hasSuffix(#"["true"]"# + "\n" + #"["false", "false"]"# + "\n"), "\(printed)")
  }

  @Test func aWhatIfLeavesAnAnswerOut() {
    let printed = output(#"stub \.isAllowed false"#, #".check("x")"#, "skip 1", "print log")
    #expect(printed.hasSuffix(#"["true"]"# + "\n"), "\(printed)")
  }

  @Test func theSessionRecordsAnswersWithNamesInFull() {
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run(#"stub \.def ["a"]"#, #".define("x")"#, "verify")
    #expect(shell.record.first == #"stub \.LookupClient.define ["a"]"#)
    let other = RecordedShell(ShellApplication.lookup)
    other.run(shell.record.joined(separator: "\n"))
    #expect(other.everything == shell.everything)
    #expect(!shell.err.text.contains("error"), "\(shell.err.text)")
  }

  @Test(arguments: [
    (#"stub \.defin"#, "stub needs ANSWER"),
    (#"stub \.nothing 1"#, "no dependency has a function 'nothing'"),
    (#"stub \.define 1"#, "expected [String], found a number"),
    (#"stub \.define .failure(Missing())"#, "unknown error type 'Missing'"),
    (#"stub \.define .failure(.offline)"#, "the type of the error is missing"),
    (#"stub \.suggest .failure(.offlin)"#, "unknown case '.offlin' of LookupError"),
    (#"stub \.isAllowed .failure("x")"#, "'LookupClient.isAllowed' throws no errors"),
    (#"stub \.isAllowed never"#, "'LookupClient.isAllowed' is not async, so it has to answer"),
    (
      #"stub \.isAllowed after 2s true"#, "'LookupClient.isAllowed' is not async, so it has to answer at once"
    ),
    (#"stub \.define after 2s"#, "expected a value"),
    (#"stub \.define after 2 ["a"]"#, "expected a unit after 2"),
    (#"stub \.define after 2s default"#, "'after' needs a value or an error"),
    (#"stub \.isAllowed 1 -> true"#, "expected String, found a number"),
    (#"stub \.define "x" -> ["a"]"#, "'LookupClient.define' takes 2 arguments"),
    (#"stub \.define (text: "x", limit: 1) -> ["a"]"#, "unexpected label 'text:'"),
    (#"stub \.uuid 1 -> UUID(1)"#, "'uuid' takes no arguments"),
    (#"stub \.define -> ["a"]"#, "the arguments before '->' are missing"),
    (#"stub \.define ["a"] then"#, "an answer is missing"),
  ])
  func whatCannotBeAnsweredIsFoundByTheCheck(line: String, error: String) {
    // Nothing has run: the script is checked as a whole.
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run("print log\n\(line)")
    let printed = shell.err.text
    #expect(shell.out.text == "")
    #expect(printed.hasPrefix("-:2:") && printed.contains("error: \(error)"), "\(printed)")
    #expect(printed.contains("^"), "\(printed)")
  }

  @Test func theListSaysWhatAnswersEachFunction() throws {
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run(
      #"stub \.define ("x", _) -> never then ["a"]"#,
      #"stub \.isAllowed false"#,
      #".define("x")"#,
      "stub"
    )
    #expect(
      shell.out.text.hasPrefix(
        #"""
        \.LookupClient.define(word: String, limit: Int) async throws -> [String]    ("x", _) -> never then ["a"]  (used: 1)
                                                                                    otherwise live
        \.LookupClient.suggest(start: String) async throws(LookupError) -> String?  live
        \.LookupClient.isAllowed(word: String) -> Bool                              false
        \.LookupClient.track(event: String)                                         live
        \.maximum -> Int                                                            live
        \.uuid -> UUID                                                              session
        \.date.now -> Date                                                          session

        """#
      ),
      "\(shell.out.text)"
    )
  }

  @Test func anAnsweredFunctionUsesNoLiveValue() {
    let live = RecordedShell(ShellApplication.lookup)
    live.run(#".define("x")"#)
    #expect(live.err.text.contains("the live values of \\.maximum, LookupClient.self"), "\(live.err.text)")
    let answered = RecordedShell(ShellApplication.lookup)
    answered.run(#"stub \.define ["a"]"#, #".define("x")"#)
    #expect(answered.err.text.contains("the live value of \\.maximum,"), "\(answered.err.text)")
  }

  @Test(arguments: [
    (#"stub \."#, [#"\.define"#, #"\.uuid"#, #"\.date.now"#]),
    (#"stub \.suggest ."#, [".success(", ".failure("]),
    (#"stub \.suggest .failure(."#, [".failure(.offline", ".failure(.busy("]),
    (#"stub \.define "#, ["never", "after", "default"]),
    (#"stub \.define ("x", 1) "#, ["->", "then"]),
  ])
  func answersAreCompleted(line: String, found: [String]) {
    let shell = RecordedShell(ShellApplication.lookup)
    let texts = shell.shell.complete(line, at: line.count).map(\.text)
    for text in found { #expect(texts.contains(text), "\(texts)") }
  }

  @Test func exploreTriesWhatFollowsFromAnAnswer() {
    let printed = output(
      #"stub \.isAllowed false"#,
      #"explore --live --depth 1 --only .check invariant !log.contains("false")"#
    )
    #expect(printed.contains("the invariant does not hold after 1 command"), "\(printed)")
  }

  @Test func exploreChoosesWhatDependenciesAnswer() {
    let shell = RecordedShell(ShellApplication.lookup)
    shell.run(#"explore --live --outcomes --depth 3 --without .note always !log.contains("nothing")"#)
    #expect(
      shell.out.text.contains(#"stub \.LookupClient.suggest .failure(."#),
      "\(shell.out.text)"
    )
    let script = shell.out.text
    let replayed = RecordedShell(ShellApplication.lookup)
    replayed.run(script)
    #expect(replayed.err.text.contains("expectation failed"), "\(script)\(replayed.err.text)")
  }

  @Test func exploreTriesTheAnswersThatWereGiven() {
    let printed = output(
      #"stub \.suggest nil then nil then "given""#,
      #"explore --live --outcomes --depth 2 --only .suggest,answer always !log.contains("given")"#
    )
    #expect(printed.contains(#"stub \.LookupClient.suggest "given""#), "\(printed)")
  }
}

extension ShellApplication<Bool?, SlowLookup.Action> {
  /// It asks a second after it was told to.
  fileprivate static var slowLookup: Self {
    ShellApplication(name: "slow") { seed, epoch in
      Session(initialState: nil, seed: seed, epoch: epoch) { SlowLookup() }
    }
  }
}

private struct SlowLookup: Reducer {
  enum Action: Sendable { case ask, answered(Bool) }

  @Dependency(LookupClient.self) var client
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Bool?, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .run { [client, clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.answered(client.isAllowed(word: "x")))
      }
    case .answered(let answer): state = answer
    }
    return .none
  }
}
