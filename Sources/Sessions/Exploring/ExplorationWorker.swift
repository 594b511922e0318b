/// Tries steps for an exploration, on one thread at a time.
///
/// While workers work, what they read of the exploration does not change. Their results are added in the order of the
/// items, so that the outcome does not depend on the number of workers.
final class ExplorationWorker {
  // The exploration owns the workers. Counting references to it would make the workers wait for each other, so each worker
  // has its own copy of what it reads for each step and what holds references.
  unowned(unsafe) let exploration: ExplorationBase
  let plan: ExplorationPlan
  let judge: Judge
  let actionShape: Shape
  let copy: SessionCopy
  /// The position of the current item.
  var item = 0
  private let momentDigests: MomentDigests
  /// The kinds of actions, which may be made of the texts of values, by the digests of their cases.
  // Unchecked, like the following: changing them calls nothing that reads them.
  @exclusivity(unchecked) var actionKinds: [UInt64: String] = [:]
  /// The kinds of actions that are known to change the state.
  @exclusivity(unchecked) var changingActions: Set<String> = []

  init(for exploration: ExplorationBase, with copy: SessionCopy) {
    self.exploration = exploration
    plan = exploration.plan
    let judge = exploration.outcome.judge
    self.judge = Judge(of: judge.claims.map(\.self), isAtRestOnly: judge.isAtRestOnly)
    actionShape = Shape.of(copy.core.feature.actionType)
    momentDigests = MomentDigests(in: copy.core, plan, canonical: exploration.feature.canonical)
    self.copy = copy
  }

  var core: SessionCore { copy.core }

  /// The digests of the current place.
  var digests: (state: UInt64, variant: UInt64) { momentDigests(of: core.timeline.current) }

  /// Tells the worker which kinds of actions are known to change the state. Not called while it works.
  func learn(_ changingActions: Set<String>) {
    guard self.changingActions.count != changingActions.count else { return }
    // A copy of its own: with a shared one, the workers would wait for each other to count references.
    self.changingActions = Set(changingActions.map(\.self))
  }

  /// The steps that may be possible in the current state; only some of them after an interruption.
  ///
  /// Among them is letting time pass until the first deadline of a property and, while a goal without one is missing,
  /// until something is due.
  func steps(from standing: ExplorationStanding) -> [StepRecord] {
    let session = copy.session
    // A state with a million elements has as many variants of a step.
    var steps =
      exploration.feature.allSteps?(session)
      ?? exploration.feature.groups(session).flatMap { exploration.shouldStop() ? [] : $0.steps(session) }
    let current = core.timeline.current
    let now = current.now
    var times = [standing.monitors.lazy.compactMap(\.deadline).filter { $0 > now }.min()]
    if standing.monitors.contains(where: \.isWaitingWithoutLimit) {
      times.append(current.nextDeadline ?? (current.isAtRest ? nil : now))
    }
    for time in times.lazy.compactMap(\.self) {
      let step = exploration.settings.clockStep(max(time - now, .zero))
      if !steps.contains(where: { $0.text == step.text }) { steps.append(step) }
    }
    return steps
  }
}
