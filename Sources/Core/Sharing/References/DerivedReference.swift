/// A part of the value of a ``SharedReader``.
class DerivedReaderReference<Root: Sendable, Value: Sendable>: SharedReaderReference, @unchecked Sendable {
  // Unchecked because it has a subclass; its properties are constant.
  private let base: any SharedReaderReference<Root>
  fileprivate let get: @Sendable (Root) -> Value

  init(_ base: any SharedReaderReference<Root>, get: @escaping @Sendable (Root) -> Value) {
    self.base = base
    self.get = get
  }

  func value(in view: SharedView?) -> Value { get(base.value(in: view)) }

  func access() { base.access() }

  func withMutation(_ body: () -> Void) { base.withMutation(body) }

  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    let get = get
    return base.subscribe(in: world) { yield(get($0)) }
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
    get: @escaping @Sendable (Root) -> Value,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.base = base
    modify = set
    super.init(base, get: get)
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    try base.withLock { root in
      var value = get(root)
      defer { modify(&root, value) }
      return try operation(&value)
    }
  }
}

// Parts that may be removed: they then show the last value known to be present, and ignore writes.
extension DerivedReaderReference {
  convenience init(
    _ base: any SharedReaderReference<Root>,
    from value: Value,
    find: @escaping @Sendable (Root) -> Value?
  ) {
    let last = LastValue(value)
    self.init(base) { last.orLast(find($0)) }
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
      last.orLast(find($0))
    } set: { root, value in
      guard find(root) != nil else { return }
      set(&root, value)
      last.remember(value)
    }
  }
}

/// The value of a removable part when it was last known to be present: when it was derived or written to.
///
/// It is itself a shared value, so that a session rewinds it.
private final class LastValue<Value: Sendable>: Sendable {
  private let box: SharedBox<Value>

  init(_ value: Value) {
    box = SharedBox(value)
    box.noteMade()
  }

  func orLast(_ value: Value?) -> Value { value ?? box.value() }

  func remember(_ value: Value) { box.set(value) }
}
