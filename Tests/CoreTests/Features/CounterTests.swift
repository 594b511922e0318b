import Core
import Foundation
import Testing

@testable import TestSupport

// Features as someone writes them who has read the documents: a counter that looks facts up, and a timer.

@DependencyClient
struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

@Reducer
struct CounterFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var count = 0
    var isFactLoading = false
    var isTimerRunning = false
  }

  enum Action: Sendable {
    case alert(PresentationAction<Alert>)
    case decrementButtonTapped
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case timerTick
    case toggleTimerButtonTapped

    @CasePathable
    enum Alert: Equatable, Sendable { case resetButtonTapped }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.factClient) var factClient
  private enum CancelID { case fact, timer }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.resetButtonTapped)):
        state.count = 0
        return .none

      case .alert:
        return .none

      case .decrementButtonTapped:
        state.count -= 1
        return .cancel(id: CancelID.fact)

      case .incrementButtonTapped:
        state.count += 1
        return .cancel(id: CancelID.fact)

      case .factButtonTapped:
        state.isFactLoading = true
        return .run { [count = state.count, fetch = factClient.fetch] send in
          await send(.factResponse(Result { try await fetch(count) }))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)

      case .factResponse(.success(let fact)):
        state.isFactLoading = false
        state.alert = AlertState {
          TextState(fact)
        } actions: {
          ButtonState(role: .destructive, action: .resetButtonTapped) { TextState("Reset") }
          ButtonState(role: .cancel) { TextState("OK") }
        }
        return .none

      case .factResponse(.failure):
        state.isFactLoading = false
        state.alert = AlertState { TextState("No fact for \(state.count).") }
        return .none

      case .timerTick:
        state.count += 1
        return .none

      case .toggleTimerButtonTapped:
        state.isTimerRunning.toggle()
        guard state.isTimerRunning else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor
struct CounterTests {
  @Test func basics() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(\.decrementButtonTapped) { $0.count = 0 }
  }

  @Test func factThatIsShownAndReset() async {
    let store = TestStore(initialState: CounterFeature.State(count: 3)) {
      CounterFeature()
    } withDependencies: {
      $0.factClient.fetch = { "\($0) is a good number." }
    }
    await store.send(.factButtonTapped) { $0.isFactLoading = true }
    await store.receive(\.factResponse.success, "3 is a good number.") {
      $0.isFactLoading = false
      $0.alert = AlertState {
        TextState("3 is a good number.")
      } actions: {
        ButtonState(role: .destructive, action: .resetButtonTapped) { TextState("Reset") }
        ButtonState(role: .cancel) { TextState("OK") }
      }
    }
    await store.send(\.alert.resetButtonTapped) {
      $0.alert = nil
      $0.count = 0
    }
  }

  @Test func factThatFails() async {
    struct Failure: Error {}
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.factClient.fetch = { _ in throw Failure() }
    }
    await store.send(.factButtonTapped) { $0.isFactLoading = true }
    await store.receive(\.factResponse.failure) {
      $0.isFactLoading = false
      $0.alert = AlertState { TextState("No fact for 0.") }
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func factThatIsCancelledByCountingOn() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }
    await store.send(.factButtonTapped) { $0.isFactLoading = true }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
  }

  @Test func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(\.timerTick) { $0.count = 1 }
    await store.receive(\.timerTick) { $0.count = 2 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = false }
    await clock.advance(by: .seconds(10))
  }

  @Test func anEndpointThatIsNotSetFailsTheTest() async {
    let issues = await issues {
      let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
      store.exhaustivity = .off
      await store.send(.factButtonTapped)
      await store.receive(\.factResponse.failure)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("FactClient.fetch") == true)
  }
}
