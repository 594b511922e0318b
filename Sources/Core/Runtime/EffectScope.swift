/// The effects in flight of one feature in the feature tree, and of its children.
///
/// Each registered id is also entered in every enclosing scope, so that a feature's `cancel(id:)` reaches its
/// children's effects without searching for them.
///
/// Invariants (assertions verify them after every action while few effects are in flight):
/// - a scope contains only effects that have not ended, and each refers back to its scope;
/// - a child's scope is not empty;
/// - an effect registered under an id is in this scope or a nested one, and neither cancelled nor ended.
final class EffectScope {
  /// Identifies a child of a feature, and the part of the feature's state that contains the child.
  struct Key: Hashable {
    let child: ChildIdentity
    let parts: [HashedKeyPath]
  }

  private let key: Key?
  private let parent: EffectScope?
  private let dismissal: ErasedAction?
  private var inner: [Key: EffectScope] = [:]
  // Unchecked: what changes the members or the sequences calls nothing.
  @exclusivity(unchecked) private var members = NumberedTable<RunningEffect>()
  private var registered: [CancelID: NumberedTable<RunningEffect>] = [:]

  /// The sequences here and in nested scopes of which parts are still to start.
  @exclusivity(unchecked) private var sequences = NumberedTable<RunningEffect>()

  /// How many operations are being started here. Until they have been, the scope stays, even if it is empty.
  private var starts = 0

  /// Creates a scope; without arguments, the outermost one.
  init(_ key: Key? = nil, in parent: EffectScope? = nil, dismissal: ErasedAction? = nil) {
    self.key = key
    self.parent = parent
    self.dismissal = dismissal
  }

  /// The scope of a child, created if none of its effects is in flight.
  ///
  /// - Parameters:
  ///   - key: The child.
  ///   - dismissal: The action that dismisses it.
  func scope(_ key: Key, dismissal: ErasedAction?) -> EffectScope {
    if let scope = inner[key] { return scope }
    let scope = EffectScope(key, in: self, dismissal: dismissal)
    inner[key] = scope
    return scope
  }

  /// The actions that dismiss this scope's feature or one around it.
  var dismissals: [ChildIdentity: ErasedAction] {
    var dismissals: [ChildIdentity: ErasedAction] = [:]
    for scope in enclosing {
      // A feature may present itself, in which case the innermost one is meant.
      guard let id = scope.key?.child, let dismissal = scope.dismissal, dismissals[id] == nil else {
        continue
      }
      dismissals[id] = dismissal
    }
    return dismissals
  }

  /// Adds an effect, under the id that cancels it, before anything is started inside it.
  func insert(_ effect: RunningEffect) {
    members.insert(effect, number: effect.id)
    guard let id = effect.cancelID else { return }
    for scope in enclosing {
      scope.registered[id, default: NumberedTable()].insert(effect, number: effect.id)
    }
  }

  func remove(_ effect: RunningEffect) {
    if !effect.isCancelled { unregister(effect) }
    members.remove(effect.id)
    detachIfEmpty()
  }

  /// Starts effects here. A scope in which nothing is in flight afterwards is removed.
  func whileStarting(_ body: () -> Void) {
    starts += 1
    body()
    starts -= 1
    detachIfEmpty()
  }

  private func detachIfEmpty() {
    guard let parent, let key, starts == 0, members.isEmpty, inner.isEmpty, parent.inner[key] === self else {
      return
    }
    parent.inner[key] = nil
    parent.detachIfEmpty()
  }

  private var enclosing: some Sequence<EffectScope> { sequence(first: self, next: \.parent) }

  /// Removes an effect from under its id.
  func unregister(_ effect: RunningEffect) {
    guard let id = effect.cancelID else { return }
    for scope in enclosing {
      // An id is hashed by its type's own implementation, which may be slow, so hash it only once.
      guard let index = scope.registered.index(forKey: id) else { continue }
      scope.registered.values[index].remove(effect.id)
      if scope.registered.values[index].isEmpty { scope.registered.remove(at: index) }
    }
  }

  /// The open interval of throttled effects with an id.
  func interval(_ id: CancelID) -> RunningEffect? {
    registered[id]?.values.last { effect in
      if case .interval = effect.kind { effect.place.scope === self } else { false }
    }
  }

  func insertSequence(_ effect: RunningEffect) {
    for scope in enclosing { scope.sequences.insert(effect, number: effect.id) }
  }

  func removeSequence(_ effect: RunningEffect) {
    for scope in enclosing { scope.sequences.remove(effect.id) }
  }

  /// Cancels what would start later under `id` in the sequences here and in nested scopes, but those around an effect: what
  /// follows a cancellation in its own sequence is not meant.
  ///
  /// - Returns: The sequences of which parts were cancelled.
  func drop(_ id: CancelID, by effect: RunningEffect?) -> [RunningEffect] {
    if sequences.isEmpty { return [] }
    let around = Set(sequence(first: effect, next: { $0?.parent }).compactMap { $0?.id })
    return sequences.values.filter { !around.contains($0.id) && $0.drop(id) }
  }

  /// Cancels the effects registered under `id`, here and in nested scopes, in the order in which they started.
  func cancel(_ id: CancelID, _ cancellation: @autoclosure () -> Cancellation?) {
    guard let effects = registered[id] else { return }
    let cancellation = cancellation()
    effects.forEach { $0.cancel(cancellation) }
  }

  /// Cancels everything in the scope of a child.
  func cancelScope(_ key: Key, _ cancellation: @autoclosure () -> Cancellation?) {
    inner[key]?.cancelAll(cancellation())
  }

  /// Cancels everything, here and in nested scopes, in the order in which it started.
  func cancelAll(_ cancellation: Cancellation?) {
    for effect in all.sorted(by: { $0.id < $1.id }) { effect.cancel(cancellation) }
  }

  /// Removes everything that remains.
  func removeAll() {
    for scope in inner.values { scope.removeAll() }
    inner = [:]
    members = NumberedTable()
    registered = [:]
    sequences = NumberedTable()
  }

  /// Whether an effect here or in nested scopes, which has not been cancelled, is busy with anything but sleeping on
  /// a controlled clock.
  var isBusy: Bool {
    all.contains(where: \.isBusy)
  }

  /// The effects that wait for a controlled clock or a shared value.
  var waiting: Set<Int> { Set(all.filter { $0.progress.isAsleep }.map(\.id)) }

  /// Lets the work of all effects here and in nested scopes begin, even if they are cancelled before that.
  func letAllBegin() {
    for effect in all where !effect.isCancelled { effect.status.insert(.beginsCancelled) }
  }

  /// The effects here and in nested scopes.
  var all: [RunningEffect] {
    inner.values.reduce(into: members.values) { $0 += $1.all }
  }
}

extension EffectScope {
  /// Whether the scope holds nothing.
  var isEmpty: Bool {
    members.isEmpty && inner.isEmpty && registered.isEmpty && sequences.isEmpty
  }

  /// A description of the first broken invariant here or in nested scopes; `nil` if all hold.
  func brokenInvariant() -> String? {
    for effect in members.values where effect.isFinished || effect.place.scope !== self {
      return "Effect \(effect.id) has ended, or is not in its scope"
    }
    let ids = Set(all.map(\.id))
    for (id, effects) in registered {
      let isRight = !effects.isEmpty && effects.values.allSatisfy { ids.contains($0.id) && !$0.isCancelled }
      if !isRight { return "The effects \(effects.numbers) of \(id) are not all in flight" }
    }
    for (key, scope) in inner {
      guard scope.key == key, scope.parent === self else {
        return "The scope of \(key.child) is not below its parent"
      }
      if scope.members.isEmpty, scope.inner.isEmpty { return "The scope of \(key.child) is empty" }
      if let problem = scope.brokenInvariant() { return problem }
    }
    return nil
  }
}
