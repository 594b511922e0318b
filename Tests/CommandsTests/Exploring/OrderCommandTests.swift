import Core
import TestSupport
import Testing

@testable import TodoShellCommands

/// Orders of effects and symmetries, on the command line.
struct OrderCommandTests {
  private let property = "always !authors.contains(\"\")"

  @Test func aRaceIsFoundWithSchedulesAndItsScriptReplaysIt() {
    let options = "--only open,advance --depth 3"
    #expect(ProfileShell().run("explore \(options) \(property)").status == 0)
    let found = ProfileShell().run("explore --schedules \(options) \(property)")
    #expect(
      found.output == """
        # explore: the invariant does not hold after 2 commands
        # no shorter sequence does this, with the commands and values tried
        open
        step 1
        expect !authors.contains("")

        """
    )
    #expect(ProfileShell().run(found.output).status == 1)
    #expect(ProfileShell(isFixed: true).run(found.output).status == 0)
    #expect(ProfileShell(isFixed: true).run("explore --schedules \(options) \(property)").status == 0)
  }

  @Test func anEffectIsChosenByItsPositionInTheList() {
    let run = ProfileShell().run("open\neffects\nstep 1\nprint authors\nprint user\nstep 0\nprint user")
    #expect(run.output.hasSuffix("\n[\"\"]\nnil\n\"Ann\"\n"), "\(run.output) \(run.errors)")
  }

  @Test(arguments: [
    ("step 0", "no effect waits for the clock"),
    ("open\nstep 2", "no effect 2 is due next; they go from 0 to 1"),
    ("step x", "expected an index, found 'x'"),
  ])
  func aWrongPositionIsAnError(script: String, message: String) {
    let run = ProfileShell().run(script)
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func anUnorderedCollectionHasFewerStates() {
    let options = "--only tag"
    let ordered = ProfileShell().run("set quiet off\nexplore \(options) always tags.count < 4").output
    #expect(ordered.contains("\n  states       16\n"), "\(ordered)")
    let unordered = ProfileShell().run(
      "set quiet off\nexplore \(options) --unordered tags always tags.count < 4"
    )
    #expect(unordered.output.contains("\n  states       8, up to symmetry; "), "\(unordered.output)")
    #expect(unordered.errors == "")
  }

  private func turningShell() -> RecordedShell<Turning.State, Turning.Action> {
    let vocabulary = Vocabulary<Turning.State, Turning.Action>("Turning") {
      Command("turn", summary: "Turn the tags around every second") { $0.send(.turn) }
    }
    return RecordedShell(
      ShellApplication(name: "turning", vocabulary: vocabulary) { seed, epoch in
        Session(initialState: Turning.State(), seed: seed, epoch: epoch) { Turning() }
      }
    )
  }

  @Test(arguments: ["eventually tags.isEmpty", "effects.count == 1 leads-to tags.isEmpty"])
  func theScriptOfALoopThatIgnoresTheOrderFails(property: String) throws {
    let found = turningShell()
    found.run("turn", "explore --unordered tags \(property)")
    let script = found.out.text
    #expect(script.contains("# loop: ") && !script.contains("run separately"), "\(script)\(found.err.text)")
    let end = "expect --since explored --unordered tags \(property)\n"
    #expect(script.hasSuffix(end), "\(script)")
    let again = turningShell()
    again.run(script)
    #expect(
      again.err.text.contains("expectation failed: the goal is not reached in a loop of "),
      "\(again.err.text)"
    )
    let folder = try TemporaryFolder()
    let path = try folder.write(script, to: "found.todoscript")
    let short = turningShell()
    short.run("shorten \(path)")
    #expect(short.out.text.hasSuffix(end), "\(short.out.text)\(short.err.text)")
  }

  @Test func theScriptOmitsUnorderedIfThePropertyDependsOnTheOrder() {
    let shell = turningShell()
    shell.run("turn", "explore --unordered tags eventually tags == []")
    #expect(shell.out.text.contains("# loop: "), "\(shell.out.text)\(shell.err.text)")
    #expect(shell.out.text.hasSuffix("expect --since explored eventually tags == []\n"), "\(shell.out.text)")
  }

  @Test func expectWarnsThatAPropertyMayDependOnTheOrder() {
    let shell = turningShell()
    shell.run("turn", "run", "expect --unordered tags eventually tags == []")
    #expect(shell.err.text.contains("warning: --unordered tags has no effect: "), "\(shell.err.text)")
  }

  @Test(arguments: [
    "always tags.first != \"d\"", "always tags != [\"d\"]", "always tags[0] != \"d\" || tags.isEmpty",
    "always reversedTags != [\"d\"]",
  ])
  func aPropertyThatMayDependOnTheOrderTurnsThatOff(property: String) {
    let run = ProfileShell().run("tag a\nset quiet off\nexplore --only tag --unordered tags \(property)")
    #expect(run.errors.contains("warning: --unordered tags has no effect: `\(property)`"), "\(run.errors)")
    #expect(!run.output.contains("up to symmetry"), "\(run.output)")
  }

  @Test(arguments: [
    "tags.count < 4", "tags.isEmpty || true", "!tags.contains(\"d\")", "tags.allSatisfy(\\.isEmpty) || true",
    "authors.first == nil", "self.tags.count < 4", "tags.contains(where: \\.isEmpty) || user == nil",
    "effects.isEmpty || now > 1s || tags.count(where: \\.isEmpty) < 2", "\"tags\" != [\"tags\"].first",
  ])
  func aQuestionToASetKeepsItOn(text: String) throws {
    #expect(!(try mayDependOnTheOrderOfTags(text)))
  }

  @Test(arguments: [
    "reversedTags.isEmpty", "self == nil", "self.tags == []", "tags", "[tags].count == 1", "tags.ids == []",
    "tags.filter(\\.isEmpty).count == 1", "tags.allSatisfy(\\.self != tags[0])", "unknown == 1",
    "tags.count == 0 || tags.map(\\.self) != []", "tags.contains(tags.first ?? \"\")",
    "self.reversedTags.count < 2", "authors.map(\\.self) == tags",
  ])
  func anythingElseMayDependOnTheOrder(text: String) throws {
    #expect(try mayDependOnTheOrderOfTags(text))
  }

  private func mayDependOnTheOrderOfTags(_ text: String) throws -> Bool {
    let path = try UnorderedPath("tags", at: SourceText("tags"), in: Profile.State.self)
    return path.mayDecide(try Expression(parsing: SourceText(text)))
  }

  @Test func aComputedPropertyThatShowsTheOrderIsDecidedWithIt() {
    let property = #"always reversedTags != ["c", "a", "b"]"#
    let run = ProfileShell().run("explore --only tag --unordered tags \(property)")
    #expect(run.status == 1 && run.output.contains("tag b\ntag a\ntag c\n"), "\(run.output)\(run.errors)")
  }

  @Test func thePathCanBeQuoted() {
    let run = ProfileShell().run(
      "set quiet off\nexplore --only tag --unordered \"tags\" always tags.count < 4"
    )
    #expect(run.output.contains("up to symmetry") && run.errors == "", "\(run.errors)")
  }

  @Test(arguments: [
    ("--unordered tagz", "State has no property 'tagz'", "did you mean 'tags'?"),
    ("--unordered user", "'user' is not an array", nil),
    ("--unordered \"\"", "expected the path of an array", nil),
  ])
  func aPathThatIsNoArrayIsAnError(options: String, message: String, hint: String?) {
    let run = ProfileShell().run("explore \(options)")
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
    if let hint { #expect(run.errors.contains(hint), "\(run.errors)") }
  }
}

/// A feature whose tags change their order as time passes.
private struct Turning: Reducer {
  struct State: Equatable, Sendable {
    var tags = ["a", "b"]
  }

  enum Action: Equatable, Sendable { case turn }

  private enum CancelID { case turn }
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.tags.reverse()
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.turn)
      }
      .cancellable(id: CancelID.turn, cancelInFlight: true)
    }
  }
}
