import Testing

@testable import Core

/// What another thread does between the last drain of an engine and its end.
struct ShutDownTests {
  @Test func anActionThatComesAfterTheLastDrainLetsItsSenderGoOn() async {
    let inbox = Inbox()
    await withUnsafeContinuation { sender in
      inbox.append(Delivery(action: TypedBox(1), animation: nil, effect: nil, sender: sender))
      inbox.close()
    }
    #expect(inbox.isEmpty)
  }

  @Test func aJobThatComesAfterTheLastDrainStillRuns() async {
    let executor = DrainedExecutor()
    let task = Task(executorPreference: executor) { 1 }
    executor.retire()
    #expect(await task.value == 1)
  }

  @Test func aWaitForIdlenessThatComesAfterTheLastDrainIsOver() async {
    let executor = DrainedExecutor()
    executor.retire()
    await executor.waitUntilIdle()
  }
}
