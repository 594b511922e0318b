import ComposableArchitecture
import Testing

@testable import Bank

@MainActor
struct BankTests {
  @Test func signInWithoutASecondFactor() async {
    let session = Session(name: "Ada", token: "t")
    let store = TestStore(initialState: Bank.State.signIn(SignIn.State())) {
      Bank.body
    } withDependencies: {
      $0.bankClient.signIn = { @Sendable _, _ in .welcome(session) }
      $0.bankClient.transactions = { @Sendable _ in [Transaction(id: UUID(0), amount: 5, text: "Tip")] }
    }

    await store.send(\.signIn.view.binding.customer, "1") {
      $0.modify(\.signIn) { $0.customer = "1" }
    }
    await store.send(\.signIn.view.binding.password, "secret") {
      $0.modify(\.signIn) { $0.password = "secret" }
    }
    await store.send(\.signIn.view.signInButtonTapped) {
      $0.modify(\.signIn) { $0.isSigningIn = true }
    }
    await store.receive(\.signIn.signInResponse.success) {
      $0.modify(\.signIn) { $0.isSigningIn = false }
    }
    await store.receive(\.signIn.delegate.signedIn) {
      $0 = .account(Account.State(session: session))
    }
    await store.receive(\.account.refresh) {
      $0.modify(\.account) { $0.isLoading = true }
    }
    await store.receive(\.account.transactionsResponse.success) {
      $0.modify(\.account) {
        $0.isLoading = false
        $0.transactions = [Transaction(id: UUID(0), amount: 5, text: "Tip")]
      }
    }
  }

  @Test func failedSignIn() async {
    let store = TestStore(initialState: SignIn.State(customer: "1", password: "x")) {
      SignIn()
    } withDependencies: {
      $0.bankClient.signIn = { @Sendable _, _ in throw BankError.unknownCustomer }
    }

    await store.send(.view(.signInButtonTapped)) {
      $0.isSigningIn = true
    }
    await store.receive(\.signInResponse.failure) {
      $0.isSigningIn = false
      $0.alert = AlertState {
        TextState("Sign-in failed")
      } message: {
        TextState("We do not know this customer number and password.")
      }
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test func countdownOfTheSecondFactor() async {
    let clock = TestClock()
    let store = TestStore(initialState: SecondFactor.State(challenge: "c")) {
      SecondFactor()
    } withDependencies: {
      $0.bankClient.sendCodeAgain = { @Sendable _ in }
      $0.continuousClock = clock
    }

    let task = await store.send(.task)
    await clock.advance(by: .seconds(1))
    await store.receive(\.tick) {
      $0.secondsUntilNextCode = 29
    }
    await store.send(.sendAgainButtonTapped)

    store.exhaustivity = .off
    await clock.advance(by: .seconds(29))
    await store.skipReceivedActions()
    #expect(store.state.secondsUntilNextCode == 0)
    await store.send(.sendAgainButtonTapped) {
      $0.secondsUntilNextCode = 30
    }
    await task.cancel()
    await store.skipInFlightEffects()
  }

  @Test func wrongCodeAndLock() async {
    let errors = LockIsolated<[BankError]>([.wrongCode(attemptsLeft: 1), .locked])
    var state = SignIn.State(customer: "2", password: "secret")
    state.secondFactor = SecondFactor.State(challenge: "2")
    let store = TestStore(initialState: state) {
      SignIn()
    } withDependencies: {
      $0.bankClient.confirm = { @Sendable _, _ in throw errors.withValue { $0.removeFirst() } }
    }
    store.exhaustivity = .off

    await store.send(\.secondFactor.binding.code, "12-34-56-78") {
      $0.secondFactor?.code = "123456"
    }
    await store.send(\.secondFactor.confirmButtonTapped)
    await store.receive(\.secondFactor.confirmResponse.failure) {
      $0.secondFactor?.code = ""
      $0.secondFactor?.error = .wrongCode(attemptsLeft: 1)
    }
    await store.send(\.secondFactor.binding.code, "654321")
    await store.send(\.secondFactor.confirmButtonTapped)
    await store.receive(\.secondFactor.delegate.locked) {
      $0.secondFactor = nil
      $0.password = ""
    }
    #expect(store.state.alert != nil)
  }

  @Test func signOut() async {
    let session = Session(name: "Ada", token: "t")
    let store = TestStore(initialState: Bank.State.account(Account.State(session: session))) { Bank.body }
    store.exhaustivity = .off

    await store.send(.account(.signOutButtonTapped))
    await store.send(\.account.confirmation.presented.signOut)
    await store.receive(\.account.delegate.signedOut) {
      $0 = .signIn(SignIn.State())
    }
  }
}
