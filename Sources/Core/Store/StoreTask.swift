/// A handle of the effects that an action set off.
public struct StoreTask: Sendable {
  private let effects: any StoreEffects
  private let engine: WeakEngine

  init(_ effects: any StoreEffects, of engine: any EngineOwner) {
    self.effects = effects
    self.engine = WeakEngine(engine)
  }

  /// A handle keeps neither the store nor its effects alive.
  private struct WeakEngine {
    weak var owner: (any EngineOwner)?

    init(_ owner: any EngineOwner) { self.owner = owner }
  }

  /// Whether the effects have ended.
  public var isFinished: Bool { effects.isFinished }

  /// Cancels the effects.
  @MainActor
  public func cancel() {
    effects.cancel()
  }

  /// Waits for the effects to end. If the waiting task is cancelled, so are they.
  ///
  /// Effects that are ready go on at once: on the main actor, effects that wait for nothing end without a suspension.
  public nonisolated(nonsending) func finish() async {
    await withTaskCancellationHandler {
      if !isFinished { await engine.owner?.drain() }
      await effects.finish()
    } onCancel: {
      Task { @MainActor in effects.cancel() }
    }
  }
}

/// What a ``StoreTask`` needs of the effects that an action set off.
protocol StoreEffects: Sendable {
  var isFinished: Bool { get }
  func cancel()
  nonisolated(nonsending) func finish() async
}

extension EffectGroup: StoreEffects {}
