/// A part of what a ``SharedReader`` reads.
class DerivedReaderReference<Root: Sendable, Value: Sendable>: SharedReaderReference, @unchecked Sendable {
  // Unchecked only because it is inherited from: it is made of constants.
  private let base: any SharedReaderReference<Root>
  fileprivate let get: @Sendable (Root) -> Value

  init(_ base: any SharedReaderReference<Root>, get: @escaping @Sendable (Root) -> Value) {
    self.base = base
    self.get = get
  }

  func value(in view: SharedView?) -> Value { get(base.value(in: view)) }

  func access() { base.access() }

  func subscribe(_ yield: @escaping @Sendable (Value) -> Void) -> SharedSubscription {
    let get = get
    return base.subscribe { yield(get($0)) }
  }

  var persistence: any SharedPersistence { base.persistence }
}

/// A part of what a ``Shared`` reads and writes.
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
