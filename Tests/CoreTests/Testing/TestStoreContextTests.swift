import Core
import CoreTestSupport
import Foundation
import Testing

@testable import TestSupport

/// What a test store has from the test that creates it, and how its effects run while the test does something else.
@MainActor
struct TestStoreContextTests {
  final class Tally: Sendable, TestDependencyKey {
    static var testValue: Tally { Tally() }
    let count = LockIsolated(0)
  }

  struct Feature: Reducer {
    struct State: Equatable {
      @Shared(.inMemory("context.memory")) var inMemory = 0
      @Shared(.appStorage("context.app")) var inApp = 0
      @Shared(.fileStorage(URL(filePath: "/context.json"))) var inFile = 0
      var note = 0
    }

    enum Action: Equatable {
      case reset, count, mark
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      @Dependency(Tally.self) var tally
      switch action {
      case .reset: state.$inMemory.withLock { $0 = 0 }
      case .count: state.note = tally.count.withValue { $0 + 1 }
      case .mark: break
      }
      return .none
    }
  }

  @Test func sharedValuesSetBeforeTheStoreAreTheFeatures() async {
    @Shared(.inMemory("context.memory")) var inMemory = 42
    @Shared(.appStorage("context.app")) var inApp = 43
    @Shared(.fileStorage(URL(filePath: "/context.json"))) var inFile = 44
    let store = TestStore(initialState: Feature.State()) { Feature() }
    #expect(store.state.inMemory == 42)
    #expect(store.state.inApp == 43)
    #expect(store.state.inFile == 44)
    await store.send(.reset) { $0.$inMemory.withLock { $0 = 0 } }
    #expect(inMemory == 0)
  }

  @Test func aDefaultThatTheTestUsedIsTheFeatures() async {
    @Dependency(Tally.self) var tally
    tally.count.setValue(7)
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.count) { $0.note = 8 }
  }

  @Test(.dependencies { $0[Tally.self].count.setValue(5) })
  func aDefaultThatATraitChangedIsTheFeatures() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.count) { $0.note = 6 }
  }

  @Test func anEqualWriteMayBeAsserted() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.reset) { $0.$inMemory.withLock { $0 = 0 } }
    await store.send(.reset)
  }

  @Test func anAssertedWriteThatTheFeatureDoesNotMakeIsReported() async {
    let messages = await issues {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.mark) { $0.$inMemory.withLock { $0 = 0 } }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("expected to change, but it did not") == true)
  }

  @Test(arguments: [0, 1, 2]) func aStandardClockWithoutAnOverrideIsReported(clock: Int) async {
    let messages = await issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, isSent in
          guard isSent else {
            state += 1
            return .none
          }
          return .run { send in
            @Dependency(\.continuousClock) var continuous
            @Dependency(\.suspendingClock) var suspending
            @Dependency(\.mainQueue) var queue
            switch clock {
            case 0: try await continuous.sleep(for: .seconds(1))
            case 1: try await suspending.sleep(for: .seconds(1))
            default: try await queue.sleep(for: .seconds(1))
            }
            await send(false)
          }
        }
      }
      await store.send(true)
      await store.receive(false) { $0 = 1 }
    }
    let name = ["continuousClock", "suspendingClock", "mainQueue"][clock]
    #expect(!messages.isEmpty && messages.allSatisfy { $0.contains("\"\(name)\"") }, "\(messages)")
  }
}

/// Effects of a test store while the test awaits something else.
struct TestStoreProgressTests {
  /// Sends the numbers that a stream gives, and notes each number that it received.
  private struct Listener: Reducer {
    let numbers: AsyncStream<Int>
    let noted: AsyncStream<Int>.Continuation

    enum Action: Equatable {
      case begin
      case heard(Int)
    }

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      switch action {
      case .begin:
        return .run { [numbers] send in
          for await number in numbers { await send(.heard(number)) }
        }
      case .heard(let number):
        state.append(number)
        return .run { [noted] _ in noted.yield(number) }
      }
    }
  }

  private func listenWhileAwaitingAStream(isolation: isolated (any Actor)? = #isolation) async {
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    let (noted, notes) = AsyncStream<Int>.makeStream()
    let store = TestStore(initialState: [Int]()) { Listener(numbers: numbers, noted: notes) }
    await store.send(.begin)
    var iterator = noted.makeAsyncIterator()
    for number in 1...3 {
      feed.yield(number)
      #expect(await iterator.next(isolation: isolation) == number)
    }
    feed.finish()
    await store.receive(.heard(1)) { $0 = [1] }
    await store.receive(.heard(2)) { $0 = [1, 2] }
    await store.receive(.heard(3)) { $0 = [1, 2, 3] }
    await store.finish()
  }

  @Test func aStreamThatAnEffectFeedsIsFed() async { await listenWhileAwaitingAStream() }

  @MainActor @Test func aStreamThatAnEffectFeedsIsFedOnTheMainActor() async {
    await listenWhileAwaitingAStream()
  }

  @Test func issuesOfTheFeatureBelongToTheTestThatMadeTheStore() async {
    let reporter = RecordingReporter()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let store = withIssueReporters([reporter]) {
      TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, isFirst in
          if isFirst {
            return .run { send in
              for await _ in started { break }
              await send(false)
            }
          }
          reportIssue("from the reducer")
          end.yield()
          return .none
        }
      }
    }
    await store.send(true)
    start.yield()
    for await _ in ended { break }
    #expect(reporter.messages == ["from the reducer"])
    await store.receive(false)
  }
}
