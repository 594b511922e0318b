/// The name under which effects are cancelled.
struct CancelID: Hashable, Sendable {
  private let value: ErasedID

  init(_ base: some Hashable & Sendable) {
    value = ErasedID.boxing(base)
  }

  /// What it was made of.
  var base: any Hashable { value.base }
}

/// A part of the feature tree that owns the effects started in it: an element of a list, an optional child.
///
/// Cancellation ids are looked up within the scope that uses them and the scopes inside it, so that siblings that
/// use the same id do not disturb each other.
struct ScopeID: Hashable, Sendable {
  private let value: ErasedID

  /// The child whose effects these are.
  var child: ChildIdentity? { value.base as? ChildIdentity }

  init(_ base: some Hashable & Sendable) {
    value = ErasedID.boxing(base)
  }
}
