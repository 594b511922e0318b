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

  /// Whether there are no subscribers.
  var isEmpty: Bool { list.withLock(\.subscribers.isEmpty) }

  /// Notifies subscribers.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - isConcerned: Whether to notify the subscribers in a world; `nil` stands for those outside all worlds.
  func yield(_ value: Value, if isConcerned: (_ world: ObjectIdentifier?) -> Bool = { _ in true }) {
    // Called outside of the lock, because subscribers may come and go meanwhile.
    let subscribers = list.withLock(\.subscribers)
    subscribers.forEach { if isConcerned($0.world) { $0.yield(value) } }
  }
}
