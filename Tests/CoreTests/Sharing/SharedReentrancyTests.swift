import TodoShellSessions
import Core
import Foundation
import Observation
import Testing

@testable import TestSupport

/// What a change of a shared value may do to shared values: read this one, write others, but not write this one.
struct SharedReentrancyTests {
  struct User: Codable, Equatable, Sendable {
    var name = "Blob"
    var age = 0
  }

  private func issues(of operation: () throws -> Void) rethrows -> [String] {
    let reporter = RecordingReporter()
    try withIssueReporters([reporter], operation: operation)
    return reporter.messages
  }

  @Test func aNestedChangeOfTheSameValueIsReported() {
    let messages = issues {
      let count = Shared(value: 1)
      count.withLock { outer in
        outer += 1
        count.withLock { $0 += 10 }
      }
      #expect(count.wrappedValue == 2, "the outer change wins")
    }
    #expect(messages.count == 1 && messages[0].contains("Shared<Int>"), "\(messages)")
  }

  @Test func whatANestedChangeLosesIsTold() async {
    let shared = Shared(value: 0)
    var values = shared.publisher.makeAsyncIterator()
    #expect(await values.next() == 0)
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      shared.withLock { _ in shared.withLock { $0 = 5 } }
      shared.withLock { $0 = 7 }
    }
    #expect(reporter.messages.count == 1)
    for value in [5, 0, 7] { #expect(await values.next() == value) }
  }

  @Test func aNestedChangeOfAnotherPartIsReported() {
    let messages = issues {
      let user = Shared(value: User())
      user.name.withLock { _ in user.age.withLock { $0 = 1 } }
    }
    #expect(messages.count == 1)
  }

  @Test func anObserverMayMakeAnotherChange() {
    let messages = issues {
      let (count, calls) = (Shared(value: 1), CallCount())
      withObservationTracking {
        _ = count.wrappedValue
      } onChange: {
        // The change that it makes calls it again.
        guard calls.value == 0 else { return }
        calls.increment()
        count.withLock { $0 = 100 }
      }
      count.withLock { $0 = 2 }
      #expect(count.wrappedValue == 100)
    }
    #expect(messages == [])
  }

  /// Runs a closure on another thread, and waits for it.
  private static func onAnotherThread(_ operation: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      operation()
      isDone.signal()
    }
    isDone.wait()
  }

  @Test func anObserverMayWaitForAnotherThreadThatChangesTheValue() {
    let (count, calls) = (Shared(value: 1), CallCount())
    withObservationTracking {
      _ = count.wrappedValue
    } onChange: {
      guard calls.value == 0 else { return }
      calls.increment()
      Self.onAnotherThread { count.withLock { $0 += 10 } }
    }
    count.withLock { $0 = 2 }
    #expect(count.wrappedValue == 12)
  }

  /// A key that, when it first saves, waits for another thread to change its value.
  private struct WaitingKey: SharedKey {
    let saved: LockIsolated<[Int]>
    var id: ObjectIdentifier { ObjectIdentifier(saved) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resumeReturningInitialValue()
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      saved.withValue { $0.append(value) }
      if value == 2 {
        SharedReentrancyTests.onAnotherThread { [self] in
          Shared(wrappedValue: 0, self).withLock { $0 += 10 }
        }
      }
      continuation.resume()
    }
  }

  @Test func savingMayWaitForAnotherThreadThatChangesTheValue() {
    let key = WaitingKey(saved: LockIsolated([]))
    withDependencies {
      // Other threads see only the values of the running program.
      $0.context = .live
    } operation: {
      @Shared(key) var count = 1
      $count.withLock { [$count] value in
        value = 2
        #expect($count.wrappedValue == 1)
      }
      #expect(key.saved.value.first == 2)
    }
  }

  @Test func valuesAreSavedAndPublishedInTheOrderOfTheirChanges() async {
    let key = WaitingKey(saved: LockIsolated([]))
    @Shared(key) var count = 0
    var values = $count.publisher.makeAsyncIterator()
    #expect(await values.next() == 0)
    let shared = $count
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<250 { shared.withLock { $0 += 1000 } }
    }
    let saved = key.saved.value
    #expect(saved == saved.sorted() && saved.last == 1_000_000)
    for number in 1...1000 { #expect(await values.next() == number * 1000) }
  }

  /// A key whose saving starts a task that yields what others wrote, once it may.
  private struct RemoteKey: SharedKey {
    let mayYield = AsyncStream.makeStream(of: Void.self)
    let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
    let task = LockIsolated<Task<Void, Never>?>(nil)
    var id: ObjectIdentifier { ObjectIdentifier(task) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resumeReturningInitialValue()
    }

    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      self.subscriber.setValue(subscriber)
      return SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      continuation.resume()
      guard value == 1 else { return }
      task.setValue(
        Task {
          for await _ in mayYield.stream {}
          subscriber.value?.yield(1)
        }
      )
    }
  }

  @Test func aTaskThatSavingStartedMayYieldWhatWasSavedBefore() async {
    let key = RemoteKey()
    @Shared(key) var count = 0
    $count.withLock { $0 = 1 }
    $count.withLock { $0 = 2 }
    key.mayYield.continuation.finish()
    await key.task.value?.value
    #expect(count == 1)
  }

  /// Tasks inherit the expectation's view of the shared values.
  @Test func concurrentChangesInAnExpectationAreNotNested() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: SharedCounter.State(count: Shared(value: 0))) { SharedCounter() }
      let count = store.state.$count
      let tasks = LockIsolated<[Task<Void, Never>]>([])
      await store.send(.otherButtonTapped) { state in
        state.other = 1
        tasks.setValue(
          (0..<4).map { _ in
            Task { @concurrent in
              for _ in 0..<250 { count.withLock { $0 += 1 } }
            }
          }
        )
      }
      for task in tasks.value { await task.value }
    }
    #expect(!reporter.messages.contains { $0.contains("within another change") })
  }

  @Test func aNestedChangeOfAStorageIsReported() {
    let messages = issues {
      let storage = SharedStorage([1])
      storage.withLock { outer in
        outer.append(2)
        storage.withLock { $0.append(10) }
      }
      #expect(storage.value == [1, 2], "the outer change wins")
      #expect(throws: TestError.self) {
        try storage.withLock {
          $0.append(3)
          throw TestError()
        }
      }
      #expect(storage.value == [1, 2, 3])
    }
    #expect(messages.count == 1 && messages[0].contains("[Int]"), "\(messages)")
  }

  @Test func aNestedExpectationIsReported() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: SharedCounter.State(count: Shared(value: 0))) { SharedCounter() }
      await store.send(.incrementButtonTapped) { state in
        state.$count.withLock { outer in
          state.$count.withLock { $0 = 7 }
          outer = 1
        }
      }
    }
    #expect(reporter.messages.count == 1)
  }

  @Test func aChangeThatThrewLeavesTheNextOneAlone() {
    let messages = issues {
      let count = Shared(value: 1)
      #expect(throws: TestError.self) { try count.withLock { _ in throw TestError() } }
      count.withLock { $0 = 2 }
    }
    #expect(messages == [])
  }

  @Test func aNestedChangeOfAnotherValueIsFine() {
    let messages = issues {
      let (one, other) = (Shared(value: 1), Shared(value: 1))
      one.withLock { value in other.withLock { $0 += value } }
      #expect(other.wrappedValue == 2)
    }
    #expect(messages == [])
  }

  /// The first save over a file that cannot be read decodes it, and that may write shared values of its own.
  @Test func decodingMayWriteAnotherFileInMemory() {
    let (numbers, log) = (URL(fileURLWithPath: "/numbers"), URL(fileURLWithPath: "/log"))
    withDependencies {
      $0.defaultFileStorage = .inMemory(files: [numbers: Data("?".utf8)])
    } operation: {
      @Shared(.fileStorage(log)) var errors: [String] = []
      let errorLog = $errors
      let key = FileStorageKey<[Int]>.fileStorage(numbers) { data in
        do {
          return try JSONDecoder().decode([Int].self, from: data)
        } catch {
          errorLog.withLock { $0.append("unreadable") }
          throw error
        }
      } encode: {
        try JSONEncoder().encode($0)
      }
      @Shared(key) var list = []
      $list.withLock { $0 = [1] }
      #expect(list == [1] && errors.count == 2)
      let broken = FileStorageKey<Data>.fileStorage(URL(fileURLWithPath: "/numbers.broken")) {
        $0
      } encode: {
        $0
      }
      @Shared(broken) var kept = Data()
      #expect(kept == Data("?".utf8))
    }
  }

  /// A value whose release writes to the storage that it was in.
  @Test func releasingAValueMayWriteToItsStorage() {
    final class Token: Sendable {
      let log: Shared<Int>
      init(_ log: Shared<Int>) { self.log = log }
      deinit { log.withLock { $0 += 1 } }
    }
    let storage = InMemoryStorage()
    withDependencies {
      $0.context = .live
      $0.defaultInMemoryStorage = storage
    } operation: {
      @Shared(.inMemory("log")) var log = 0
      @Shared(.inMemory("token")) var token: Token?
      $token.withLock { [$log] in $0 = Token($log) }
      $token.withLock { $0 = nil }
      #expect(log == 1)
    }
  }

  /// Debug builds trap on overlapping accesses. Here a reducer changes what is recorded while observers, a publisher
  /// and the change itself read it.
  @Test func changesThatAreRecordedAndObservedDoNotOverlap() async throws {
    struct Busy: Reducer {
      struct State: Equatable { @Shared(.inMemory("user")) var user = User() }
      enum Action: Equatable { case tap, seen(Int) }
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          guard action == .tap else { return .none }
          state.$user.withLock { [user = state.$user] in
            $0.age += user.wrappedValue.age + 1
          }
          return .none
        }
      }
    }
    let messages = await issues {
      let store = TestStore(initialState: Busy.State()) { Busy() }
      let user = store.state.$user
      withObservationTracking {
        _ = store.state.user
      } onChange: {
        _ = user.age.wrappedValue
      }
      await store.send(.tap) { state in
        state.$user.withLock { $0.age = state.$user.age.wrappedValue + 1 }
      }
      let session = Session(initialState: Busy.State()) { Busy() }
      for _ in 0..<3 { #expect(throws: Never.self) { try session.send(.tap) } }
      #expect(session.state.user.age == 7)
      #expect(throws: Never.self) { try session.undo(2) }
      #expect(session.state.user.age == 1)
    }
    #expect(messages == [])
  }

  private func issues(_ operation: () async -> Void) async -> [String] {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter], operation: operation)
    return reporter.messages
  }
}
