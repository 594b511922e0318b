import Core
import Observation
import Testing

@testable import TestSupport

@MainActor
struct StoreTests {
  private func makeStore(clock: any Clock<Duration> = TestClock()) -> StoreOf<Probe> {
    Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func whatEffectsSendAtOnceIsProcessedBeforeSendReturns() {
    let store = makeStore()
    store.send(.effect(.merge([.send("a"), .respond("b")])))
    #expect(store.log == ["a", "b", "after b"])
  }

  @Test func otherEffectsRunWhenTheMainActorIsFree() async {
    let store = makeStore()
    let task = store.send(.effect(.run([.send("a")])))
    #expect(store.log.isEmpty)
    await task.finish()
    #expect(store.log == ["a"])
  }

  @Test func anEffectThatWaitsForNothingEndsWithoutASuspension() async {
    let store = makeStore()
    var othersRan = false
    Task { @MainActor in othersRan = true }
    for _ in 0..<100 { await store.send(.effect(.run([.send("a")]))).finish() }
    #expect(!othersRan, "Another job of the main actor ran before the effects had ended")
    #expect(store.log.count == 100)
  }

  @Test func finishWaitsForWhatActionsOfEffectsSetOff() async {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        guard action > 0 else { return .none }
        return .run { send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          await send(action - 1)
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = store.send(3)
    for _ in 0..<4 {
      await settle(store)
      #expect(task.isFinished == (store.state == 4))
      await clock.advance(by: .seconds(1))
    }
    await task.finish()
    #expect(store.state == 4)
  }

  @Test func aCancelledTaskSendsNothingMore() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let task = store.send(.effect(.run([.sleep(10), .send("a")])))
    await settle(store)
    #expect(!task.isCancelled)
    task.cancel()
    #expect(task.isCancelled)
    await task.finish()
    await clock.run()
    #expect(store.log.isEmpty)
  }

  @Test func theTaskOfAnActionWithoutEffectsCountsAsCancelled() {
    #expect(makeStore(clock: TestClock()).send(.idle).isCancelled)
  }

  @Test func effectsAreCancelledWhenTheStoreGoesAway() async {
    let cancellations = CallCount()
    var store: Store<Int, Int>? = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in
          @Dependency(\.continuousClock) var clock
          try await withTaskCancellationHandler {
            try await clock.sleep(for: .seconds(1))
          } onCancel: {
            cancellations.increment()
          }
        }
      }
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    weak let reference = store
    store?.send(1)
    if let store { await settle(store) }
    store = nil
    #expect(reference == nil)
    #expect(cancellations.value == 1)
  }

  @Test func effectsThatHaveNotBegunDoSoWhenTheirStoreIsReleased() async {
    let (calls, call) = AsyncStream<String>.makeStream()
    do {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          @Dependency(\.fireAndForget) var fireAndForget
          guard action == 1 else {
            call.yield("action \(action)")
            return action == 2 ? .cancel(id: "cancelled") : .none
          }
          return .merge(
            .concatenate(
              .run { send in
                call.yield(Task.isCancelled ? "began, cancelled" : "began")
                await send(3)
              },
              .run { _ in call.yield("part after a cancelled one") }
            ),
            .run { _ in
              await fireAndForget {
                call.yield(Task.isCancelled ? "cancelled work" : "work")
                call.finish()
              }
            },
            .run { _ in call.yield("cancelled effect") }.cancellable(id: "cancelled")
          )
        }
      } withDependencies: {
        $0.context = .live
      }
      store.send(1)
      store.send(2)
    }
    var log: [String] = []
    for await call in calls { log.append(call) }
    #expect(log == ["action 2", "began, cancelled", "work"])
  }

  @Test func anActionSentWhileAnotherIsProcessedWaitsAndIsReported() async {
    let reporter = RecordingReporter()
    let box = StoreBox()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action == 1 { MainActor.assumeIsolated { _ = box.store?.send(2) } }
        state.append(action)
        return .none
      }
    }
    box.store = store
    withIssueReporters([reporter]) { _ = store.send(1) }
    #expect(store.state == [1, 2])
    #expect(reporter.messages.count == 1)
    #expect(reporter.messages.first?.contains("sent while another was being processed") == true)
  }

  @Test func readersAreToldOfChanges() async {
    let store = makeStore()
    let changes = CallCount()
    withObservationTracking {
      _ = store.log
    } onChange: {
      changes.increment()
    }
    store.send(.note("a"))
    #expect(changes.value == 1)
  }

  @Test func anObjectThatIsSetAgainIsNoChange() async {
    let store = Store(initialState: Holder.State()) { Holder() }
    let changes = CallCount()
    func observe() {
      withObservationTracking {
        _ = (store.object, store.equatable)
      } onChange: {
        changes.increment()
      }
    }
    observe()
    store.send(.setAgain)
    #expect(changes.value == 0)
    store.send(.replace)
    #expect(changes.value == 1)
    observe()
    store.send(.replaceEquatable)
    #expect(changes.value == 2)
  }

  /// Lets the effects go on as far as they can: what is enqueued on the main actor before runs first.
  private func settle<State, Action>(_ store: Store<State, Action>) async {
    await Task { @MainActor in }.value
  }
}

@MainActor
private final class StoreBox {
  weak var store: Store<[Int], Int>?
}

private final class Plain: Sendable {}
private final class Same: Equatable, Sendable {
  static func == (_: Same, _: Same) -> Bool { true }
}

@Reducer
private struct Holder {
  @ObservableState
  struct State {
    var object = Plain()
    var equatable = Same()
  }

  enum Action { case setAgain, replace, replaceEquatable }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .setAgain: (state.object, state.equatable) = (state.object, state.equatable)
      case .replace: state.object = Plain()
      case .replaceEquatable: state.equatable = Same()
      }
      return .none
    }
  }
}
