import Core
import Foundation
import Testing

@testable import TestSupport

struct IsolatedValueTests {
  private struct Log: Sendable, Equatable {
    var entries: [String] = []
    var count: Int { entries.count }
  }

  @Test func aLockedValueIsChangedByAnyThread() async {
    let log = LockIsolated(Log())
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { log.withValue { $0.entries.append("\(number)") } }
      }
    }
    #expect(log.count == 100)
    #expect(Set(log.entries).count == 100)
    log.setValue(Log(entries: ["a"]))
    #expect(log.value == Log(entries: ["a"]))
    #expect(log.withValue { $0.entries.removeLast() } == "a")
    #expect(log.value == Log())
  }

  @Test func aLockedValueIsReadAndReportedWhereItIsChangedTwice() async {
    let count = LockIsolated(1)
    let issues = await issues {
      count.withValue { $0 += count.value }
      #expect(count.value == 2)
      count.withValue {
        $0 = 10
        count.setValue(20)
      }
    }
    #expect(count.value == 10)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("that change is lost") == true)
  }

  @Test func whatIsChangedBeforeAnErrorIsKept() async {
    struct Failure: Error {}
    let locked = LockIsolated(0)
    let isolated = ActorIsolated(0)
    #expect(throws: Failure.self) {
      try locked.withValue {
        $0 = 1
        throw Failure()
      }
    }
    await #expect(throws: Failure.self) {
      try await isolated.withValue {
        $0 = 1
        throw Failure()
      }
    }
    #expect(locked.value == 1)
    #expect(await isolated.value == 1)
  }

  @Test func anActorsValueIsChangedByAnyTask() async {
    let count = ActorIsolated(0)
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { await count.withValue { $0 += 1 } }
      }
    }
    #expect(await count.value == 100)
    await count.setValue(3)
    #expect(
      await count.withValue {
        await Task.yield()
        $0 += 1
        return $0
      } == 4
    )
  }

  @Test func anUncheckedValueIsUsedAsItIs() async throws {
    final class Box { var text = "a" }
    let box = UncheckedSendable(Box())
    await Task { box.value.text += "b" }.value
    #expect(box.text == "ab")
    @UncheckedSendable var wrapped = [1]
    wrapped.append(2)
    #expect(wrapped == [1, 2])
    #expect($wrapped == UncheckedSendable([1, 2]))
    let encoded = try JSONEncoder().encode($wrapped)
    #expect(try JSONDecoder().decode(UncheckedSendable<[Int]>.self, from: encoded).value == [1, 2])
  }
}
