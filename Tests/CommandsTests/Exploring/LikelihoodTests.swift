import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A fuse: once lit, it burns for two seconds, and only in the first can it be put out.
struct Fuse: Reducer {
  struct State: Equatable, Sendable {
    var isLit = false
    var isShort = false
    var hasExploded = false
    var reports: [String] = []
  }

  enum Action: Equatable, Sendable { case light, putOut, burn, explode }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case fuse }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .light where !state.isLit:
      state.isLit = true
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.burn)
        try await clock.sleep(for: .seconds(1))
        await send(.explode)
      }
      .cancellable(id: CancelID.fuse)
    case .putOut where state.isLit && !state.isShort:
      state.isLit = false
      return .cancel(id: CancelID.fuse)
    case .burn: state.isShort = true
    case .explode: (state.hasExploded, state.reports) = (true, ["boom"])
    case .light, .putOut: break
    }
    return .none
  }
}

/// From which command of a branch on a violation is inevitable.
struct LikelihoodTests {
  private var shell: RecordedShell<Fuse.State, Fuse.Action> {
    RecordedShell(
      ShellApplication(name: "fuse") { seed, epoch in
        Session(initialState: Fuse.State(), seed: seed, epoch: epoch) { Fuse() }
      }
    )
  }

  private let branch = [".light", "advance 900ms", "advance 100ms", "advance 500ms", "advance 500ms"]
  private let explore = "explore --along --only .light,.putOut,advance always !hasExploded"

  private func answer(_ lines: [String]) throws -> LikelihoodAnswer {
    let shell = shell
    for line in lines { shell.run(line) }
    return try #require(shell.shell.likelihood, "\(shell.err.text)")
  }

  @Test func itIsInevitableOnceNothingCanStopIt() throws {
    let answer = try answer(branch + [explore])
    let outlooks = answer.stages.map(\.outlook)
    #expect(outlooks == [.avoidable, .avoidable, .avoidable, .inevitable, .inevitable, .violated])
    #expect(answer.inevitableFrom == answer.stages[3].moment.number && !answer.isExact, "times are a sample")
    #expect(answer.stages[2].way?.first == ".putOut", "\(answer.stages[2])")
    #expect(answer.violated == answer.stages[5].moment.number)
  }

  @Test func theLikelihoodRisesToOne() throws {
    let shares = try answer(branch + [explore]).stages.map(\.violating)
    #expect(shares[0] < shares[4] && shares[1] < 100, "\(shares)")
    #expect(shares[3...].allSatisfy { $0 == 100 }, "\(shares)")
  }

  @Test func whatTimeAvoidsIsNotInevitable() throws {
    let answer = try answer([
      ".light", ".explode", "explore --along --only .light always isShort || !hasExploded",
    ])
    #expect(answer.stages.map(\.outlook) == [.avoidable, .avoidable, .violated])
    #expect(answer.stages[1].way == ["advance 2s"] && !answer.isExact)
  }

  @Test func whatOnlyTimeLeadsToIsInevitable() throws {
    let answer = try answer([".light", "advance 2s", "explore --along --only .light always !hasExploded"])
    #expect(answer.stages.map(\.outlook) == [.avoidable, .inevitable, .violated])
    #expect(answer.stages.map(answer.percentage) == [0, 100, 100])
    // Another command might be a way out.
    #expect(!answer.isExact && answer.lines(Page())[0].hasSuffix("leads there, with the commands tried"))
  }

  @Test func aViolationAtTheStartCouldNotBeAvoided() throws {
    let answer = try answer(["explore --along --only .light always hasExploded"])
    #expect(answer.stages.map(\.outlook) == [.violated])
    #expect(answer.lines(Page())[0] == "`always hasExploded` is violated at #0, where it begins")
  }

  @Test func aViolationThatIsOverCounts() throws {
    let answer = try answer([
      ".light", ".putOut", ".light", "explore --along --depth 2 --only .light,.putOut always !isLit",
    ])
    #expect(answer.stages.map(\.moment.number) == [0, 1] && answer.stages[1].outlook == .violated)
  }

  @Test func aViolationThatRandomContinuationsAvoidIsUndecided() throws {
    let answer = try answer([
      "advance 500ms", "explore --along --depth 4 --runs 200 --only .light,advance always now != 500ms",
    ])
    #expect(answer.stages.map(\.outlook) == [.undecided, .violated])
    #expect(answer.stages[0].violating < answer.sequences && answer.inevitableFrom == nil)
    #expect(answer.lines(Page())[0].hasSuffix("; whether this could have been avoided is undecided"))
  }

  @Test func whatTheStartLacksIsNotViolatedThere() throws {
    let property = "always reports[0] != \"boom\""
    let answer = try answer([".light", "advance 2s", "explore --along --only .light \(property)"])
    #expect(answer.stages.map(\.outlook) == [.avoidable, .inevitable, .violated])
    #expect(answer.stages.map(answer.percentage) == [0, 100, 100])
  }

  @Test func theTextHasACurve() throws {
    let lines = try answer(branch + [explore]).lines(Page())
    #expect(lines[0].hasPrefix("`always !hasExploded` is violated at #"), "\(lines)")
    #expect(
      lines[0].hasSuffix("on, every continuation leads there, with the commands and values tried"),
      "\(lines)"
    )
    #expect(lines.contains { $0.contains("██████████  100%  violated") }, "\(lines)")
    #expect(lines.last == "  100 random continuations of up to 20 commands from each")
  }

  @Test func anInterruptionKeepsWhatIsKnown() {
    func explored(_ limit: Int) -> (shell: RecordedShell<Fuse.State, Fuse.Action>, questions: Int) {
      let shell = self.shell
      for line in branch { shell.run(line) }
      var questions = 0
      shell.shell.debugger.isInterrupted = {
        questions += 1
        return questions > limit
      }
      shell.run(explore)
      return (shell, questions)
    }
    let interrupted = explored(explored(.max).questions * 2 / 3).shell
    let text = interrupted.out.text
    #expect(
      text.hasPrefix(
        "`always !hasExploded` is violated at #7; the interruption left out moments before it\n  #0 "
      ),
      "\(text)"
    )
    #expect(interrupted.err.text.contains("error: interrupted at #"), "\(interrupted.err.text)")
    #expect(interrupted.shell.likelihood == nil)
  }

  @Test func anInterruptionAtOnceLeavesTheViolation() throws {
    let shell = self.shell
    for line in branch { shell.run(line) }
    shell.shell.debugger.isInterrupted = { true }
    shell.run(explore)
    #expect(shell.out.text.contains("100%  violated\n"), "\(shell.out.text)\(shell.err.text)")
    #expect(
      !shell.out.text.contains("\n  #0 ") && shell.err.text.contains("error: interrupted at #0"),
      "\(shell.err.text)"
    )
  }

  @Test func oneContinuationIsSingular() throws {
    let answer = try answer(branch + ["explore --along --depth 1 --runs 10 always !hasExploded"])
    #expect(answer.lines(Page()).last == "  1 random continuation of up to 1 command from each")
  }

  @Test func theSessionIsNotChanged() throws {
    let shell = shell
    for line in branch { shell.run(line) }
    let (moments, record) = (shell.shell.session.moments.count, shell.record)
    shell.run(explore)
    #expect(shell.shell.session.moments.count == moments && shell.record == record)
    shell.run("verify")
    #expect(shell.err.text == "", "\(shell.err.text)")
  }

  @Test(arguments: [
    ("explore --along always !hasExploded", "the property is not violated on this branch"),
    ("explore --along sometimes isLit", "--along applies to one property, of the form 'always EXPR'"),
    ("explore --along", "--along applies to one property, of the form 'always EXPR'"),
    ("explore --along --land always !isLit", "--along cannot be combined with "),
  ])
  func whatIsNotViolatedHereIsAnError(line: String, message: String) {
    let shell = shell
    shell.run(line)
    #expect(shell.err.text.contains(message), "\(shell.err.text)")
  }

  @Test func theSameSeedGivesTheSameWithAnyNumberOfWorkers() throws {
    let answers = try [1, 3].map { workers in
      try answer(branch + [explore.replacing("--along", with: "--along --workers \(workers)")]).lines(Page())
    }
    #expect(answers[0] == answers[1])
  }
}
