import DequeModule
import Synchronization

/// An executor without a thread: jobs wait in a queue until the owner runs them, one by one, on its own thread.
///
/// Effects run as tasks with a preference for this executor. Everything they do that prefers no other executor comes
/// back to this queue, in the order in which it became ready, so the owner decides when it happens and knows when
/// nothing is left to do.
final class DrainedExecutor: TaskExecutor {
  private struct State {
    var jobs: Deque<UnownedJob> = []
    var isRetired = false
  }

  private let state = Mutex(State())
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

  /// Runs the job that has waited longest.
  ///
  /// - Returns: Whether there was one.
  func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Whether no job is ready.
  var isIdle: Bool { state.withLock(\.jobs.isEmpty) }

  /// Whether the owner has left: what still comes in runs on the global executor.
  var isRetired: Bool { state.withLock(\.isRetired) }

  /// Lets jobs that come in from here on run on the global executor, since nobody will drain the queue.
  ///
  /// - Precondition: The queue has been drained.
  func retire() {
    state.withLock { $0.isRetired = true }
  }
}
