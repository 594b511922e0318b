import TodoShellSystem

/// SIGUSR2, which the program waits for. Must be made before any other thread, so that none of them gets the signal.
struct AwaitedSignal {
  private var signals = sigset_t()

  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR2)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  func wait() {
    fflush(nil)
    var signals = signals
    var signal: Int32 = 0
    sigwait(&signals, &signal)
  }
}
