import Observation
import Synchronization

/// What is notified of the changes of a shared value, in their order.
final class SharedObservers<Value: Sendable>: Observable, Sendable {
  let subscribers = SharedSubscribers<Value>()
  let replacements = SharedSubscribers<(old: Value, new: Value)>()
  private let registrar = ObservationRegistrar()
  private let queue = Mutex(Queue())

  private struct Queue {
    var changes: [SharedChange<Value>] = []
    /// Whether a thread is sending notifications. It also sends those for changes made meanwhile, so that they all
    /// arrive in order.
    var isBeingSent = false

    mutating func next() -> [SharedChange<Value>] {
      isBeingSent = !changes.isEmpty
      defer { changes = [] }
      return changes
    }
  }

  func access() { registrar.access(self, keyPath: \.registrar) }

  func didMutate() { registrar.withMutation(of: self, keyPath: \.registrar) {} }

  func note(_ change: SharedChange<Value>) { queue.withLock { $0.changes.append(change) } }

  /// Notes a function to be called with the present value, in order with the changes.
  func note(_ yield: @escaping @Sendable (Value) -> Void, present: () -> Value) {
    queue.withLock { queue in
      // Read under the lock: at most the last of the changes noted later is already made.
      let value = present()
      queue.changes.append(SharedChange(old: value, new: value, audience: .one(yield)))
    }
  }

  /// Sends the notifications. They call the user's code, so no lock is held.
  func notify() {
    var changes = queue.withLock { $0.isBeingSent ? [] : $0.next() }
    while !changes.isEmpty {
      for change in changes {
        change.inItsContext { notify(of: change) }
      }
      changes = queue.withLock { $0.next() }
    }
  }

  private func notify(of change: SharedChange<Value>) {
    if case .one(let yield) = change.audience { return yield(change.new) }
    if areKnownEqual(change.old, change.new) { return }
    didMutate()
    if case .observersOnly = change.audience { return subscribers.yield(change.new) { $0 == nil } }
    // A write outside all worlds affects the subscribers in all of them.
    let world = SharedWorld.current
    subscribers.yield(change.new) { world == nil || $0 == nil || $0 == world }
  }
}

/// A change of a shared value.
struct SharedChange<Value: Sendable>: Sendable {
  let old: Value
  let new: Value
  var audience = Audience.everyone
  /// The context of the change, because another thread may send the notifications.
  private let context = TaskContext.current
  private let recorder = SharedScope.recorder

  enum Audience {
    case everyone
    case observersOnly
    case one(@Sendable (Value) -> Void)
  }

  func inItsContext(_ operation: () -> Void) {
    context.whileCurrent {
      SharedScope.$recorder.withValue(recorder, operation: operation)
    }
  }
}
