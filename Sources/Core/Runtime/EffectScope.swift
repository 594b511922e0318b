/// The effects in flight of one part of the feature tree, and the parts inside it.
///
/// Each registered id is also entered in every enclosing scope, so that a feature's `cancel(id:)` reaches the effects
/// of its children without searching for them.
final class EffectScope {
  private let id: ScopeID?
  private let parent: EffectScope?
  private let dismissal: ErasedAction?
  private var inner: [ScopeID: EffectScope] = [:]
  private var members = NumberedTable<RunningEffect>()
  private var registered: [CancelID: NumberedTable<RunningEffect>] = [:]

  /// The pauses of throttled effects by their ids.
  var pauses: [CancelID: RunningEffect] = [:]

  /// Creates the outermost scope.
  init() {
    id = nil
    parent = nil
    dismissal = nil
  }

  private init(id: ScopeID, in parent: EffectScope, dismissal: ErasedAction?) {
    self.id = id
    self.parent = parent
    self.dismissal = dismissal
  }

  /// The scope `id` inside this one, made if nothing is in flight there.
  func scope(_ id: ScopeID, dismissal: ErasedAction?) -> EffectScope {
    if let scope = inner[id] { return scope }
    let scope = EffectScope(id: id, in: self, dismissal: dismissal)
    inner[id] = scope
    return scope
  }

  /// The actions that take this scope's feature, or one around it, away.
  ///
  /// - Complexity: O(*d*) in the depth of the scope.
  var dismissals: [ScopeID: ErasedAction] {
    var dismissals: [ScopeID: ErasedAction] = [:]
    for scope in enclosing {
      if let id = scope.id, let dismissal = scope.dismissal { dismissals[id] = dismissal }
    }
    return dismissals
  }

  func insert(_ effect: RunningEffect) {
    members.insert(effect, number: effect.id)
  }

  /// - Complexity: O(*d*) in the depth of the scope.
  func remove(_ effect: RunningEffect) {
    members.remove(effect.id)
    detachIfEmpty()
  }

  private func detachIfEmpty() {
    guard let parent, let id, members.isEmpty, inner.isEmpty, parent.inner[id] === self else { return }
    parent.inner[id] = nil
    parent.detachIfEmpty()
  }

  private var enclosing: some Sequence<EffectScope> { sequence(first: self, next: \.parent) }

  /// - Complexity: O(*d*) in the depth of the scope.
  func register(_ effect: RunningEffect, id: CancelID) {
    effect.willRegister(under: id)
    for scope in enclosing {
      scope.registered[id, default: NumberedTable()].insert(effect, number: effect.id)
    }
  }

  /// - Complexity: O(*d*) in the depth of the scope.
  func unregister(_ effect: RunningEffect, id: CancelID) {
    for scope in enclosing {
      // An id is hashed as the feature's type wants it, which is not to be done more often than it must.
      guard let index = scope.registered.index(forKey: id) else { continue }
      scope.registered.values[index].remove(effect.id)
      if scope.registered.values[index].isEmpty { scope.registered.remove(at: index) }
    }
  }

  /// Cancels the effects registered under `id` here and in the scopes inside, in the order in which they started.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects cancelled.
  func cancel(_ id: CancelID) {
    registered[id]?.forEach { $0.cancel() }
  }

  /// Cancels everything in the scope `id` inside this one.
  func cancelScope(_ id: ScopeID) {
    inner[id]?.cancelAll()
  }

  /// Cancels everything here and in the scopes inside, in the order in which it started.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects cancelled.
  func cancelAll() {
    for effect in all.sorted(by: { $0.id < $1.id }) { effect.cancel() }
  }

  /// Lets go of everything that is still here.
  func removeAll() {
    for scope in inner.values { scope.removeAll() }
    inner = [:]
    members = NumberedTable()
    registered = [:]
    pauses = [:]
  }

  /// Whether something here or in the scopes inside is busy with something other than sleeping on a clock that someone
  /// moves, and has not been cancelled.
  ///
  /// - Complexity: O(*n*) in the number of effects in flight.
  var isBusy: Bool {
    members.values.contains { $0.task != nil && !$0.isCancelled && $0.context?.isAsleep == false }
      || inner.values.contains(where: \.isBusy)
  }

  /// The effects that wait for something that is decided here.
  var waiting: Set<Int> { Set(all.filter { $0.context?.isAsleep == true }.map(\.id)) }

  private var all: [RunningEffect] {
    inner.values.reduce(into: members.values) { $0 += $1.all }
  }
}
