import Synchronization

/// The reference shared by the copies of one ``Shared`` or ``SharedReader``.
///
/// `$count = $other` stores another reference here, so it affects all copies. A session rewinds this like every
/// ``SharedBox``. A pointer is recorded only from its first assignment on: until then it does not change, and the
/// record would otherwise keep the pointers of all temporarily derived values.
final class SharedPointer<Value: Sendable>: SharedBox<any SharedReference<Value>>, @unchecked Sendable {
  // Unchecked, as in the superclass.

  /// Created by the first subscription, because most pointers have none.
  private let listeners = AtomicLazyReference<SharedSubscribers<any SharedReference<Value>>>()

  /// The reference in the view of the current task.
  var target: any SharedReference<Value> { value() }

  /// Makes all copies refer to another value, and notifies observers.
  func point(to reference: any SharedReference<Value>) {
    if SharedScope.view != nil { return set(reference) }
    change(to: reference) { write(reference) }
    listeners.load()?.yield(reference, from: SharedWorld.current)
  }

  /// Makes all copies refer to the value of a key, and loads it.
  func load(_ key: some SharedReaderKey<Value>, initialValue: @autoclosure () -> Value) async throws {
    let cell = key.cell(isLoaded: false, initialValue: initialValue)
    point(to: cell)
    try await cell.load()
  }

  override func restore(_ reference: any SharedReference<Value>) {
    change(to: reference) { replace(reference) }
    listeners.load()?.yieldOutside(reference)
  }

  /// Notifies observers through the previous value, which is the one that they have read.
  private func change(to reference: any SharedReference<Value>, by replace: () -> Void) {
    let old = present
    if old === reference { replace() } else { old.withMutation(replace) }
  }

  override func isSame(_ value: any Sendable, as other: any Sendable) -> Bool {
    guard let value = value as? any SharedReference<Value>, let other = other as? any SharedReference<Value>
    else { return false }
    return value === other
  }
}

extension SharedPointer {
  /// The value in a view; `nil` is the present.
  func value(in view: SharedView?) -> Value {
    let reference: any SharedReference<Value> = value(in: view)
    return reference.value(in: view)
  }

  /// The value in the view of the current task, registered with the current observer.
  var observedValue: Value {
    let reference = target
    if !StateObservation._isSuspended { reference.access() }
    return reference.value(in: SharedScope.view)
  }

  /// The value in the view of the current task, read without observing it.
  var viewedValue: Value { value(in: SharedScope.view) }

  /// The value on a side of the current comparison; outside of comparisons, the value in the view of the current
  /// task.
  func value(on side: ComparisonSide) -> Value {
    guard let sides = SharedScope.sides else { return viewedValue }
    return value(in: side == .old ? sides.old : sides.new)
  }

  /// Calls a function with each new value, also after assignments; see ``SharedReference``.
  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    let listeners = listeners.load() ?? listeners.storeIfNil(SharedSubscribers())
    let current = CurrentSubscription()
    // Follows the present reference, because of two assignments at once, the last may arrive here first.
    let assignments = listeners.add(in: world) { [weak self] _ in
      current.replace { self?.present.subscribe(in: world, yield) }
      self?.yieldPresent(to: yield)
    }
    current.replace { present.subscribe(in: world, yield) }
    return SharedSubscription {
      assignments.cancel()
      current.end()
    }
  }

  func yieldPresent(to yield: @escaping @Sendable (Value) -> Void) { present.yieldPresent(to: yield) }
}

/// The subscription to the value that a pointer currently refers to.
private final class CurrentSubscription: Sendable {
  private let state = Mutex<(subscription: SharedSubscription?, hasEnded: Bool)>((nil, false))

  func replace(_ subscribe: () -> SharedSubscription?) {
    state.withLock { state in
      if state.hasEnded { return }
      state.subscription?.cancel()
      state.subscription = subscribe()
    }
  }

  func end() {
    state.withLock { state in
      state.subscription?.cancel()
      state = (nil, true)
    }
  }
}
