/// What the tasks of an effect, or of a part of one, ask of the engine that runs it.
final class EngineContext<State, Action>: EffectContext, @unchecked Sendable {
  // Unchecked: the engine and its effects are touched only on the owner's thread, where the executor runs its jobs.
  private let engine: Engine<State, Action>
  private let effect: RunningEffect<Action>

  /// Creates the context of an effect, or of a part of one.
  ///
  /// - Parameters:
  ///   - effect: The effect, or its part.
  ///   - engine: Runs it.
  ///   - outer: What it is a part of.
  init(_ effect: RunningEffect<Action>, in engine: Engine<State, Action>, outer: EffectContext? = nil) {
    self.effect = effect
    self.engine = engine
    super.init(id: outer?.id ?? effect.id, owner: WeakOwner(engine.owner), outer: outer)
  }

  /// Sends an action on behalf of the part of the effect that the current task is in.
  ///
  /// - Complexity: O(*d*) in the depth of the part.
  func send(_ action: Action, animation: Animation?) async {
    await engine.submit(action, animation: animation, from: sender)
  }

  /// What the current task is in: an action of a part that is cancelled meanwhile is dropped, though the effect goes on.
  private var sender: RunningEffect<Action> {
    guard let current = EffectContext.current, current !== self,
      let part = current as? EngineContext, part.isPart(of: self)
    else { return effect }
    return part.effect
  }

  override func dismiss(_ scope: ScopeID, animation: Animation?) async -> Bool {
    guard let dismissal = effect.scope.dismissals[scope] else { return false }
    await send(dismissal, animation: animation)
    return true
  }

  override func start<R: Sendable>(
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
    let context = EngineContext(part, in: engine, outer: self)
    let task = EffectContext.$current.withValue(context) {
      Task(executorPreference: engine.executor) { [engine = UncheckedSendable(engine)] in
        let result = await operation()
        engine.value.endPart(part)
        return result
      }
    }
    part.onCancel = { task.cancel() }
    return task
  }

  override func cancel(_ id: CancelID) {
    if engine.executor.isCurrent { return engine.cancel(id, from: effect) }
    Task(executorPreference: engine.executor) { [self] in engine.cancel(id, from: effect) }
  }
}

extension Engine {
  /// Puts a part of a running effect where its id finds it.
  ///
  /// - Returns: The part; `nil` if the effect itself is cancelled.
  fileprivate func beginPart(
    of effect: RunningEffect<Action>,
    id: CancelID,
    cancelInFlight: Bool
  ) -> RunningEffect<Action>? {
    guard !executor.isRetired else { return nil }
    if cancelInFlight { effect.scope.cancel(id) }
    guard !effect.isCancelled else { return nil }
    let part = makeNode(under: effect, in: effect.scope)
    part.record = effect.record
    effect.scope.register(part, id: id)
    return part
  }

  fileprivate func endPart(_ part: RunningEffect<Action>) {
    guard !executor.isRetired else { return }
    part.finish()
  }

  fileprivate func cancel(_ id: CancelID, from effect: RunningEffect<Action>) {
    guard !executor.isRetired else { return }
    effect.scope.cancel(id)
  }
}
