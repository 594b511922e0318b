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

  /// Hands out items to the workers.
  ///
  /// - Returns: The results, in the order of the items.
  func results<Item, Result>(
    for items: [Item],
    _ work: @escaping (ExplorationWorker<State, Action>, Item) -> Result
  ) -> [Result] {
    for worker in workers { worker.learn(decided, coverage.changingActions) }
    let canShare = workers.count > 1 && items.count > 1 && worker.session.core.shared.isUnused
    if canShare, let results = simultaneousResults(for: items, work) { return results }
    return items.map { work(worker, $0) }
  }

  /// - Returns: `nil` if a step has used a shared value: there is only one copy of it for all workers.
  private func simultaneousResults<Item, Result>(
    for items: [Item],
    _ work: @escaping (ExplorationWorker<State, Action>, Item) -> Result
  ) -> [Result]? {
    var results: [Result?] = Array(repeating: nil, count: items.count)
    results.withUnsafeMutableBufferPointer { results in
      // Unchecked: each worker is used by one thread, and each result set by one; the rest is only read.
      let shared = UncheckedSendable((workers: workers, items: items, results: results, work: work))
      let next = Atomic(0)
      let surroundings = TaskSurroundings.current
      DispatchQueue.concurrentPerform(iterations: min(workers.count, items.count)) { number in
        let (workers, items, results, work) = shared.value
        TaskSurroundings.$current.withValue(surroundings) {
          while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < items.count else { return }
            results[index] = work(workers[number], items[index])
          }
        }
      }
    }
    return worker.session.core.shared.isUnused ? results.compactMap(\.self) : nil
  }

  /// Tries a step in the first worker's current state, and adds the result.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - standing: What is known about the state before it; afterwards, about the state after it, if it was performed.
  func perform(_ step: Step, _ standing: inout Standing) -> Attempt {
    worker.learn(decided, coverage.changingActions)
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
