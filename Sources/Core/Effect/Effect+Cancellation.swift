extension Effect {
  /// Makes this effect cancellable by ``cancel(id:)``.
  ///
  /// The id is registered before the effect starts, so any later cancellation finds it. Ids are scoped to the feature
  /// that uses them: two elements of a list under `forEach` do not cancel each other, while a parent's `cancel(id:)`
  /// also reaches its children's effects with that id.
  ///
  /// - Parameters:
  ///   - id: The id; an enum nested in the feature keeps it distinct from those of other features.
  ///   - cancelInFlight: Whether to first cancel effects in flight with the same id. Of several effects started in a
  ///     row with `true`, the last one always survives.
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
