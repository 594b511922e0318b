import Core
import CoreTestSupport
import Foundation
import Testing
import XCTest

// A pad that unlocks with a PIN: attempts and the end of a lock-out outlive the launch, and a timer counts
// down to that end.

@DependencyClient
struct PINVault: Sendable {
  var hasPIN: @Sendable () -> Bool = { true }
  var set: @Sendable (_ pin: String) async throws -> Void
  var verify: @Sendable (_ pin: String) async -> Bool = { _ in false }
}

extension PINVault: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  fileprivate var pinVault: PINVault {
    get { self[PINVault.self] }
    set { self[PINVault.self] = newValue }
  }
}

extension SharedReaderKey where Self == AppStorageKey<Int>.Default {
  fileprivate static var failedAttempts: Self { Self[.appStorage("failedAttempts"), default: 0] }
}

extension SharedReaderKey where Self == AppStorageKey<Date?> {
  fileprivate static var lockedUntil: Self { .appStorage("lockedUntil") }
}

@Reducer
struct PINPad {
  static let maximumAttempts = 3

  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var digits = ""
    var isVerifying = false
    var secondsLocked = 0
    @Shared(.failedAttempts) var failedAttempts
    @Shared(.lockedUntil) var lockedUntil

    var isLocked: Bool { lockedUntil != nil }
  }

  enum Action: ViewAction {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case lockTicked
    case verified(Bool)
    case view(View)

    @CasePathable
    enum Alert { case confirmErase }

    @CasePathable
    enum Delegate { case didUnlock, didErase }

    @CasePathable
    enum View {
      case backspaceTapped
      case digitTapped(Int)
      case forgotTapped
      case onAppear
    }
  }

  private enum CancelID { case lock, verification }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.pinVault) var vault

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmErase)):
        state.digits = ""
        state.$failedAttempts.withLock { $0 = 0 }
        state.$lockedUntil.withLock { $0 = nil }
        return .merge(
          .cancel(id: CancelID.lock),
          .cancel(id: CancelID.verification),
          .send(.delegate(.didErase))
        )

      case .alert, .delegate:
        return .none

      case .lockTicked:
        guard let lockedUntil = state.lockedUntil else { return .cancel(id: CancelID.lock) }
        state.secondsLocked = Int(lockedUntil.timeIntervalSince(now).rounded(.up))
        guard state.secondsLocked <= 0 else { return .none }
        state.secondsLocked = 0
        state.$lockedUntil.withLock { $0 = nil }
        return .cancel(id: CancelID.lock)

      case .verified(true):
        state.isVerifying = false
        state.$failedAttempts.withLock { $0 = 0 }
        return .send(.delegate(.didUnlock))

      case .verified(false):
        state.isVerifying = false
        state.digits = ""
        state.$failedAttempts.withLock { $0 += 1 }
        guard state.failedAttempts.isMultiple(of: Self.maximumAttempts) else { return .none }
        let seconds = 30 * (state.failedAttempts / Self.maximumAttempts)
        state.$lockedUntil.withLock { $0 = now.addingTimeInterval(TimeInterval(seconds)) }
        state.secondsLocked = seconds
        return tick()

      case .view(.backspaceTapped):
        _ = state.digits.popLast()
        return .none

      case let .view(.digitTapped(digit)):
        guard !state.isLocked, !state.isVerifying else { return .none }
        state.digits.append("\(digit)")
        guard state.digits.count == 4 else { return .none }
        state.isVerifying = true
        return .run { [pin = state.digits] send in
          await send(.verified(vault.verify(pin: pin)))
        }
        .cancellable(id: CancelID.verification)

      case .view(.forgotTapped):
        state.alert = AlertState {
          TextState("Erase everything?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmErase) { TextState("Erase") }
        }
        return .none

      case .view(.onAppear):
        guard state.isLocked else { return .none }
        return .send(.lockTicked).concatenate(with: tick())
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func tick() -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: .seconds(1)) {
        await send(.lockTicked)
      }
    }
    .cancellable(id: CancelID.lock, cancelInFlight: true)
  }
}

private let launch = Date(timeIntervalSinceReferenceDate: 1_000)

@MainActor
@Suite(.dependency(\.date, .constant(launch)))
struct PINPadTests {
  @Test func theRightPINForgetsEarlierFailures() async {
    @Shared(.failedAttempts) var failedAttempts = 2
    let store = TestStore(initialState: PINPad.State(digits: "123")) {
      PINPad()
    } withDependencies: {
      $0.pinVault.verify = { $0 == "1234" }
    }

    await store.send(.view(.digitTapped(4))) {
      $0.digits = "1234"
      $0.isVerifying = true
    }
    await store.receive(\.verified) {
      $0.isVerifying = false
      $0.$failedAttempts.withLock { $0 = 0 }
    }
    await store.receive(\.delegate.didUnlock)
    #expect(failedAttempts == 0)
  }

  @Test func theThirdFailureLocksThePadUntilItsTimerEnds() async {
    let clock = TestClock()
    let now = LockIsolated(launch)
    @Shared(.failedAttempts) var failedAttempts = 2
    @Shared(.lockedUntil) var lockedUntil
    let store = TestStore(initialState: PINPad.State(digits: "000")) {
      PINPad()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = DateGenerator { now.value }
      $0.pinVault.verify = { _ in false }
    }

    await store.send(\.view.digitTapped, 0) {
      $0.digits = "0000"
      $0.isVerifying = true
    }
    await store.receive(\.verified, false) {
      $0.digits = ""
      $0.isVerifying = false
      $0.secondsLocked = 30
      $0.$failedAttempts.withLock { $0 = 3 }
      $0.$lockedUntil.withLock { $0 = launch.addingTimeInterval(30) }
    }
    #expect(lockedUntil == launch.addingTimeInterval(30))
    await store.send(\.view.digitTapped, 1)

    now.withValue { $0 += 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.lockTicked) { $0.secondsLocked = 29 }

    now.withValue { $0 += 29 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.lockTicked) {
      $0.secondsLocked = 0
      $0.$lockedUntil.withLock { $0 = nil }
    }
    await store.finish()
    #expect(lockedUntil == nil)
    #expect(failedAttempts == 3)
  }

  @Test func aLockOutLastsOverTheNextLaunch() async {
    let clock = TestClock()
    @Shared(.lockedUntil) var lockedUntil = launch.addingTimeInterval(12)
    let store = TestStore(initialState: PINPad.State()) {
      PINPad()
    } withDependencies: {
      $0.continuousClock = clock
    }
    #expect(store.state.isLocked)

    await store.send(.view(.onAppear))
    await store.receive(\.lockTicked) { $0.secondsLocked = 12 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.lockTicked)

    $lockedUntil.withLock { $0 = nil }
    store.assert { $0.$lockedUntil.withLock { $0 = nil } }
    await clock.advance(by: .seconds(1))
    await store.receive(\.lockTicked)
    await store.finish()
  }

  @Test func aSecondLockOutIsLonger() async {
    @Shared(.failedAttempts) var failedAttempts = 5
    let store = TestStore(initialState: PINPad.State()) {
      PINPad()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.pinVault.verify = { _ in false }
    }
    store.exhaustivity = .off
    for digit in 1...4 {
      await store.send(.view(.digitTapped(digit)))
    }
    await store.receive(\.verified) {
      $0.secondsLocked = 60
    }
    await store.skipInFlightEffects()
    #expect(failedAttempts == 6)
  }

  @Test func erasingEndsTheLockOut() async {
    @Shared(.failedAttempts) var failedAttempts = 3
    @Shared(.lockedUntil) var lockedUntil = launch.addingTimeInterval(30)
    let store = TestStore(initialState: PINPad.State()) {
      PINPad()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }

    await store.send(.view(.onAppear))
    await store.receive(\.lockTicked) { $0.secondsLocked = 30 }
    await store.send(.view(.forgotTapped)) {
      $0.alert = AlertState {
        TextState("Erase everything?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmErase) { TextState("Erase") }
      }
    }
    await store.send(\.alert.confirmErase) {
      $0.alert = nil
      $0.$failedAttempts.withLock { $0 = 0 }
      $0.$lockedUntil.withLock { $0 = nil }
    }
    await store.receive(\.delegate.didErase)
    #expect(failedAttempts == 0)
    #expect(lockedUntil == nil)
  }
}

/// The same pad in XCTest, with app storage that each case sets up.
@MainActor
final class PINPadXCTests: XCTestCase {
  override func setUp() async throws {
    @Shared(.appStorage("failedAttempts")) var failedAttempts = 0
    $failedAttempts.withLock { $0 = 1 }
  }

  func testTheSetUpIsInTheStore() async {
    @Shared(.failedAttempts) var failedAttempts
    let store = TestStore(initialState: PINPad.State(digits: "999")) {
      PINPad()
    } withDependencies: {
      $0.pinVault.verify = { _ in false }
    }
    XCTAssertEqual(store.state.failedAttempts, 1)
    await store.send(\.view.digitTapped, 9) {
      $0.digits = "9999"
      $0.isVerifying = true
    }
    await store.receive(\.verified) {
      $0.digits = ""
      $0.isVerifying = false
      $0.$failedAttempts.withLock { $0 = 2 }
    }
    XCTAssertEqual(failedAttempts, 2)
  }

  func testBackspaceRemovesTheLastDigit() async {
    let store = TestStore(initialState: PINPad.State(digits: "12")) {
      PINPad()
    }
    await store.send(.view(.backspaceTapped)) { $0.digits = "1" }
    await store.send(.view(.backspaceTapped)) { $0.digits = "" }
    await store.send(.view(.backspaceTapped))
  }

  func testADefaultAppStorageOfItsOwnKeepsTheOtherAsItIs() async {
    @Shared(.failedAttempts) var ofSetUp
    await withDependencies {
      $0.defaultAppStorage = .inMemory
      $0.date.now = launch
      $0.continuousClock = ImmediateClock()
      $0.pinVault.verify = { _ in true }
    } operation: {
      @Shared(.appStorage("failedAttempts")) var failedAttempts = 7
      let store = TestStore(initialState: PINPad.State(digits: "999")) {
        PINPad()
      }
      _ = await store.send(.view(.digitTapped(9))) {
        $0.digits = "9999"
        $0.isVerifying = true
      }
      await store.receive(\.verified, true) {
        $0.isVerifying = false
        $0.$failedAttempts.withLock { $0 = 0 }
      }
      await store.receive(\.delegate.didUnlock)
      XCTAssertEqual(failedAttempts, 0)
    }
    XCTAssertEqual(ofSetUp, 1)
  }
}
