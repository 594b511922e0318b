import Synchronization

/// Wakes a task that waits for something to happen on another thread.
final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Wakes who waits, or the next to wait.
  func ring() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      state.hasRung = state.waiter == nil
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until the bell is rung, or until a time by the wall clock.
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
