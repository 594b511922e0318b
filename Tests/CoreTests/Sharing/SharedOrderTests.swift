import Dispatch
import Testing

@testable import Core
@testable import TodoShellSessions
@testable import TestSupport

/// The order of changes of a shared value on several threads.
struct SharedOrderTests {
  /// A storage whose loads end when the test resumes them.
  private struct SlowKey: SharedKey {
    let loads: LockIsolated<[LoadContinuation<Int>]>
    let didBegin: AsyncStream<Void>.Continuation

    var id: ObjectIdentifier { ObjectIdentifier(loads) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      loads.withValue { $0.append(continuation) }
      didBegin.yield()
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      continuation.resume()
    }
  }

  private struct WatchedKey: SharedKey {
    let stored = LockIsolated(0)
    let subscribers = LockIsolated<[SharedSubscriber<Int>]>([])

    var id: ObjectIdentifier { ObjectIdentifier(stored) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(returning: stored.value)
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      stored.setValue(value)
      continuation.resume()
    }

    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      subscribers.withValue { $0.append(subscriber) }
      return SharedSubscription {}
    }
  }

  @Test func anOutdatedStorageValueDoesNotReplaceANewerOne() throws {
    let key = WatchedKey()
    @Shared(key) var count = 0
    let subscriber = try #require(key.subscribers.value.first)
    key.stored.setValue(1)
    subscriber.yield { key.stored.value }
    #expect(count == 1)
    var isRead = false
    subscriber.yield {
      defer { isRead = true }
      // Changed and saved after it was read, but before it is taken.
      if !isRead { $count.withLock { $0 = 2 } }
      return isRead ? key.stored.value : 1
    }
    #expect(isRead && count == 2 && key.stored.value == 2)
  }

  @Test(arguments: [false, true]) func savedWriteIsNewerThanALoadThatBeganBefore(isFirst: Bool)
    async throws
  {
    let loads = LockIsolated<[LoadContinuation<Int>]>([])
    let (begun, didBegin) = AsyncStream.makeStream(of: Void.self)
    @Shared(SlowKey(loads: loads, didBegin: didBegin)) var count = 0
    func resume(with value: Int) { loads.withValue { $0.removeFirst() }.resume(returning: value) }
    if !isFirst { resume(with: 1) }
    let shared = $count
    async let load: Void? = isFirst ? nil : shared.load()
    var beginnings = begun.makeAsyncIterator()
    for _ in 0..<(isFirst ? 1 : 2) { await beginnings.next() }
    $count.withLock { $0 = 2 }
    resume(with: 1)
    try await load
    #expect(count == 2 && !$count.isLoading)
    async let next: Void = shared.load()
    await beginnings.next()
    resume(with: 3)
    try await next
    #expect(count == 3, "a later load is newer")
  }

  /// The values of a publisher that is created while another thread writes, up to the last one.
  private func values(
    of shared: Shared<Int>,
    while write: @escaping @Sendable () -> Void,
    last: Int
  ) async -> [Int] {
    nonisolated(unsafe) var made: SharedPublisher<Int>.AsyncIterator?
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      if side == 0 { write() } else { made = shared.publisher.makeAsyncIterator() }
    }
    shared.withLock { $0 = last }
    guard var iterator = made else { return [] }
    var values: [Int] = []
    while let value = await iterator.next() {
      values.append(value)
      if value == last { break }
    }
    return values
  }

  @Test func aSubscriberThatComesDuringTheFirstChangeGetsIt() async {
    let shared = Shared(value: 0)
    var values = shared.withLock { value in
      defer { value = 1 }
      return shared.publisher.makeAsyncIterator()
    }
    let (first, second) = (await values.next(), await values.next())
    #expect(first == 0 && second == 1)
  }

  @Test func publisherNeverGoesBackToAnEarlierValue() async {
    for round in 0..<2_000 {
      let shared = Shared(value: 0)
      let values = await values(of: shared, while: { shared.withLock { $0 = 1 } }, last: 2)
      #expect(values == values.sorted(), "round \(round)")
    }
  }

  @Test func publisherOfAnAssignedValueNeverGoesBackToAnEarlierValue() async {
    for round in 0..<1_000 {
      let (shared, other) = (Shared(value: 0), Shared(value: 10))
      var iterator = shared.publisher.makeAsyncIterator()
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        if side == 0 { other.withLock { $0 = 11 } } else { shared.projectedValue = other }
      }
      other.withLock { $0 = 12 }
      var values: [Int] = []
      while values.last != 12, let value = await iterator.next() { values.append(value) }
      #expect(values == values.sorted(), "round \(round)")
    }
  }
}

/// A session keeps references to parts of shared values only while they are needed.
struct SharedPartGrowthTests {
  private struct Todo: Equatable, Identifiable, Sendable {
    let id: Int
    var taps = 0
  }

  private struct State: Equatable {
    @Shared(.inMemory("todos")) var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2)]
    var taps = 0
    var kept: Shared<Todo>?
  }

  private enum Action { case read, write, keep, remove, writeKept }

  private func makeSession() -> Session<State, Action> {
    Session(initialState: State()) {
      Reduce { state, action in
        switch action {
        case .read: for _ in 0..<1_000 { state.taps += state.$todos[id: 1]?.wrappedValue.taps ?? 0 }
        case .write: for _ in 0..<1_000 { state.$todos[id: 1]?.withLock { $0.taps += 1 } }
        case .keep: state.kept = state.$todos[id: 2]
        case .remove: state.$todos.withLock { _ = $0.remove(id: 2) }
        case .writeKept: state.kept?.withLock { $0.taps += 1 }
        }
        return .none
      }
    }
  }

  @Test func temporaryReferencesToPartsAreNotKept() throws {
    let session = makeSession()
    let count = session.core.shared.snapshot.versions.count
    try session.send(.read)
    #expect(session.core.shared.snapshot.versions.count == count)
    try session.send(.write)
    try session.send(.write)
    #expect(session.core.shared.snapshot.versions.count < count + 200)
    #expect(session.state.todos[id: 1]?.taps == 2_000)
    try session.undo()
    #expect(session.state.todos[id: 1]?.taps == 1_000)
    #expect(try session.verify() == nil)
  }

  @Test func lastValueOfARemovedPartIsRewound() throws {
    let session = makeSession()
    for action in [Action.keep, .writeKept, .remove, .writeKept, .write] {
      try session.send(action)
    }
    #expect(session.state.kept?.wrappedValue.taps == 2)
    for taps in [2, 1, 1, 0] {
      try session.undo()
      #expect(session.state.kept?.wrappedValue.taps == taps)
    }
    for _ in 0..<4 { try session.redo() }
    #expect(session.state.kept?.wrappedValue.taps == 2)
  }
}
