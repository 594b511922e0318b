import Synchronization

/// The effect that the current task is part of, or a part of an effect that can be cancelled by itself.
///
/// What it does is up to the engine that runs the effect: see ``EngineContext``.
class EffectContext: @unchecked Sendable {
  // Unchecked: all that changes is atomic. Not final, and so not checked.
  @TaskLocal static var current: EffectContext?

  /// The number of the effect.
  let id: Int
  /// Who runs its engine.
  let owner: WeakOwner
  /// What this is a part of; `nil` for an effect as a whole.
  let outer: EffectContext?
  private let sleeps = Atomic(0)

  /// Creates the context of an effect, or of a part of one.
  ///
  /// - Parameters:
  ///   - id: The number of the effect.
  ///   - owner: Who runs its engine.
  ///   - outer: What this is a part of.
  init(id: Int, owner: WeakOwner, outer: EffectContext?) {
    self.id = id
    self.owner = owner
    self.outer = outer
  }

  /// Sends the action that takes a scope around the effect away.
  ///
  /// - Returns: Whether the effect is in such a scope.
  func dismiss(_ scope: ScopeID, animation: Animation?) async -> Bool { false }

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
    preconditionFailure("An engine says how a part of an effect is started.")
  }

  /// Cancels what runs under an id in the feature that the effect belongs to, and in the features inside it.
  func cancel(_ id: CancelID) {
    preconditionFailure("An engine says how its effects are cancelled.")
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
  func isPart(of context: EffectContext) -> Bool {
    sequence(first: self, next: \.outer).contains { $0 === context }
  }
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
