import Synchronization

/// An executor without a thread: jobs wait in a queue until the owner runs them, one by one, on its own thread.
///
/// Effects run as tasks with a preference for this executor. All their code without another executor preference
/// returns to this queue in the order in which it became ready, so the owner decides when it runs and knows when
/// nothing is left.
final class DrainedExecutor: TaskExecutor {
  private struct State {
    var jobs = Queue<Job>()
    /// The jobs to resume once no other job is ready.
    var idleWaiters = Queue<UnsafeContinuation<Void, Never>>()
    var isRetired = false
  }

  private enum Job {
    /// The next part of a task.
    case task(UnownedJob)
    /// A function of the engine.
    case function(@Sendable () -> Void)
  }

  private let state = Mutex(State())
  /// The thread that runs a job, 0 between jobs.
  private let runner = Atomic<UInt>(0)
  private let count = Atomic(0)
  private let readiness: Readiness?

  /// Creates an executor.
  ///
  /// - Parameter readiness: Notified, on any thread, when a job becomes ready.
  init(readiness: Readiness? = nil) {
    self.readiness = readiness
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isRetired = state.withLock { state in
      if !state.isRetired { state.jobs.append(.task(job)) }
      return state.isRetired
    }
    if isRetired { globalConcurrentExecutor.enqueue(job) } else { readiness?.signal() }
  }

  /// Adds a function to the jobs, unless the executor is retired.
  func enqueue(_ function: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isRetired { $0.jobs.append(.function(function)) } }
    readiness?.signal()
  }

  /// Runs the oldest ready job. If there is none, resumes the first job that waits for idleness.
  ///
  /// - Returns: Whether there was a job to run or resume.
  func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else {
      let waiter = state.withLock { $0.idleWaiters.popFirst() }
      waiter?.resume()
      return waiter != nil
    }
    count.add(1, ordering: .relaxed)
    runner.store(currentThread, ordering: .relaxed)
    switch job {
    case .task(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .function(let run): run()
    }
    runner.store(0, ordering: .relaxed)
    return true
  }

  /// Waits until no other job is ready. Returns immediately if the executor is retired.
  ///
  /// - Precondition: The caller is a job of this executor.
  nonisolated(nonsending) func waitUntilIdle() async {
    await withUnsafeContinuation { waiter in
      let isRetired = state.withLock { state in
        if !state.isRetired { state.idleWaiters.append(waiter) }
        return state.isRetired
      }
      if isRetired { waiter.resume() }
    }
  }

  /// Whether the caller is a job run by this executor, and therefore on the owner's thread.
  var isCurrent: Bool { runner.load(ordering: .relaxed) == currentThread }

  /// Whether no job is ready.
  var isIdle: Bool { state.withLock { $0.jobs.isEmpty && $0.idleWaiters.isEmpty } }

  /// The number of jobs that the owner has run.
  var jobCount: Int { count.load(ordering: .relaxed) }

  /// Whether the owner has retired the executor: later jobs run on the global executor.
  var isRetired: Bool { state.withLock { $0.isRetired } }

  /// Runs jobs on the global executor from now on, because the queue is no longer drained: both new jobs and those
  /// that another thread has enqueued since the last drain.
  func retire() {
    let left = state.withLock { state in
      defer { state = State(isRetired: true) }
      return state
    }
    for case .task(let job) in left.jobs { globalConcurrentExecutor.enqueue(job) }
    for waiter in left.idleWaiters { waiter.resume() }
  }
}
