import Synchronization

/// The effect that the current task is part of, or a part of an effect that can be cancelled by itself.
///
/// Through it the tasks of the effect ask something of the engine that runs them.
final class EffectContext: @unchecked Sendable {
  // Unchecked: the engine and its effects are touched only on the owner's thread, where the executor runs its jobs; all
  // else is constant or atomic.
  /// The number of the effect.
  let id: Int
  private let engine: EffectEngine
  private let effect: RunningEffect
  /// What this is a part of; `nil` for an effect as a whole.
  private let outer: EffectContext?
  private let sleeps = Atomic(0)

  /// Creates the context of an effect, or of a part of one.
  ///
  /// - Parameters:
  ///   - effect: The effect, or its part.
  ///   - engine: Runs it.
  ///   - outer: What it is a part of.
  init(of effect: RunningEffect, in engine: EffectEngine, outer: EffectContext? = nil) {
    id = outer?.id ?? effect.id
    self.engine = engine
    self.effect = effect
    self.outer = outer
  }

  /// Whether the caller is a job of the engine's executor: a part of an effect that runs where the engine is drained.
  var isOnExecutor: Bool { engine.executor.isCurrent }

  /// Whether the engine has something to process; `nil` if only its owner asks.
  var readiness: Readiness? { engine.readiness }

  /// Waits until nothing else in the engine is ready.
  ///
  /// - Precondition: The caller is a job of the engine's executor.
  nonisolated(nonsending) func waitUntilIdle() async {
    await engine.executor.waitUntilIdle()
  }

  /// Whether the effect sleeps, in one of its tasks at least, on a clock that someone moves.
  var isAsleep: Bool { sleeps.load(ordering: .acquiring) > 0 }

  func didFallAsleep() {
    sleeps.add(1, ordering: .releasing)
    outer?.didFallAsleep()
  }

  func didWakeUp() {
    sleeps.subtract(1, ordering: .releasing)
    outer?.didWakeUp()
  }

  /// Whether this is the given context, or a part of it.
  private func isPart(of context: EffectContext) -> Bool {
    sequence(first: self, next: \.outer).contains { $0 === context }
  }
}

extension EffectContext {
  /// The part of the effect that the current task is in.
  ///
  /// An action of a part that is cancelled meanwhile is dropped, though the effect around it goes on.
  private var sender: RunningEffect {
    if let current = Self.current, current.isPart(of: self) { current.effect } else { effect }
  }

  /// Sends an action of the effect.
  nonisolated(nonsending) func send(_ action: ErasedAction, animation: Animation?) async {
    let (action, animation) = effect.inside.outermost(action, animation)
    await engine.deliver(action, animation: animation, from: sender)
  }

  /// Sends the action that takes a scope around the effect away.
  ///
  /// - Returns: Whether the effect is in such a scope.
  func dismiss(_ scope: ChildIdentity, animation: Animation?) async -> Bool {
    guard let dismissal = effect.scope.dismissals[scope] else { return false }
    if !Task.isCancelled { await engine.deliver(dismissal, animation: animation, from: sender) }
    return true
  }

  /// Dismisses the feature at the root, with all that is in flight.
  func dismissRoot() async {
    if engine.executor.isCurrent { return engine.dismiss() }
    await Task(executorPreference: engine.executor) { [self] in engine.dismiss() }.value
  }

  /// Starts a part of the effect that an id cancels.
  ///
  /// - Parameters:
  ///   - cancelInFlight: Whether what runs under the id is cancelled first.
  ///   - operation: The part.
  /// - Returns: The task that the part runs in.
  func start<R: Sendable>(
    _ id: CancelID,
    cancelInFlight: Bool,
    operation: @escaping @Sendable () async -> R
  ) async -> Task<R, Never> {
    if engine.executor.isCurrent {
      return startHere(id, cancelInFlight: cancelInFlight, operation: operation)
    }
    return await Task(executorPreference: engine.executor) { [self] in
      startHere(id, cancelInFlight: cancelInFlight, operation: operation)
    }.value
  }

  private func startHere<R: Sendable>(
    _ id: CancelID,
    cancelInFlight: Bool,
    operation: @escaping @Sendable () async -> R
  ) -> Task<R, Never> {
    guard let part = engine.beginPart(of: effect, id: id, cancelInFlight: cancelInFlight) else {
      let task = Task(executorPreference: engine.executor, operation: operation)
      task.cancel()
      return task
    }
    let context = EffectContext(of: part, in: engine, outer: self)
    let task = context.whileCurrent(under: .current) {
      Task(executorPreference: engine.executor) { [engine = UncheckedSendable(engine)] in
        let result = await operation()
        engine.value.endPart(part)
        return result
      }
    }
    part.onCancel = { task.cancel() }
    return task
  }

  /// Starts a task where the effect runs, which continues when the effect is cancelled.
  func startUncancelled(
    priority: TaskPriority?,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: engine.executor, priority: priority, operation: operation)
  }

  /// Cancels what runs under an id in the feature that the effect belongs to, and in the features inside it.
  func cancel(_ id: CancelID) {
    if engine.executor.isCurrent { return engine.cancel(id, from: effect) }
    Task(executorPreference: engine.executor) { [self] in engine.cancel(id, from: effect) }
  }
}

extension EffectEngine {
  /// Puts a part of a running effect where its id finds it.
  ///
  /// - Returns: The part; `nil` if the effect itself is cancelled.
  fileprivate func beginPart(
    of effect: RunningEffect,
    id: CancelID,
    cancelInFlight: Bool
  ) -> RunningEffect? {
    guard !executor.isRetired else { return nil }
    if cancelInFlight { effect.scope.cancel(id, cancellation(.replaced(id), by: effect)) }
    guard !effect.isCancelled else { return nil }
    let part = makeNode(at: effect.inside)
    part.record = effect.record
    effect.scope.register(part, id: id)
    return part
  }

  fileprivate func endPart(_ part: RunningEffect) {
    guard !executor.isRetired else { return }
    part.finish()
  }

  fileprivate func cancel(_ id: CancelID, from effect: RunningEffect) {
    guard !executor.isRetired else { return }
    effect.scope.cancel(id, cancellation(.id(id), by: effect))
  }
}
