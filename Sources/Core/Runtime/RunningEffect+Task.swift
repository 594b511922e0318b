/// What the tasks of an effect call.
extension RunningEffect {
  /// Starts tasks of the effect.
  ///
  /// - Parameter dependencies: The dependencies of those tasks.
  func whileCurrent<R>(under dependencies: DependencyValues, _ start: () -> R) -> R {
    TaskContext(dependencies, in: self).whileCurrent(start)
  }

  /// Whether the caller is a job of the engine's executor, and so runs where the engine is drained.
  var isOnExecutor: Bool { engine.executor.isCurrent }

  /// Sends an action from the effect.
  nonisolated(nonsending) func send(_ action: ErasedAction, animation: Animation?) async {
    whole.progress.didSend()
    let (action, animation) = place.outermost(action, animation)
    await engine.deliver(action, animation: animation, from: sender)
  }

  /// The part of the effect that the current task is in.
  ///
  /// Actions of a cancelled part are dropped, even while the effect around it continues.
  private var sender: RunningEffect {
    guard let current = Self.current else { return self }
    return sequence(first: current, next: \.outer).contains { $0 === self } ? current : self
  }

  /// Sends the action that dismisses a scope around the effect.
  ///
  /// - Returns: Whether the effect is in such a scope.
  func dismiss(_ scope: ChildIdentity, animation: Animation?) async -> Bool {
    guard let dismissal = place.scope.dismissals[scope] else { return false }
    if !Task.isCancelled { await engine.deliver(dismissal, animation: animation, from: sender) }
    return true
  }

  /// Dismisses the root feature and cancels everything in flight.
  func dismissRoot() async {
    if isOnExecutor { return engine.dismiss() }
    await Task(executorPreference: engine.executor) { [self] in engine.dismiss() }.value
  }

  /// Starts a part of the effect that can be cancelled by id.
  ///
  /// - Parameters:
  ///   - cancelInFlight: Whether to first cancel everything in flight with the id.
  ///   - operation: The part.
  /// - Returns: The task that runs the part.
  func start<R: Sendable>(
    _ id: CancelID,
    cancelInFlight: Bool,
    operation: @escaping @Sendable () async -> R
  ) async -> Task<R, Never> {
    if isOnExecutor { return startHere(id, cancelInFlight: cancelInFlight, operation: operation) }
    return await Task(executorPreference: engine.executor) { [self] in
      startHere(id, cancelInFlight: cancelInFlight, operation: operation)
    }.value
  }

  private func startHere<R: Sendable>(
    _ id: CancelID,
    cancelInFlight: Bool,
    operation: @escaping @Sendable () async -> R
  ) -> Task<R, Never> {
    guard let part = engine.beginPart(of: self, id: id, cancelInFlight: cancelInFlight) else {
      let task = Task(executorPreference: engine.executor, operation: operation)
      task.cancel()
      return task
    }
    let task = part.whileCurrent(under: .current) {
      Task(executorPreference: engine.executor) {
        let result = await operation()
        if !part.engine.executor.isRetired { part.finish() }
        return result
      }
    }
    part.kind = .part { task.cancel() }
    return task
  }

  /// Starts a task on the effect's executor that survives the effect's cancellation.
  func startUncancelled(
    priority: TaskPriority?,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: engine.executor, priority: priority, operation: operation)
  }

  /// Cancels everything with an id in the effect's feature and the features inside it.
  func cancel(_ id: CancelID) {
    if isOnExecutor { return engine.cancel(id, from: self) }
    Task(executorPreference: engine.executor) { [self] in engine.cancel(id, from: self) }
  }
}

extension EffectEngine {
  /// Registers a part of a running effect under its id.
  ///
  /// - Returns: The part; `nil` if the effect itself is cancelled.
  fileprivate func beginPart(
    of effect: RunningEffect,
    id: CancelID,
    cancelInFlight: Bool
  ) -> RunningEffect? {
    guard !executor.isRetired else { return nil }
    let scope = effect.place.scope
    if cancelInFlight { scope.cancel(id, cancellation(.replaced(id), by: effect)) }
    guard !effect.isCancelled else { return nil }
    let part = makeNode(.part(cancel: nil), at: effect.place, in: effect, under: id)
    part.record = effect.record
    return part
  }

  fileprivate func cancel(_ id: CancelID, from effect: RunningEffect) {
    guard !executor.isRetired else { return }
    cancel(id, in: effect.place.scope, by: effect, cancellation(.id(id), by: effect))
  }
}
