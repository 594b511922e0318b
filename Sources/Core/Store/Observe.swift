import Observation

/// Runs a closure now, and again whenever something it read changes.
///
/// ```swift
/// let token = observe {
///   print(store.count)
/// }
/// ```
///
/// Changes that occur before the main actor is free are combined into one run.
///
/// - Parameter apply: Reads the values it depends on.
/// - Returns: A token that keeps the observation alive until it is released or cancelled.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  let token = ObserveToken(apply)
  token.run()
  return token
}

/// Keeps an observation alive; see ``observe(_:)``.
@MainActor
public final class ObserveToken {
  private var apply: (@MainActor () -> Void)?

  init(_ apply: @escaping @MainActor () -> Void) {
    self.apply = apply
  }

  /// Ends the observation.
  public func cancel() {
    apply = nil
  }

  /// Keeps the token in a set.
  public func store(in tokens: inout Set<ObserveToken>) { tokens.insert(self) }

  func run() {
    guard let apply else { return }
    withObservationTracking {
      apply()
    } onChange: { [weak self] in
      // Called before the change is complete, so the value is read when the main actor is free.
      Task { @MainActor in self?.run() }
    }
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the same token.
  nonisolated public static func == (left: ObserveToken, right: ObserveToken) -> Bool { left === right }

  /// Hashes the identity.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
