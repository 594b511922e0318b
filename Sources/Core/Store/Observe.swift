import Observation
import Synchronization

/// Runs a closure now, and again on its actor whenever something it read changes.
///
/// ```swift
/// let token = observe {
///   print(store.count)
/// }
/// ```
///
/// Changes that occur before the actor is free are combined into one run.
///
/// - Parameters:
///   - isolation: The actor of the closure, such as the main actor.
///   - apply: Reads the values it depends on.
/// - Returns: A token that keeps the observation alive until it is released or cancelled.
public func observe(
  isolation: isolated any Actor = #isolation,
  _ apply: @escaping () -> Void
) -> ObserveToken {
  let token = ObserveToken(apply)
  token.run(on: isolation)
  return token
}

/// Keeps an observation alive; see ``observe(isolation:_:)``.
public final class ObserveToken: Sendable {
  // Unchecked: it runs only on its actor.
  private let apply: Mutex<UncheckedSendable<() -> Void>?>

  init(_ apply: @escaping () -> Void) {
    self.apply = Mutex(UncheckedSendable(apply))
  }

  /// Ends the observation.
  public func cancel() {
    // Released outside the lock, because it may own what cancels this when it is released.
    let last = apply.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }

  /// Keeps the token in a set.
  public func store(in tokens: inout Set<ObserveToken>) { tokens.insert(self) }

  func run(on isolation: isolated any Actor) {
    guard let apply = apply.withLock(\.self) else { return }
    withObservationTracking(apply.value) { [weak self] in
      // Called before the change is complete, so the value is read when the actor is free.
      if isolation is MainActor {
        Task { @MainActor in self?.run(on: #isolation) }
      } else {
        Task { await self?.run(on: isolation) }
      }
    }
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the same token.
  public static func == (left: ObserveToken, right: ObserveToken) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
