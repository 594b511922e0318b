import Synchronization

/// All effects caused by one action from outside, directly or through the actions of other effects.
///
/// The handle that `store.send(…)` returns refers to a group, which can be awaited and cancelled.
final class EffectGroup: Sendable {
  private struct State {
    var effects = NumberedTable<RunningEffect>()
    var waiters: [UnsafeContinuation<Void, Never>] = []
    var isCancelled = true
  }

  private let state = Mutex(State())

  /// Whether all effects have ended.
  var isFinished: Bool { state.withLock { $0.effects.isEmpty } }

  /// Whether the effects were cancelled as a group, or there were none.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func insert(_ effect: RunningEffect) {
    state.withLock { state in
      state.effects.insert(effect, number: effect.id)
      state.isCancelled = false
    }
  }

  func remove(_ effect: RunningEffect) {
    let waiters = state.withLock { state in
      state.effects.remove(effect.id)
      guard state.effects.isEmpty else { return [UnsafeContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels the effects in the order in which they were started. Call it where the engine is used.
  func cancel() {
    let effects = state.withLock { state in
      state.isCancelled = true
      return state.effects
    }
    effects.forEach { $0.cancel() }
  }

  /// Waits until all effects have ended.
  nonisolated(nonsending) func finish() async {
    await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
      let isFinished = state.withLock { state in
        if !state.effects.isEmpty { state.waiters.append(waiter) }
        return state.effects.isEmpty
      }
      if isFinished { waiter.resume() }
    }
  }
}
