import Synchronization

/// Cancellable tasks outside of effects.
final class GlobalCancellations: Sendable {
  private typealias Cancellations = [Int: @Sendable () -> Void]

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
      let replaced = cancelInFlight ? state.running.removeValue(forKey: id) ?? [:] : [:]
      state.count += 1
      let number = state.count
      // Started under the lock, so that even a task that ends immediately finds its own entry to remove.
      let task = Task {
        defer { end(number, under: id) }
        return await operation()
      }
      state.running[id, default: [:]][number] = { task.cancel() }
      return (task, replaced)
    }
    cancel(replaced)
    return task
  }

  func cancel(_ id: CancelID) {
    cancel(state.withLock { $0.running.removeValue(forKey: id) } ?? [:])
  }

  /// Cancels in the order in which the tasks were started. Called without the lock, because a cancelled task may
  /// cancel others.
  private func cancel(_ cancellations: Cancellations) {
    for (_, cancel) in cancellations.sorted(by: { $0.key < $1.key }) { cancel() }
  }

  private func end(_ number: Int, under id: CancelID) {
    state.withLock { state in
      state.running[id]?[number] = nil
      if state.running[id]?.isEmpty == true { state.running[id] = nil }
    }
  }
}
