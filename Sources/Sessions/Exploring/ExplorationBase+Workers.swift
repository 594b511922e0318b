import Synchronization

// Distributing work among workers, and adding up the results.
extension ExplorationBase {

  /// Determines the size of the next batch of places or random sequences. Each batch is completed before the next one
  /// begins.
  ///
  /// The first batches are small, because most searches that find a violation end early. The size must not depend on
  /// the number of workers, because the outcome depends on the size.
  func adjustBatch(afterAttempts count: Int) {
    // A batch with more attempts takes too long to be reported at once.
    batch = count > 4_096 ? max(batch / 2, 1) : min(2 * batch, 256)
  }

  /// Hands out items to the workers, each on a thread of its own, and takes their results in the order of the items, up
  /// to the first in which the feature traps.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - work: Computes the result for an item. If the feature traps, it is called again with another session, in which
  ///     the fatal step is not performed, but has the trap as its outcome.
  ///   - takesEarly: Whether a result may be taken while workers work, because taking it changes nothing that they read.
  ///   - take: Takes a result, on this thread.
  func distribute<Item, Result>(
    _ items: [Item],
    _ work: @escaping (ExplorationWorker, Item) -> Result,
    takesEarly: (Result) -> Bool = { _ in false },
    take: (Item, Result) -> Void
  ) {
    for worker in workers { worker.learn(coverage.changingActions) }
    let tracker = worker.core.shared
    let batch = WorkBatch(items, work, isShared: workers.count > 1 && items.count > 1 && tracker.isUnused)
    var taken = 0
    func takeEarly() {
      // Only this thread may answer the questions of a client that come while it waits.
      _ = shouldStop()
      while !batch.isShared || tracker.isUnused, let result = batch.result(at: taken), takesEarly(result) {
        take(items[taken], result)
        taken += 1
      }
    }
    batch.run(batch.isShared ? Array(workers.prefix(items.count)) : [worker], whileWaiting: takeEarly)
    // There is only one copy of a shared value for all workers, so results since its first use are discarded.
    if batch.isShared, !tracker.isUnused {
      batch.restart(at: taken)
      batch.run([worker], whileWaiting: takeEarly)
    }
    while let result = batch.result(at: taken) {
      take(items[taken], result)
      taken += 1
    }
  }

  /// Tries steps from the root, one after the other, until one of them cannot be completed.
  ///
  /// - Returns: `nil` if the root was not reproduced.
  func follow(_ steps: [StepRecord]) -> [ExplorationAttempt]? {
    let worker = worker
    worker.learn(coverage.changingActions)
    return worker.copy.trial { worker.follow(steps) }
  }

  /// Adds what an attempt covers.
  func note(_ attempt: ExplorationAttempt) {
    let group = attempt.step.group
    switch attempt.outcome {
    case .fault(.divergence): return
    case .refused(let error):
      coverage.groups[group, default: .init()].note(hasHappened: false, refusedWith: error)
    case .nothing, .endless, .done, .fault:
      let isChanged = attempt.standing.digest != attempt.before || attempt.changing != []
      coverage.groups[group, default: .init()]
        .note(hasHappened: attempt.hasHappened, changesState: isChanged)
    }
    coverage.changingActions.formUnion(attempt.changing)
    if let stop = attempt.stop {
      coverage.endless = coverage.endlessSteps.union([group]).sorted()
      // What would follow is unknown.
      if stop == .instant { space.hasUnknownStates = true }
    }
    for kind in attempt.kinds { coverage.actions[kind, default: 0] += 1 }
    guard case .done(let judgement) = attempt.outcome else { return }
    outcome.note(judgement)
    space.note(attempt)
    coverage.transitions = space.transitions.count
    guard let state = attempt.state else { return }
    feature.didReach?(attempt.before, attempt.step, attempt.standing.digest, state)
  }
}

/// Items for which workers compute results.
private final class WorkBatch<Item, Result>: @unchecked Sendable {
  // Unchecked: each worker is used by one thread, and only the thread that made this takes results.
  private let items: [Item]
  private let work: (ExplorationWorker, Item) -> Result
  /// Whether several workers work at once, which ends with the first use of a shared value.
  var isShared: Bool
  private let finished = Mutex<[Int: UncheckedSendable<Result>]>([:])
  private let next = Atomic(0)
  /// The end of the items to hand out; after a trap, the item with the trap is the last.
  private let end: Atomic<Int>
  private let wake = GuardedThread.Wake()

  init(_ items: [Item], _ work: @escaping (ExplorationWorker, Item) -> Result, isShared: Bool) {
    self.items = items
    self.work = work
    self.isShared = isShared
    end = Atomic(items.count)
  }

  /// - Returns: `nil` if it is not known yet, or behind the end.
  func result(at index: Int) -> Result? {
    index < end.load(ordering: .relaxed) ? finished.withLock { $0[index]?.value } : nil
  }

  /// Discards the results from an item on, which one worker then computes again.
  func restart(at index: Int) {
    finished.withLock { $0 = [:] }
    isShared = false
    next.store(index, ordering: .relaxed)
    end.store(items.count, ordering: .relaxed)
  }

  /// Computes the results.
  ///
  /// - Parameter whileWaiting: Called when there may be a new result.
  func run(_ workers: [ExplorationWorker], whileWaiting: () -> Void) {
    var threads = workers.map { (worker: $0, thread: start($0)) }
    while !threads.isEmpty {
      wake.wait()
      whileWaiting()
      threads = threads.compactMap { worker, thread in
        switch thread.poll() {
        case nil: return (worker, thread)
        case .trapped(let trap):
          end.min(worker.item + 1, ordering: .relaxed)
          worker.copy.repeatTrial(after: trap)
          return (worker, start(worker, again: worker.item))
        case .completed:
          // One worker has paused because taking a result may read a shared value.
          whileWaiting()
          let goesOn = !isShared && next.load(ordering: .relaxed) < end.load(ordering: .relaxed)
          return goesOn ? (worker, start(worker)) : nil
        }
      }
    }
    whileWaiting()
  }

  /// Lets a worker work on items until there are none, or a shared value is used.
  ///
  /// - Parameter again: The item in which the feature trapped.
  private func start(_ worker: ExplorationWorker, again: Int? = nil) -> GuardedThread {
    GuardedThread(waking: wake) { [self] in
      var again = again
      repeat {
        worker.item = again ?? next.add(1, ordering: .relaxed).oldValue
        guard worker.item < end.load(ordering: .relaxed) else { return }
        if again == nil { worker.copy.beginTrial() }
        again = nil
        let result = UncheckedSendable(work(worker, items[worker.item]))
        finished.withLock { $0[worker.item] = result }
        wake.signal()
      } while worker.core.shared.isUnused
    }
  }
}
