extension Effect {
  /// Makes this effect one that ``cancel(id:)`` ends.
  ///
  /// The id is taken before the effect starts, so a cancellation that comes at any time later finds it. Ids belong to
  /// the feature that uses them: two elements of a list under `forEach` do not cancel each other, while a parent's
  /// `cancel(id:)` also reaches effects of its children with that id.
  ///
  /// - Parameters:
  ///   - id: The name; an enum nested in the feature keeps it apart from those of other features.
  ///   - cancelInFlight: Whether effects of the same id that are still running are cancelled first. Of several
  ///     effects started one after another with `true`, the last one always is the one that survives.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(.cancellable(operation, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// An effect that cancels all effects in flight with the given id, in this feature and its children.
  ///
  /// - Complexity: O(*k*) in the number of effects cancelled.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(CancelID(id)))
  }
}
