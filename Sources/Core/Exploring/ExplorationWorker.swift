/// Tries steps for an exploration, on one thread at a time.
///
/// While workers work, the exploration does not change, so they can all read it. Their results are added once all have
/// finished, in the order of the items, so that the outcome does not depend on the number of workers.
final class ExplorationWorker<State, Action> {
  typealias Step = ExplorationStep<State, Action>
  typealias Standing = ExplorationStanding
  typealias Place = SessionCopy<State, Action>.Place

  // The exploration owns the workers. Counting references to it would make the workers wait for each other.
  unowned(unsafe) let exploration: Exploration<State, Action>
  let plan: Exploration<State, Action>.Plan
  let properties: [Property<State, Action>]
  let copy: SessionCopy<State, Action>
  /// What the latest actions with effects add to digests; the actions are kept because they are found by identity.
  var summaries: [ObjectIdentifier: (action: ErasedAction, summary: ContentDigest.Summary)] = [:]
  /// The kinds of actions, which may be made of the texts of values, by the digests of their cases.
  var actionKinds: [UInt64: String] = [:]

  init(for exploration: Exploration<State, Action>, with copy: SessionCopy<State, Action>) {
    self.exploration = exploration
    (plan, properties) = (exploration.plan, exploration.properties)
    self.copy = copy
  }

  var session: Session<State, Action> { copy.session }

  /// The steps that may be possible in the current state; only some of them after an interruption.
  ///
  /// Among them is letting time pass until the first deadline of a property.
  func steps(from standing: Standing) -> [Step] {
    // A state with a million elements has as many variants of a step.
    var steps =
      exploration.allSteps?(session)
      ?? exploration.groups(session).flatMap { exploration.shouldStop() ? [] : $0.steps(session) }
    let now = session.now
    if let deadline = standing.monitors.lazy.compactMap(\.deadline).filter({ $0 > now }).min() {
      let step = exploration.clockStep(deadline - now)
      if !steps.contains(where: { $0.text == step.text }) { steps.append(step) }
    }
    return steps
  }
}
