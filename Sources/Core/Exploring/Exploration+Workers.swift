import Dispatch
import Synchronization

// Distributing work among workers, and adding up the results.
extension Exploration {
  typealias Attempt = ExplorationAttempt

  /// Determines the size of the next batch of places or random sequences. Each batch is completed before the next one
  /// begins.
  ///
  /// The first batches are small, because most searches that find a violation end early. The size must not depend on
  /// the number of workers, because the outcome depends on the size.
  func adjustBatch(afterAttempts count: Int) {
    batch = count > Self.mostAttempts ? max(batch / 2, 1) : min(2 * batch, 256)
  }

  /// A batch with more attempts takes too long to be reported at once.
  private static var mostAttempts: Int { 4_096 }

  /// Hands out items to the workers, and takes their results in the order of the items.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - work: Computes the result for an item.
  ///   - takesEarly: Whether a result may be taken while workers work, because taking it changes nothing that they read.
  ///   - take: Takes a result, on this thread.
  func distribute<Item, Result>(
    _ items: [Item],
    _ work: @escaping (ExplorationWorker<State, Action>, Item) -> Result,
    takesEarly: @escaping (Result) -> Bool = { _ in false },
    take: @escaping (Item, Result) -> Void
  ) {
    for worker in workers { worker.learn(coverage.changingActions) }
    let tracker = worker.session.core.shared
    let isShared = workers.count > 1 && items.count > 1 && tracker.isUnused
    // Unchecked: each worker is used by one thread, and only this one takes results.
    let parts = UncheckedSendable((workers: workers, work: work, takesEarly: takesEarly, take: take))
    let list = UncheckedSendable(items)
    let finished = Mutex<[Int: UncheckedSendable<Result>]>([:])
    let next = Atomic(0)
    let taken = Atomic(0)
    let thread = DrainedExecutor.thread
    let surroundings = TaskSurroundings.current
    DispatchQueue.concurrentPerform(iterations: isShared ? min(workers.count, items.count) : 1) { number in
      let items = list.value
      TaskSurroundings.$current.withValue(surroundings) {
        while true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < items.count else { return }
          let result = UncheckedSendable(parts.value.work(parts.value.workers[number], items[index]))
          finished.withLock { $0[index] = result }
          guard DrainedExecutor.thread == thread else { continue }
          var position = taken.load(ordering: .relaxed)
          while let result = finished.withLock({ $0[position] }), parts.value.takesEarly(result.value),
            !isShared || tracker.isUnused
          {
            finished.withLock { $0[position] = nil }
            parts.value.take(items[position], result.value)
            position += 1
          }
          taken.store(position, ordering: .relaxed)
        }
      }
    }
    let rest = items[taken.load(ordering: .relaxed)...]
    // There is only one copy of a shared value for all workers, so results since its first use are discarded.
    let results =
      isShared && !tracker.isUnused
      ? rest.map { work(worker, $0) }
      : finished.withLock { finished in rest.indices.compactMap { finished[$0]?.value } }
    for (item, result) in zip(rest, results) { take(item, result) }
  }

  /// Tries a step in the first worker's current state, and adds the result.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - standing: What is known about the state before it; afterwards, about the state after it, if it was performed.
  func perform(_ step: Step, _ standing: inout Standing) -> Attempt {
    worker.learn(coverage.changingActions)
    let attempt = worker.attempt(step, from: standing)
    note(attempt, at: standing.digest)
    standing = attempt.standing
    return attempt
  }

  /// Adds what an attempt covers.
  ///
  /// - Parameter state: The digest of the state before it.
  func note(_ attempt: Attempt, at state: UInt64) {
    let group = attempt.step.group
    switch attempt.outcome {
    case .fault(.divergence): return
    case .refused(let error): coverage.note(group, hasHappened: false, refusedWith: error)
    case .nothing, .endless, .done, .fault:
      let isChanged = attempt.standing.digest != state || attempt.changing != []
      coverage.note(group, hasHappened: attempt.hasHappened, changesState: isChanged)
    }
    coverage.changingActions.formUnion(attempt.changing)
    if let stop = attempt.stop {
      coverage.endlessSteps.insert(group)
      // What would follow is unknown.
      if stop == .instant { hasUnknownStates = true }
    }
    for kind in attempt.kinds { coverage.actions[kind, default: 0] += 1 }
    guard case .done(let judgement) = attempt.outcome else { return }
    premises.formUnion(judgement.premises)
    answers.add(judgement.answers)
    var digest = Digest()
    digest.add(state)
    digest.add(attempt.step.text)
    if transitions.insert(digest.value).inserted { coverage.transitions += 1 }
    if !monitored.isEmpty { stateDigests.insert(attempt.standing.digest) }
  }
}
