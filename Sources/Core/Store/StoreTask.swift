/// A handle of the effects that an action set off.
public struct StoreTask: Sendable {
  private let effects: any StoreEffects

  init(_ effects: any StoreEffects) {
    self.effects = effects
  }

  /// Whether the effects have ended.
  public var isFinished: Bool { effects.isFinished }

  /// Cancels the effects.
  @MainActor
  public func cancel() {
    effects.cancel()
  }

  /// Waits for the effects to end. If the waiting task is cancelled, so are they.
  public func finish() async {
    await withTaskCancellationHandler {
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
  func finish() async
}

extension EffectGroup: StoreEffects {}
