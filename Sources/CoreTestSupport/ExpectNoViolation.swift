import TodoShellSessions
import Core
import Testing

/// Expects that properties hold in everything that can be done from a session's current moment on.
///
/// ```swift
/// @Test func everySearchEnds() throws {
///   let session = Session(initialState: Search.State()) { Search() }
///   try expectNoViolation(
///     of: .leadsTo("ends", within: .seconds(2)) { $0.state.isLoading } to: { !$0.state.isLoading },
///     from: session
///   ) { _ in
///     [ExplorationStep("type", group: "type") { try $0.send(.typed("a")) }, .run]
///   }
/// }
/// ```
///
/// Each property that fails is an issue of the test, with the shortest steps that show it. So are a trap of the
/// feature, which ends the search, and a property that the limits leave undecided. A property that holds vacuously is
/// not an issue: `Exploration/vacuousProperties` lists these, and `.sometimes` tests that a premise is reached.
///
/// - Parameters:
///   - properties: The properties.
///   - session: The session to start from. It is unchanged afterwards.
///   - plan: The limits of the search.
///   - isAtRestOnly: Whether conditions are judged only when nothing is in flight.
///   - sourceLocation: Where issues are reported.
///   - steps: The steps that may be possible in the session's current state, the simplest first.
/// - Throws: `SessionError/diverged(_:)` if what is in flight could not be reproduced.
public func expectNoViolation<State, Action>(
  of properties: Property<State, Action>...,
  from session: Session<State, Action>,
  plan: Exploration<State, Action>.Plan = .init(),
  isAtRestOnly: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation,
  steps: @escaping (Session<State, Action>) -> [ExplorationStep<State, Action>]
) throws {
  let exploration = try Exploration(
    of: properties,
    from: session,
    plan: plan,
    isAtRestOnly: isAtRestOnly,
    steps: steps
  )
  let findings = exploration.run()
  // It ends the exploration, which leaves open what was not yet decided.
  let thrown = findings.first { $0.error != nil }
  if let thrown, let error = thrown.error {
    let steps = thrown.steps.map(\.text).joined(separator: ", ")
    Issue.record(error, "a condition throws after [\(steps)]", sourceLocation: sourceLocation)
  }
  for finding in findings {
    guard case .trap(let trap) = finding.fault else { continue }
    let steps = finding.steps.map(\.text).joined(separator: ", ")
    Issue.record("the feature traps after [\(steps)]: \(trap)", sourceLocation: sourceLocation)
  }
  for (property, verdict) in zip(properties, exploration.verdicts) {
    switch verdict {
    case .holds, .holdsUpTo, .reached: continue
    case .fails(let finding):
      let steps = finding.steps.map(\.text).joined(separator: ", ")
      let place = steps.isEmpty ? "at the start" : "after \(steps)"
      Issue.record("'\(property.name)' fails \(place)", sourceLocation: sourceLocation)
    case .inconclusive where thrown != nil: continue
    case .inconclusive(let steps, let random):
      Issue.record(
        "'\(property.name)' is not decided by all sequences of up to \(steps) steps and \(random) random ones",
        sourceLocation: sourceLocation
      )
    }
  }
}
