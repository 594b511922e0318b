import Synchronization

/// The subscribers to a shared value, in the order of their subscriptions.
final class SharedSubscribers<Value: Sendable>: Sendable {
  private let list = Mutex(List())

  private struct List {
    var subscribers = NumberedTable<Subscriber>()
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
      list.subscribers.insert(subscriber, number: list.next)
      return list.next
    }
    return SharedSubscription { [weak self] in
      self?.list.withLock { $0.subscribers.remove(id) }
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
    subscribers.forEach { if isConcerned($0.world) { $0.yield(value) } }
  }
}
