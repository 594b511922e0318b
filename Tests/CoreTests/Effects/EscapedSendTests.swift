import Core
import Testing

@testable import TestSupport

/// What is sent when the effect that it belongs to has ended.
struct EscapedSendTests {
  private struct Feature: Reducer {
    typealias State = Int

    enum Action: Equatable, Sendable {
      case start(Gate), startNamed(Gate), startCancellable(Gate), cancel, sent
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .start(let gate):
        return .run { send in gate.open = { await send(.sent) } }
      case .startNamed(let gate):
        return .run(name: "upload") { send in gate.open = { await send(.sent) } }
      case .startCancellable(let gate):
        return .run { send in
          gate.open = { await send(.sent) }
          try await neverEnds()
        }
        .cancellable(id: "x")
      case .cancel:
        return .cancel(id: "x")
      case .sent:
        state += 1
        return .none
      }
    }
  }

  /// Lets a test call what an effect has left behind.
  private final class Gate: @unchecked Sendable, Equatable {
    // Unchecked: set by the effect before the test calls it.
    var open: @Sendable () async -> Void = {}
    static func == (lhs: Gate, rhs: Gate) -> Bool { lhs === rhs }
  }

  @Test(arguments: [false, true])
  func anActionOfAnEffectThatHasEndedIsReportedAndProcessed(isNamed: Bool) async throws {
    let gate = Gate()
    let messages = await issues {
      let store = TestStore(initialState: 0) { Feature() }
      await store.send(isNamed ? .startNamed(gate) : .start(gate))
      let escaped = Task.detached { await gate.open() }
      await Task.yield()
      await store.receive(.sent) { $0 = 1 }
      await escaped.value
    }
    try #require(messages.count == 1, "\(messages)")
    #expect(messages[0].contains("EscapedSendTests.Feature.Action.sent"))
    #expect(messages[0].contains("EscapedSendTests.swift:\(isNamed ? 20 : 18)"))
    #expect(messages[0].contains("upload") == isNamed)
  }

  @Test @MainActor func anActionOfAnEffectThatWasCancelledIsDroppedSilently() async {
    let gate = Gate()
    let messages = await issues {
      let store = Store(initialState: 0) { Feature() }
      let effect = store.send(.startCancellable(gate))
      await TestClock().advance()
      store.send(.cancel)
      await effect.finish()
      await gate.open()
      #expect(store.state == 0)
    }
    #expect(messages == [])
  }

  @Test func aTaskThatTheEffectWaitsForHasNotEscaped() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isFirst in
        guard isFirst else {
          state += 1
          return .none
        }
        return .run { send in await Task.detached { await send(false) }.value }
      }
    }
    await store.send(true)
    await store.receive(false, timeout: .seconds(60)) { $0 = 1 }
    await store.finish(timeout: .seconds(60))
  }
}
