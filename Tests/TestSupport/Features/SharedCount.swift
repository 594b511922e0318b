import Synchronization

/// A count that tests can share.
final class SharedCount: Sendable {
  private let count = Mutex(0)

  func add(_ number: Int) { count.withLock { $0 += number } }
  func store(_ number: Int) { count.withLock { $0 = number } }
  func load() -> Int { count.withLock { $0 } }
}
