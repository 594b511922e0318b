internal import CTodoShellThreads

/// A thread that a trap in its code ends, while the program goes on.
///
/// Its work then remains half done, so nothing that it may have been changing can be used again. It keeps its locks,
/// except for those of ``RecursiveLock``.
package final class GuardedThread: TaskExecutor, @unchecked Sendable {
  // Unchecked: it is used by the thread that created it.

  /// How it ended.
  package enum End {
    case completed
    case trapped(Trap)
  }

  private let wake: Wake
  /// The only job of the task that runs its work.
  private var job: UnownedJob?
  private var guardian: OpaquePointer?
  private(set) var end: End?

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - wake: Signalled when the thread has ended.
  ///   - body: The closure to run, with the task-local values of this thread.
  package init(waking wake: Wake, _ body: @escaping () -> Void) {
    self.wake = wake
    let body = UncheckedSendable(body)
    // A task, because it inherits these values.
    Task(executorPreference: self) { body.value() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    self.job = UnownedJob(job)
    let context = Unmanaged.passRetained(self)
    guardian = trap_guard_start(
      { Unmanaged<GuardedThread>.fromOpaque($0.unsafelyUnwrapped).takeRetainedValue().runJob() },
      context.toOpaque(),
      wake.pointer
    )
    guard guardian == nil else { return }
    // The system has no thread left.
    context.release()
    runJob()
    end = .completed
    wake.signal()
  }

  private func runJob() { job?.runSynchronously(on: asUnownedTaskExecutor()) }

  /// Notes whether it has ended.
  ///
  /// - Returns: How it has ended; `nil` while it runs.
  package func poll() -> End? {
    guard let guardian, end == nil else { return end }
    switch Int(trap_guard_state(guardian)) {
    case TRAP_GUARD_ENDED: end = .completed
    case TRAP_GUARD_TRAPPED:
      end = .trapped(Trap(guardian))
      // The thread may not have finished signalling.
      _ = Unmanaged.passRetained(wake)
    default: return nil
    }
    trap_guard_free(guardian)
    return end
  }

  /// Runs a closure on a thread of its own.
  ///
  /// - Returns: Its result, or how it trapped.
  package static func run<R>(_ body: @escaping () -> R) -> Result<R, Trap> {
    let wake = Wake()
    var result: R?
    let thread = GuardedThread(waking: wake) { result = body() }
    while true {
      switch thread.poll() {
      case nil: wake.wait()
      case .trapped(let trap): return .failure(trap)
      case .completed:
        guard let result else { preconditionFailure("The closure has returned one.") }
        return .success(result)
      }
    }
  }

  /// Lets a thread wait for others.
  package final class Wake: @unchecked Sendable {
    // Unchecked: a semaphore is made for several threads.
    fileprivate let pointer = trap_wake_make().unsafelyUnwrapped

    package init() {}

    deinit { trap_wake_free(pointer) }

    package func signal() { trap_wake_signal(pointer) }

    /// Waits for one signal; may return early.
    package func wait() { trap_wake_wait(pointer) }
  }
}

/// A failed runtime check, such as an index out of range, or another fault that ends a program.
public struct Trap: Error, Hashable, Sendable {
  /// The signal that would have ended the program, such as `SIGILL`.
  public let signal: Int32
  /// The message that was printed, such as `Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range`;
  /// `nil` if there was none, as in most optimized programs.
  public let message: String?
}

extension Trap {
  fileprivate init(_ guardian: OpaquePointer) {
    signal = trap_guard_signal(guardian)
    let text = trap_guard_text(guardian).map { String(cString: $0) } ?? ""
    let line = text.prefix { !$0.isNewline }
    message = trap_guard_is_overflow(guardian) != 0 ? "stack overflow" : line.isEmpty ? nil : String(line)
  }
}

extension Trap: CustomStringConvertible {
  /// The name of the signal and the message.
  public var description: String {
    let name = String(cString: trap_signal_name(signal))
    return message.map { "\(name), \($0)" } ?? name
  }
}
