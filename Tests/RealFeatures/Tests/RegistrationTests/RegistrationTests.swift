import ComposableArchitecture
import Testing

@testable import Registration

@MainActor
struct RegistrationTests {
  @Test func registers() async {
    let clock = TestClock()
    let store = TestStore(initialState: Registration.State()) {
      Registration()
    } withDependencies: {
      $0.accountClient.isFree = { @Sendable _ in true }
      $0.accountClient.register = { @Sendable _ in 1 }
      $0.continuousClock = clock
    }

    await store.send(.nextButtonTapped)
    await store.send(.binding(.set(\.profile.name, "Ada"))) { $0.profile.name = "Ada" }
    await store.send(.binding(.set(\.profile.email, "ada@example.com"))) {
      $0.emailStatus = .checking
      $0.profile.email = "ada@example.com"
    }
    await store.send(.nextButtonTapped)
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.emailChecked.success, true) { $0.emailStatus = .free }
    await store.send(.nextButtonTapped) { $0.step = .password }
    #expect(store.state.errors == ["At least eight characters", "At least one digit"])
    await store.send(.binding(.set(\.profile.password, "difference1"))) {
      $0.profile.password = "difference1"
    }
    await store.send(.nextButtonTapped) { $0.step = .preferences }
    await store.send(.nextButtonTapped) { $0.destination = .terms(Terms.State()) }
    await store.send(\.destination.terms.binding.isAccepted, true) {
      $0.destination?.modify(\.terms) { $0.isAccepted = true }
    }
    await store.send(\.destination.terms.acceptButtonTapped)
    await store.send(\.destination.terms.endAppeared) {
      $0.destination?.modify(\.terms) { $0.hasScrolledToEnd = true }
    }
    await store.send(\.destination.terms.acceptButtonTapped)
    await store.receive(\.destination.terms.delegate.accepted) {
      $0.destination = nil
      $0.isSending = true
    }
    await store.receive(\.registered.success) {
      $0 = Registration.State()
    }
  }

  @Test func asksBeforeDiscarding() async {
    var state = Registration.State()
    state.profile.name = "Ada"
    let store = TestStore(initialState: state) { Registration() }
    store.exhaustivity = .off

    await store.send(.cancelButtonTapped)
    #expect(store.state.destination?.is(\.alert) == true)
    await store.send(\.destination.alert.discard) {
      $0.destination = nil
      $0.profile = Profile()
    }
  }

  @Test func failedCheckIsReported() async {
    struct Offline: Error {}
    let store = TestStore(initialState: Registration.State()) {
      Registration()
    } withDependencies: {
      $0.accountClient.isFree = { @Sendable _ in throw Offline() }
      $0.continuousClock = ImmediateClock()
    }

    await withKnownIssue {
      await store.send(.binding(.set(\.profile.email, "a@b"))) {
        $0.emailStatus = .checking
        $0.profile.email = "a@b"
      }
      await store.receive(\.emailChecked.failure) {
        $0.emailStatus = .unknown
      }
    }
  }

  @Test func anotherAddressCancelsTheCheck() async {
    let clock = TestClock()
    let store = TestStore(initialState: Registration.State()) {
      Registration()
    } withDependencies: {
      $0.accountClient.isFree = { @Sendable email in email == "b@c" }
      $0.continuousClock = clock
    }
    store.exhaustivity = .off

    await store.send(.binding(.set(\.profile.email, "a@b")))
    await store.send(.binding(.set(\.profile.email, "a")))
    #expect(store.state.emailStatus == .unknown)
    await store.send(.binding(.set(\.profile.email, "b@c")))
    await clock.run()
    await store.receive(\.emailChecked.success, true)
  }
}
