import Synchronization

/// Wakes a task that waits for an event on another thread.
final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Wakes the waiting task, or the next one to wait.
  func ring() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      state.hasRung = state.waiter == nil
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until the bell is rung, or until a deadline in real time.
  func wait(until deadline: ContinuousClock.Instant) async {
    let alarm = Task.detached { [self] in
      try await Task.sleep(until: deadline, clock: .continuous)
      ring()
    }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let hasRung = state.withLock { state in
        if !state.hasRung { state.waiter = continuation }
        defer { state.hasRung = false }
        return state.hasRung
      }
      if hasRung { continuation.resume() }
    }
    alarm.cancel()
  }
}
