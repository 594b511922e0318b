import Synchronization

/// The effect that the current task is part of, or a separately cancellable part of an effect.
///
/// The effect's tasks use it to call the engine that runs them.
final class EffectContext: @unchecked Sendable {
  // Unchecked: the engine and its effects are used only on the owner's thread, where the executor runs its jobs;
  // everything else is constant or atomic.
  /// The effect's number.
  let id: Int
  private let engine: EffectEngine
  private let effect: RunningEffect
  /// The context that this is a part of; `nil` for an effect as a whole.
  private let outer: EffectContext?
  private let sleeps = Atomic(0)
  /// The value of ``progress``, unless this is a part.
  private let ownProgress = Atomic<UInt8>(0)

  /// Creates the context of an effect, or of a part of one.
  ///
  /// - Parameters:
  ///   - effect: The effect, or its part.
  ///   - engine: The engine that runs it.
  ///   - outer: The context that it is a part of.
  init(of effect: RunningEffect, in engine: EffectEngine, outer: EffectContext? = nil) {
    id = outer?.id ?? effect.id
    self.engine = engine
    self.effect = effect
    self.outer = outer
  }

  /// Whether the caller is a job of the engine's executor, and so runs where the engine is drained.
  var isOnExecutor: Bool { engine.executor.isCurrent }

  /// The engine's readiness; `nil` if its owner polls it.
  var readiness: Readiness? { engine.readiness }

  /// Waits until no other job of the engine is ready.
  ///
  /// - Precondition: The caller is a job of the engine's executor.
  nonisolated(nonsending) func waitUntilIdle() async {
    await engine.executor.waitUntilIdle()
  }

  /// Whether at least one of the effect's tasks sleeps on a controlled clock.
  var isAsleep: Bool { sleeps.load(ordering: .acquiring) > 0 }

  /// How far the whole effect has progressed: 32 times the actions that it has sent, plus the waits begun since then.
  ///
  /// An effect is assumed to go on in the same way from its seventh action on, and from its 31st wait without an
  /// action: otherwise, the states of a feature with a timer would never be complete.
  var progress: UInt8 { outer?.progress ?? ownProgress.load(ordering: .relaxed) }

  func didFallAsleep() {
    sleeps.add(1, ordering: .releasing)
    if let outer { return outer.didFallAsleep() }
    if progress % 32 < 31 { ownProgress.store(progress + 1, ordering: .relaxed) }
  }

  func didWakeUp() {
    sleeps.subtract(1, ordering: .releasing)
    outer?.didWakeUp()
  }

  private func noteDelivery() {
    if let outer { return outer.noteDelivery() }
    ownProgress.store(min(progress / 32 + 1, 7) * 32, ordering: .relaxed)
  }

  /// Whether this is the given context or a part of it.
  private func isPart(of context: EffectContext) -> Bool {
    sequence(first: self, next: \.outer).contains { $0 === context }
  }
}

extension EffectContext {
  /// The part of the effect that the current task is in.
  ///
  /// Actions of a cancelled part are dropped, even while the effect around it continues.
  private var sender: RunningEffect {
    if let current = Self.current, current.isPart(of: self) { current.effect } else { effect }
  }

  /// Sends an action from the effect.
  nonisolated(nonsending) func send(_ action: ErasedAction, animation: Animation?) async {
    noteDelivery()
    let (action, animation) = effect.inside.outermost(action, animation)
    await engine.deliver(action, animation: animation, from: sender)
  }

  /// Sends the action that dismisses a scope around the effect.
  ///
  /// - Returns: Whether the effect is in such a scope.
  func dismiss(_ scope: ChildIdentity, animation: Animation?) async -> Bool {
    guard let dismissal = effect.scope.dismissals[scope] else { return false }
    if !Task.isCancelled { await engine.deliver(dismissal, animation: animation, from: sender) }
    return true
  }

  /// Dismisses the root feature and cancels everything in flight.
  func dismissRoot() async {
    if engine.executor.isCurrent { return engine.dismiss() }
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

  /// Starts a task on the effect's executor that survives the effect's cancellation.
  func startUncancelled(
    priority: TaskPriority?,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: engine.executor, priority: priority, operation: operation)
  }

  /// Cancels everything with an id in the effect's feature and the features inside it.
  func cancel(_ id: CancelID) {
    if engine.executor.isCurrent { return engine.cancel(id, from: effect) }
    Task(executorPreference: engine.executor) { [self] in engine.cancel(id, from: effect) }
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
    cancel(id, in: effect.scope, by: effect, cancellation(.id(id), by: effect))
  }
}
