/// A handle for the effects that an action started.
public struct StoreTask: Sendable {
  let effects: EffectGroup
  let readiness: Readiness

  /// Whether the effects have ended.
  public var isFinished: Bool { effects.isFinished }

  /// Whether the effects were cancelled by ``cancel()``, or the action started none.
  public var isCancelled: Bool { effects.isCancelled }

  /// Cancels the effects.
  @MainActor
  public func cancel() {
    effects.cancel()
  }

  /// Waits for the effects to end. If the waiting task is cancelled, the effects are cancelled as well.
  ///
  /// Effects that are ready run immediately: on the main actor, effects that never wait end without a suspension.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      // A closure inherits the isolation that it captures.
      _ = isolation
      if !isFinished { await readiness.drain() }
      await effects.finish()
    } onCancel: {
      Task { @MainActor in effects.cancel() }
    }
  }
}
