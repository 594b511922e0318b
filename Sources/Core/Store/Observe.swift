import Observation

/// Runs a closure now, and again whenever something that it read has changed.
///
/// ```swift
/// let token = observe {
///   print(store.count)
/// }
/// ```
///
/// Several changes that come before the main actor is free run it once.
///
/// - Parameter apply: Reads what it depends on.
/// - Returns: A token. The closure runs for as long as the token is held, or until it is cancelled.
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

  func run() {
    guard let apply else { return }
    withObservationTracking {
      apply()
    } onChange: { [weak self] in
      // Told before the change is complete: it is read when the main actor is free.
      Task { @MainActor in self?.run() }
    }
  }
}
