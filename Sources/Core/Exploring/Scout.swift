/// Tries steps for an exploration, on one thread at a time.
///
/// While scouts are out, nothing changes what the exploration knows, which they read: it is told what they have found
/// when all are back, in the order in which one alone would have found it. So the outcome does not depend on their
/// number.
final class Scout<State, Action> {
  typealias Step = ExplorationStep<State, Action>
  typealias Standing = ExplorationStanding
  typealias Place = Probe<State, Action>.Place
  typealias Fault = Exploration<State, Action>.Fault
  typealias Evidence = Exploration<State, Action>.Evidence

  unowned let exploration: Exploration<State, Action>
  let probe: Probe<State, Action>
  /// What the latest actions with effects add to digests; the actions are kept because they are found by identity.
  var summaries: [ObjectIdentifier: (action: ErasedAction, summary: ContentDigest.Summary)] = [:]

  init(for exploration: Exploration<State, Action>, with probe: Probe<State, Action>) {
    self.exploration = exploration
    self.probe = probe
  }

  var session: Session<State, Action> { probe.session }
  var plan: Exploration<State, Action>.Plan { exploration.plan }
  var properties: [Property<State, Action>] { exploration.properties }

  /// The steps that may be possible in the current state; only some of them after an interruption.
  ///
  /// Among them is letting time pass until the first deadline of a property.
  func steps(from standing: Standing) -> [Step] {
    // A state with a million elements has as many variants of a step.
    var steps = exploration.groups(session).flatMap { exploration.shouldStop() ? [] : $0.steps(session) }
    let now = session.now
    if let deadline = standing.monitors.lazy.compactMap(\.deadline).filter({ $0 > now }).min() {
      let step = exploration.clockStep(deadline - now)
      if !steps.contains(where: { $0.text == step.text }) { steps.append(step) }
    }
    return steps
  }
}
