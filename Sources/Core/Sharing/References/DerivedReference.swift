/// A part of a shared value.
final class DerivedReference<Root: Sendable, Value: Sendable>: SharedReference {
  private let base: any SharedReference<Root>
  /// Returns the part of a root that was read in a view.
  private let get: @Sendable (Root, SharedView?) -> Value
  private let set: @Sendable (inout Root, Value) -> Void
  private let subscription: SharedSubscription?

  /// - Parameter set: Changes the part of a root; by default nothing, for a part that is only read.
  init(
    _ base: any SharedReference<Root>,
    subscription: SharedSubscription? = nil,
    get: @escaping @Sendable (Root, SharedView?) -> Value,
    set: @escaping @Sendable (inout Root, Value) -> Void = { _, _ in }
  ) {
    self.base = base
    self.subscription = subscription
    self.get = get
    self.set = set
  }

  deinit { subscription?.cancel() }

  func value(in view: SharedView?) -> Value { get(base.value(in: view), view) }

  func access() { base.access() }

  func notifyObservers() { base.notifyObservers() }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    try base.withLock { root in
      var value = get(root, SharedScope.view)
      defer { set(&root, value) }
      return try operation(&value)
    }
  }

  func onReplacement(_ body: @escaping @Sendable (_ old: Value, _ new: Value) -> Void) -> SharedSubscription {
    let get = get
    return base.onReplacement { body(get($0, SharedScope.view), get($1, SharedScope.view)) }
  }

  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    let get = get
    return base.subscribe(in: world) { yield(get($0, nil)) }
  }

  func yieldPresent(to yield: @escaping @Sendable (Value) -> Void) {
    let get = get
    base.yieldPresent { yield(get($0, nil)) }
  }

  var persistence: any SharedPersistence { base.persistence }
}

// Parts that may be removed: the reference then keeps the last value, and writes change only that.
extension DerivedReference {
  convenience init(
    _ base: any SharedReference<Root>,
    from value: Value,
    find: @escaping @Sendable (Root) -> Value?,
    set: @escaping @Sendable (inout Root, Value) -> Void = { _, _ in }
  ) {
    let last = SharedCell(last: value)
    self.init(base) {
      find($0) ?? last.value(in: $1)
    } set: { root, value in
      if find(root) != nil { set(&root, value) }
      last.update { $0 = value }
    }
  }

  /// The wrapped value of an optional.
  convenience init(unwrapping base: any SharedReference<Root>, _ value: Value) where Root == Value? {
    let last = SharedCell(last: value)
    // Elements of collections keep only the values written through them instead. Otherwise, the cost of each change of
    // a collection would grow with the number of such elements.
    let subscription = base.onReplacement { old, new in
      if let old, new == nil { last.update { $0 = old } }
    }
    self.init(base, subscription: subscription) {
      $0 ?? last.value(in: $1)
    } set: { root, value in
      if root != nil { root = value } else { last.update { $0 = value } }
    }
  }
}

extension SharedCell {
  /// The last value of a part that may be removed, so that a session rewinds it.
  ///
  /// It is recorded only from its first write on, and only as long as a reference to the part exists: most of these are
  /// temporary, and a record would otherwise grow with each `$todos[id: id]`. Unlike other values without a label, it is
  /// visible in the state that has the part.
  fileprivate convenience init(last value: Value) { self.init(value, isSame: { areEqual($0, $1) }) }
}
