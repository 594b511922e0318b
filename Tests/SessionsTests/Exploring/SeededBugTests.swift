import TodoShellSessions
import Core
import TestSupport
import Testing

/// Bugs that were put into small features on purpose.
struct SeededBugTests {
  private func exploration<Bug: SeededBug>(
    _ bug: Bug.Type,
    isFixed: Bool
  ) throws -> Exploration<Bug.State, Bug.Action> {
    var plan = Exploration<Bug.State, Bug.Action>.Plan()
    (plan.depth, plan.sequences) = (12, isFixed ? rounds(500) : 4_000)
    return try Exploration(
      of: [Bug.property],
      from: Bug.session(isFixed: isFixed),
      plan: plan,
      isAtRestOnly: Bug.isAtRestOnly,
      steps: Bug.steps
    )
  }

  @Test(arguments: seededBugs.indices) func eachIsFoundAndItsScriptShowsIt(_ index: Int) throws {
    try check(seededBugs[index])
  }

  private func check<Bug: SeededBug>(_ bug: Bug.Type) throws {
    let finding = try #require(try exploration(bug, isFixed: false).run().first, "\(bug) is not found")
    #expect(finding.steps.map(\.text) == Bug.script, "\(bug)")
    let session = Bug.session(isFixed: false)
    for step in finding.steps { try step.perform(in: session) }
    #expect(!Bug.isRight(session.state), "\(bug): the script ends in \(session.state)")
    for _ in 0..<3 {
      for step in finding.steps.suffix(finding.loopLength) {
        try step.perform(in: session)
        #expect(!Bug.isRight(session.state), "\(bug): the loop passes through \(session.state)")
      }
    }
  }

  @Test(arguments: seededBugs.indices) func noneIsReportedWhereItIsFixed(_ index: Int) throws {
    try checkFixed(seededBugs[index])
  }

  private func checkFixed<Bug: SeededBug>(_ bug: Bug.Type) throws {
    let findings = try exploration(bug, isFixed: true).run()
    #expect(findings.isEmpty, "\(bug): \(findings.map { $0.steps.map(\.text) })")
  }

  /// An invariant, which is all that could be checked before there were other properties, holds with each of them.
  @Test func someNeedMoreThanAnInvariant() throws {
    #expect(try !isFoundByInvariant(WrongDebounce.self))
    #expect(try !isFoundByInvariant(EndlessLoading.self))
    #expect(try !isFoundByInvariant(StarvedSave.self))
    #expect(try isFoundByInvariant(LostCancel.self))
  }

  private func isFoundByInvariant<Bug: SeededBug>(_ bug: Bug.Type) throws -> Bool {
    var plan = Exploration<Bug.State, Bug.Action>.Plan()
    (plan.depth, plan.sequences) = (12, 4_000)
    let exploration = try Exploration(
      of: [.always("right") { Bug.isRight($0.state) }],
      from: Bug.session(isFixed: false),
      plan: plan,
      isAtRestOnly: true,
      steps: Bug.steps
    )
    return !exploration.run().isEmpty
  }
}
