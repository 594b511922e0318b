/// A part of the value of a ``SharedReader``.
class DerivedReaderReference<Root: Sendable, Value: Sendable>: SharedReaderReference, @unchecked Sendable {
  // Unchecked because it has a subclass; its properties are constant.
  private let base: any SharedReaderReference<Root>
  /// Returns the part of a root that was read in a view.
  fileprivate let get: @Sendable (Root, SharedView?) -> Value
  private let subscription: SharedSubscription?

  init(
    _ base: any SharedReaderReference<Root>,
    subscription: SharedSubscription? = nil,
    get: @escaping @Sendable (Root, SharedView?) -> Value
  ) {
    self.base = base
    self.subscription = subscription
    self.get = get
  }

  deinit { subscription?.cancel() }

  func value(in view: SharedView?) -> Value { get(base.value(in: view), view) }

  func access() { base.access() }

  func withMutation(_ body: () -> Void) { base.withMutation(body) }

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

  var persistence: any SharedPersistence { base.persistence }
}

/// A part of the value of a ``Shared``.
final class DerivedReference<Root: Sendable, Value: Sendable>: DerivedReaderReference<Root, Value>,
  SharedReference, @unchecked Sendable
{
  private let base: any SharedReference<Root>
  private let modify: @Sendable (inout Root, Value) -> Void

  init(
    _ base: any SharedReference<Root>,
    subscription: SharedSubscription? = nil,
    get: @escaping @Sendable (Root, SharedView?) -> Value,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.base = base
    modify = set
    super.init(base, subscription: subscription, get: get)
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    try base.withLock { root in
      var value = get(root, SharedScope.view)
      defer { modify(&root, value) }
      return try operation(&value)
    }
  }
}

// Parts that may be removed: the reference then keeps the last value, and writes change only that.
extension DerivedReaderReference {
  convenience init(
    _ base: any SharedReaderReference<Root>,
    from value: Value,
    find: @escaping @Sendable (Root) -> Value?
  ) {
    let last = LastValue(value)
    self.init(base) { find($0) ?? last.value(in: $1) }
  }

  /// The wrapped value of an optional.
  convenience init(unwrapping base: any SharedReaderReference<Root>, _ value: Value) where Root == Value? {
    let last = LastValue(value)
    self.init(base, subscription: last.follow(base)) { $0 ?? last.value(in: $1) }
  }
}

extension DerivedReference {
  convenience init(
    _ base: any SharedReference<Root>,
    from value: Value,
    find: @escaping @Sendable (Root) -> Value?,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    let last = LastValue(value)
    self.init(base) {
      find($0) ?? last.value(in: $1)
    } set: { root, value in
      if find(root) != nil { set(&root, value) }
      last.set(value)
    }
  }

  /// The wrapped value of an optional.
  convenience init(unwrapping base: any SharedReference<Root>, _ value: Value) where Root == Value? {
    let last = LastValue(value)
    self.init(base, subscription: last.follow(base)) {
      $0 ?? last.value(in: $1)
    } set: { root, value in
      if root != nil { root = value } else { last.set(value) }
    }
  }
}

/// The last value of a part that may be removed. It is itself a shared value, so that a session rewinds it.
private final class LastValue<Value: Sendable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked, as in the superclass.
  override init(_ value: Value) {
    super.init(value)
    noteMade()
  }

  /// Keeps the wrapped value of an optional that becomes `nil`.
  ///
  /// Elements of collections keep only the values written through them instead. Otherwise, the cost of each change of a
  /// collection would grow with the number of such elements.
  func follow(_ base: some SharedReaderReference<Value?>) -> SharedSubscription {
    base.onReplacement { old, new in
      if let old, new == nil { self.set(old) }
    }
  }

  /// Unlike other values without a label, it is visible in the state that has the part.
  override func isSame(_ value: any Sendable, as other: any Sendable) -> Bool {
    Sameness.isSame(value, other)
  }
}
