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

  /// Whether several workers can work at once: there is only one copy of a shared value for all of them.
  var canShare: Bool { workers.count > 1 && worker.session.core.shared.isUnused }

  /// Hands out items to the workers.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - meanwhile: Work that this thread does first. Returns whether the results are of use.
  ///   - work: Gives the result for an item.
  /// - Returns: The results, in the order of the items; `nil` if they are of no use.
  func results<Item, Result>(
    for items: [Item],
    meanwhile: () -> Bool = { true },
    _ work: @escaping (ExplorationWorker<State, Action>, Item) -> Result
  ) -> [Result]? {
    settle()
    if canShare, items.count > 1 {
      let results = simultaneousResults(for: items, meanwhile, work)
      if results == nil || canShare { return results?.compactMap(\.self) }
    } else if !meanwhile() {
      return nil
    }
    return items.map { work(worker, $0) }
  }

  private func simultaneousResults<Item, Result>(
    for items: [Item],
    _ meanwhile: () -> Bool,
    _ work: @escaping (ExplorationWorker<State, Action>, Item) -> Result
  ) -> [Result?]? {
    var results: [Result?] = Array(repeating: nil, count: items.count)
    let isOfUse = results.withUnsafeMutableBufferPointer { results in
      // Unchecked: each worker is used by one thread, and each result set by one; the rest is only read.
      let shared = UncheckedSendable((workers: workers, items: items, results: results, work: work))
      let next = SharedCounter()
      let surroundings = TaskSurroundings.current
      let takeTurns = { @Sendable (number: Int) in
        let (workers, items, results, work) = shared.value
        TaskSurroundings.$current.withValue(surroundings) {
          while true {
            let index = next.value.add(1, ordering: .relaxed).oldValue
            guard index < items.count else { return }
            results[index] = work(workers[number], items[index])
          }
        }
      }
      let isOfUse = meanwhile()
      // Nothing more is begun.
      if !isOfUse { next.value.store(items.count, ordering: .relaxed) }
      DispatchQueue.concurrentPerform(iterations: min(workers.count, items.count), execute: takeTurns)
      return isOfUse
    }
    return isOfUse ? results : nil
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

/// How many items have been handed out.
private final class SharedCounter: Sendable {
  let value = Atomic(0)
}
