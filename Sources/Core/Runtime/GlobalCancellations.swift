import Synchronization

/// Cancellable tasks outside of effects.
final class GlobalCancellations: Sendable {
  private typealias Cancellations = NumberedTable<@Sendable () -> Void>

  private struct State {
    var count = 0
    var running: [CancelID: Cancellations] = [:]
  }

  private static let all = PerTest { GlobalCancellations() }

  /// The tasks of the program or of the current test.
  static var current: GlobalCancellations { all.current }

  private let state = Mutex(State())

  /// Starts a task that can be cancelled by id.
  ///
  /// - Parameters:
  ///   - cancelInFlight: Whether to first cancel the tasks in flight with the id.
  ///   - operation: The task's work.
  func start<R: Sendable>(
    _ id: CancelID,
    cancelInFlight: Bool,
    operation: @escaping @Sendable () async -> R
  ) -> Task<R, Never> {
    let (task, replaced) = state.withLock { state in
      let replaced = cancelInFlight ? state.running.removeValue(forKey: id) : nil
      state.count += 1
      let number = state.count
      // Started under the lock, so that even a task that ends immediately finds its own entry to remove.
      let task = Task {
        defer { end(number, under: id) }
        return await operation()
      }
      state.running[id, default: Cancellations()].insert({ task.cancel() }, number: number)
      return (task, replaced)
    }
    // Without the lock, because a cancelled task may cancel others.
    replaced?.forEach { $0() }
    return task
  }

  func cancel(_ id: CancelID) {
    state.withLock { $0.running.removeValue(forKey: id) }?.forEach { $0() }
  }

  private func end(_ number: Int, under id: CancelID) {
    state.withLock { state in
      state.running[id]?.remove(number)
      if state.running[id]?.isEmpty == true { state.running[id] = nil }
    }
  }
}
