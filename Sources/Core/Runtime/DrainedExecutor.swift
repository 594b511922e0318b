import DequeModule
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An executor without a thread: jobs wait in a queue until the owner runs them, one by one, on its own thread.
///
/// Effects run as tasks with a preference for this executor. Everything they do that prefers no other executor comes
/// back to this queue, in the order in which it became ready, so the owner decides when it happens and knows when
/// nothing is left to do.
final class DrainedExecutor: TaskExecutor {
  private struct State {
    var jobs: Deque<UnownedJob> = []
    /// The jobs that continue once no other is ready.
    var idleWaiters: Deque<UnsafeContinuation<Void, Never>> = []
    var isRetired = false
  }

  private let state = Mutex(State())
  /// The thread that runs a job, 0 between jobs.
  private let runner = Atomic<UInt>(0)
  private let wake: (@Sendable () -> Void)?

  /// Creates an executor.
  ///
  /// - Parameter wake: Called, on any thread, whenever a job has become ready.
  init(wake: (@Sendable () -> Void)? = nil) {
    self.wake = wake
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isRetired = state.withLock { state in
      if !state.isRetired { state.jobs.append(job) }
      return state.isRetired
    }
    if isRetired { globalConcurrentExecutor.enqueue(job) } else { wake?() }
  }

  /// Runs the job that has waited longest. If none is ready, resumes the first that waits for that.
  ///
  /// - Returns: Whether there was one.
  func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return resumeIdleWaiter() }
    runner.store(Self.thread, ordering: .relaxed)
    job.runSynchronously(on: asUnownedTaskExecutor())
    runner.store(0, ordering: .relaxed)
    return true
  }

  private func resumeIdleWaiter() -> Bool {
    guard let waiter = state.withLock({ $0.idleWaiters.popFirst() }) else { return false }
    waiter.resume()
    return true
  }

  /// Waits until no other job is ready. Returns at once if the owner has left.
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

  /// Whether the caller is a job that this executor runs: then it is on the owner's thread.
  var isCurrent: Bool { runner.load(ordering: .relaxed) == Self.thread }

  private static var thread: UInt {
    #if canImport(Glibc)
      pthread_self()
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Whether no job is ready.
  var isIdle: Bool { state.withLock { $0.jobs.isEmpty && $0.idleWaiters.isEmpty } }

  /// Whether the owner has left: what still comes in runs on the global executor.
  var isRetired: Bool { state.withLock { $0.isRetired } }

  /// Lets jobs run on the global executor from here on, since nobody will drain the queue: those that come in, and
  /// those that another thread has put in since it was drained.
  func retire() {
    let left = state.withLock { state in
      defer { state = State(isRetired: true) }
      return state
    }
    for job in left.jobs { globalConcurrentExecutor.enqueue(job) }
    for waiter in left.idleWaiters { waiter.resume() }
  }
}
