import Synchronization

/// The reference shared by the copies of one ``Shared`` or ``SharedReader``.
///
/// `$count = $other` stores another reference here, so it affects all copies. A session rewinds this like every
/// ``SharedBox``. A pointer is recorded only from its first assignment on: until then it does not change, and the
/// record would otherwise keep the pointers of all temporarily derived values.
final class SharedPointer<Value: Sendable, Reference: Sendable>: SharedBox<Reference>, @unchecked Sendable {
  // Unchecked, as in the superclass.

  /// Converts a reference, because an existential type does not conform to its own protocol.
  private let reader: @Sendable (Reference) -> any SharedReaderReference<Value>
  /// Created by the first subscription, because most pointers have none.
  private let listeners = Mutex<SharedSubscribers<any SharedReaderReference<Value>>?>(nil)

  init(
    _ reference: Reference,
    reader: @escaping @Sendable (Reference) -> any SharedReaderReference<Value>
  ) {
    self.reader = reader
    super.init(reference)
  }

  /// The reference in the view of the current task.
  var target: Reference { value() }

  /// Makes all copies refer to another value, and notifies observers.
  func point(to reference: Reference) {
    if SharedScope.view != nil { return set(reference) }
    change(to: reference) { write(reference) }
    listeners.withLock { $0 }?.yield(reader(reference), from: SharedWorld.current)
  }

  override func restore(_ reference: Reference) {
    change(to: reference) { replace(reference) }
    listeners.withLock { $0 }?.yieldOutside(reader(reference))
  }

  /// Notifies observers through the previous value, which is the one that they have read.
  private func change(to reference: Reference, by replace: () -> Void) {
    let old = reader(present)
    if old === reader(reference) { replace() } else { old.withMutation(replace) }
  }

  override func isSame(_ value: any Sendable, as other: any Sendable) -> Bool {
    guard let value = value as? Reference, let other = other as? Reference else { return false }
    return reader(value) === reader(other)
  }
}

extension SharedPointer: SharedReaderReference {
  func value(in view: SharedView?) -> Value {
    let reference: Reference = value(in: view)
    return reader(reference).value(in: view)
  }

  func access() { reader(target).access() }

  func withMutation(_ body: () -> Void) { reader(target).withMutation(body) }

  func onReplacement(_ body: @escaping @Sendable (_ old: Value, _ new: Value) -> Void) -> SharedSubscription {
    reader(target).onReplacement(body)
  }

  var persistence: any SharedPersistence { reader(target).persistence }

  var description: String { reader(target).description }

  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    let listeners = listeners.withLock { listeners in
      let known = listeners ?? SharedSubscribers()
      listeners = known
      return known
    }
    let current = CurrentSubscription()
    let assignments = listeners.add(in: world) { reference in
      current.replace { reference.subscribe(in: world, yield) }
      yield(reference.value(in: nil))
    }
    current.begin { reader(target).subscribe(in: world, yield) }
    return SharedSubscription {
      assignments.cancel()
      current.end()
    }
  }
}

extension SharedPointer: SharedReference where Reference == any SharedReference<Value> {
  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    try target.withLock(operation)
  }
}

/// The subscription to the value that a pointer currently refers to.
private final class CurrentSubscription: Sendable {
  private enum State {
    case notBegun
    case active(SharedSubscription)
    case ended
  }

  private let state = Mutex(State.notBegun)

  /// Subscribes, unless a concurrent assignment has already done so.
  func begin(_ subscribe: () -> SharedSubscription) {
    state.withLock { state in
      if case .notBegun = state { state = .active(subscribe()) }
    }
  }

  func replace(_ subscribe: () -> SharedSubscription) {
    state.withLock { state in
      if case .ended = state { return }
      if case .active(let subscription) = state { subscription.cancel() }
      state = .active(subscribe())
    }
  }

  func end() {
    state.withLock { state in
      if case .active(let subscription) = state { subscription.cancel() }
      state = .ended
    }
  }
}
