import Synchronization

/// The subscribers to a shared value, in the order of their subscriptions.
final class SharedSubscribers<Value: Sendable>: Sendable {
  private let list = Mutex(List())

  private struct List {
    var subscribers: [(id: Int, subscriber: Subscriber)] = []
    var next = 0
  }

  private struct Subscriber: Sendable {
    let world: ObjectIdentifier?
    let yield: @Sendable (Value) -> Void
  }

  func add(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    let subscriber = Subscriber(world: world, yield: yield)
    let id = list.withLock { list in
      defer { list.next += 1 }
      list.subscribers.append((list.next, subscriber))
      return list.next
    }
    return SharedSubscription { [weak self] in
      self?.list.withLock { list in list.subscribers.removeAll { $0.id == id } }
    }
  }

  /// Notifies the subscribers in a world and those outside of all worlds; all of them, if the write was outside of
  /// all worlds.
  func yield(_ value: Value, from world: ObjectIdentifier?) {
    tell(value) { world == nil || $0 == nil || $0 == world }
  }

  /// Notifies the subscribers outside of all worlds.
  func yieldOutside(_ value: Value) {
    tell(value) { $0 == nil }
  }

  private func tell(_ value: Value, if isConcerned: (ObjectIdentifier?) -> Bool) {
    // Called outside of the lock, because subscribers may come and go meanwhile.
    let subscribers = list.withLock(\.subscribers)
    for (_, subscriber) in subscribers where isConcerned(subscriber.world) { subscriber.yield(value) }
  }
}
