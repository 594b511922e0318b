import Glibc
import Terminal

/// Turns SIGUSR1 into calls of `wake` from another thread, and waits for SIGUSR2.
struct WakeSignal {
  private let signals: sigset_t

  private let others: sigset_t

  /// Must be made before any other thread, so that none of them gets the signals.
  init() {
    signals = Self.block(SIGUSR1)
    others = Self.block(SIGUSR2)
  }

  private static func block(_ signal: Int32) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    return signals
  }

  func wait() {
    fflush(nil)
    var others = others
    var signal: Int32 = 0
    sigwait(&others, &signal)
  }

  func start(waking waker: Waker) {
    let context = UnsafeMutablePointer<(sigset_t, Waker)>.allocate(capacity: 1)
    context.initialize(to: (signals, waker))
    // The thread inherits the mask. A stop is for the editor, which restores the terminal first.
    var (all, previous) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    pthread_create(
      &thread,
      nil,
      { raw in
        let context = raw!.assumingMemoryBound(to: (sigset_t, Waker).self)
        var signal: Int32 = 0
        while sigwait(&context.pointee.0, &signal) == 0 { context.pointee.1.wake() }
        return nil
      },
      context
    )
  }
}
