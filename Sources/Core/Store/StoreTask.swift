/// A handle of the effects that an action set off.
public struct StoreTask: Sendable {
  private let effects: any StoreEffects
  private let readiness: Readiness

  init(_ effects: any StoreEffects, in readiness: Readiness) {
    self.effects = effects
    self.readiness = readiness
  }

  /// Whether the effects have ended.
  public var isFinished: Bool { effects.isFinished }

  /// Whether the effects were cancelled by ``cancel()``, or the action set off none.
  public var isCancelled: Bool { effects.isCancelled }

  /// Cancels the effects.
  @MainActor
  public func cancel() {
    effects.cancel()
  }

  /// Waits for the effects to end. If the waiting task is cancelled, so are they.
  ///
  /// Effects that are ready go on at once: on the main actor, effects that wait for nothing end without a suspension.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      // A closure stays in the isolation that it captures.
      _ = isolation
      if !isFinished { await readiness.drain() }
      await effects.finish()
    } onCancel: {
      Task { @MainActor in effects.cancel() }
    }
  }
}

/// What a ``StoreTask`` needs of the effects that an action set off.
protocol StoreEffects: Sendable {
  var isFinished: Bool { get }
  var isCancelled: Bool { get }
  func cancel()
  nonisolated(nonsending) func finish() async
}

extension EffectGroup: StoreEffects {}
