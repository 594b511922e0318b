import Synchronization

/// The effect that the current task is part of.
final class EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  /// The number of the effect.
  let id: Int
  /// Who runs its engine.
  let owner: WeakOwner
  private let sleeps = Atomic(0)
  private let sendDismissal: @Sendable (ScopeID, Animation?) async -> Bool

  /// Creates the context of an effect.
  ///
  /// - Parameters:
  ///   - id: The number of the effect.
  ///   - owner: Who runs its engine.
  ///   - sendDismissal: Sends the action that takes a scope around the effect away, if there is one.
  init(
    id: Int,
    owner: WeakOwner,
    sendDismissal: @escaping @Sendable (ScopeID, Animation?) async -> Bool
  ) {
    self.id = id
    self.owner = owner
    self.sendDismissal = sendDismissal
  }

  /// Sends the action that takes a scope around the effect away.
  ///
  /// - Returns: Whether the effect is in such a scope.
  func dismiss(_ scope: ScopeID, animation: Animation?) async -> Bool {
    await sendDismissal(scope, animation)
  }

  /// Whether the effect sleeps, in one of its tasks at least, on a clock that someone moves.
  var isAsleep: Bool { sleeps.load(ordering: .acquiring) > 0 }

  func didFallAsleep() { sleeps.add(1, ordering: .releasing) }

  func didWakeUp() { sleeps.subtract(1, ordering: .releasing) }
}

/// Whoever drains an engine: a store, a test store, a session.
protocol EngineOwner: AnyObject {
  /// Processes all that is ready. Does nothing while that is being done.
  func settle()
}

/// A reference to an owner that does not keep it alive.
struct WeakOwner: @unchecked Sendable {
  // Unchecked: an owner is called only by whoever moves the clock that its effects sleep on, which is to be done where
  // the owner is used.
  private(set) weak var owner: (any EngineOwner)?

  init(_ owner: (any EngineOwner)?) {
    self.owner = owner
  }
}
