import Synchronization

/// The reference shared by the copies of one ``Shared`` or ``SharedReader``.
///
/// `$count = $other` stores another reference here, so it affects all copies. A session rewinds this like every
/// ``SharedCell``. A pointer is recorded only from its first assignment on: until then it does not change, and the
/// record would otherwise keep the pointers of all temporarily derived values.
struct SharedPointer<Value: Sendable>: Sendable {
  private let cell: SharedCell<any SharedReference<Value>>

  init(_ reference: any SharedReference<Value>) {
    cell = SharedCell(reference) {
      $0 === $1
    } didChange: { old, new, _ in
      // Observers have read the previous value.
      if old !== new { old.notifyObservers() }
    }
  }

  /// The reference in the view of the current task.
  var target: any SharedReference<Value> { cell.value() }

  /// Makes all copies refer to another value, and notifies observers.
  func point(to reference: any SharedReference<Value>) { cell.update { $0 = reference } }

  /// Makes all copies refer to the value of a key, and loads it.
  func load(_ key: some SharedReaderKey<Value>, initialValue: @autoclosure () -> Value) async throws {
    let cell = key.cell(isLoaded: false, initialValue: initialValue)
    point(to: cell)
    try await cell.load()
  }

  /// The value in a view; `nil` is the present.
  func value(in view: SharedView?) -> Value {
    cell.value(in: view).value(in: view)
  }

  /// The value in the view of the current task, registered with the current observer.
  var observedValue: Value {
    let reference = target
    reference.access()
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
    let current = CurrentSubscription()
    // Follows the present reference, because of two assignments at once, the last may arrive here first.
    let assignments = cell.subscribe(in: world) { [weak cell] _ in
      current.replace { cell?.present.subscribe(in: world, yield) }
      cell?.present.yieldPresent(to: yield)
    }
    current.replace { cell.present.subscribe(in: world, yield) }
    return SharedSubscription {
      assignments.cancel()
      current.replace { nil }
    }
  }

  func yieldPresent(to yield: @escaping @Sendable (Value) -> Void) { cell.present.yieldPresent(to: yield) }
}

/// The subscription to the value that a pointer currently refers to.
private final class CurrentSubscription: Sendable {
  /// `nil` once it has ended.
  private let state = Mutex<SharedSubscription?>(SharedSubscription {})

  /// - Parameter subscribe: Makes the next subscription; `nil` ends this.
  func replace(_ subscribe: () -> SharedSubscription?) {
    state.withLock { current in
      guard let old = current else { return }
      old.cancel()
      current = subscribe()
    }
  }
}
