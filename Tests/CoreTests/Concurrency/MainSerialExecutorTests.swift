import CoreTestSupport
import Dispatch
import Testing
import XCTest

@testable import TestSupport

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Checks the queue, not the thread: the main queue may have left the main thread.
private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

@Suite(.serialized)
struct MainSerialExecutorTests {
  @Test func tasksRunOneAfterTheOtherOnTheMainQueue() async {
    let log = LockIsolated<[String]>([])
    await withMainSerialExecutor {
      let tasks = (0..<100).map { number in
        Task.detached {
          let queue = isOnMainQueue ? "main" : "other"
          log.withValue { $0.append("\(number) began, \(queue)") }
          await Task.yield()
          log.withValue { $0.append("\(number) ended") }
        }
      }
      for task in tasks { await task.value }
    }
    #expect(log.value == (0..<100).map { "\($0) began, main" } + (0..<100).map { "\($0) ended" })
  }

  @Test func tasksRunConcurrentlyAgainAfterwards() async {
    withMainSerialExecutor { withMainSerialExecutor {} }
    let isMain = await Task.detached { isOnMainQueue }.value
    #expect(!isMain)
  }

  @Test func tasksAreSerialUntilTheLastOperationEnds() async {
    await withMainSerialExecutor {
      withMainSerialExecutor {}
      let isMain = await Task.detached { isOnMainQueue }.value
      #expect(isMain)
    }
  }

  @Test func theMainExecutorIsUsedUntilTheVariableIsReset() async {
    #expect(!uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = true
    defer { uncheckedUseMainSerialExecutor = false }
    withMainSerialExecutor { #expect(uncheckedUseMainSerialExecutor) }
    let isMain = await Task.detached { isOnMainQueue }.value
    #expect(isMain && uncheckedUseMainSerialExecutor, "an operation does not reset it")
    uncheckedUseMainSerialExecutor = false
    let isStillMain = await Task.detached { isOnMainQueue }.value
    #expect(!isStillMain && !uncheckedUseMainSerialExecutor)
  }

  @Test func aMegaYieldLetsTasksOfNoStoreRun() async {
    await withMainSerialExecutor {
      let steps = CallCount()
      for _ in 0..<5 {
        Task {
          for _ in 0..<10 {
            steps.increment()
            await Task.yield()
          }
        }
      }
      await Task.megaYield()
      #expect(steps.value == 50)
    }
  }

  @Test func aSleepThatATaskOfNoStoreHasNotBegunIsFound() async throws {
    try await withMainSerialExecutor {
      let clock = TestClock()
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await #expect(throws: SuspensionError()) { try await clock.checkSuspension() }
      task.cancel()
      try await clock.checkSuspension()
    }
  }

  /// When `megaYield` returns, effects that were ready have run, regardless of timing.
  @MainActor
  @Test func readyEffectsHaveRunAfterAMegaYield() async {
    for _ in 0..<100 {
      let store = Store(initialState: Probe.State()) {
        Probe()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      store.send(.effect(.run((0..<10).map { .send("\($0)") })))
      await Task.megaYield(count: 1)
      #expect(store.log.count == 10)
    }
  }
}

/// The same in XCTest.
final class MainSerialExecutorTestCase: XCTestCase {
  override func invokeTest() { withMainSerialExecutor { super.invokeTest() } }

  func testTasksRunOnTheMainQueue() async {
    let isMain = await Task.detached { isOnMainQueue }.value
    XCTAssert(isMain)
  }
}

@Suite(.taskLocal(TaskLocals.$number, 1))
struct TaskLocalTraitTests {
  @Test func aSuiteBindsAValueForItsTests() { #expect(TaskLocals.number == 1) }

  @Test(.taskLocal(TaskLocals.$number, 2), .taskLocal(TaskLocals.$name, "a"), arguments: [1, 2])
  func aTestBindsItsOwn(_: Int) {
    #expect(TaskLocals.number == 2)
    #expect(TaskLocals.name == "a")
  }
}
