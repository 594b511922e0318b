import ComposableArchitecture
import XCTest

@testable import PINPad

@MainActor
final class PINPadTests: XCTestCase {
  func testCreatesAPIN() async {
    let saved = LockIsolated<[Int]?>(nil)
    let store = TestStore(initialState: PINPad.State()) {
      PINPad()
    } withDependencies: {
      $0.keychain.pin = { nil }
      $0.keychain.setPIN = { @Sendable pin in saved.setValue(pin) }
    }

    await store.send(.onAppear)
    for digit in 1...3 {
      await store.send(.digitTapped(digit)) { $0.digits.append(digit) }
    }
    await store.send(.digitTapped(4)) {
      $0.digits = []
      $0.mode = .repeating(first: [1, 2, 3, 4])
    }
    for digit in 1...3 {
      await store.send(.digitTapped(digit)) { $0.digits.append(digit) }
    }
    await store.send(.digitTapped(4)) {
      $0.digits = []
      $0.mode = .unlocked
    }
    await store.finish()
    XCTAssertEqual(saved.value, [1, 2, 3, 4])
  }

  func testTwoDifferentPINs() async {
    var state = PINPad.State(mode: .repeating(first: [1, 2, 3, 4]))
    state.digits = [1, 2, 3]
    let store = TestStore(initialState: state) {
      PINPad()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }

    await store.send(.digitTapped(5)) {
      $0.digits = []
      $0.message = "The PINs differ"
      $0.mode = .creating
    }
    await store.receive(.messageTimeout) {
      $0.message = nil
    }
  }

  func testLocksAfterThreeFailures() async {
    let clock = TestClock()
    let store = TestStore(initialState: PINPad.State(mode: .unlocking)) {
      PINPad()
    } withDependencies: {
      $0.continuousClock = clock
      $0.keychain.pin = { [1, 2, 3, 4] }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)

    for _ in 1...12 { await store.send(.digitTapped(0)) }
    store.assert {
      $0.failures = 3
      $0.lockedSeconds = 30
    }
    await store.send(.digitTapped(1)) { $0.digits = [] }
    await clock.advance(by: .seconds(30))
    await store.skipReceivedActions()
    store.assert {
      $0.failures = 0
      $0.lockedSeconds = 0
    }
    for digit in 1...4 { await store.send(.digitTapped(digit)) }
    store.assert { $0.mode = .unlocked }
    await store.finish()
  }

  func testBiometrics() async {
    let store = TestStore(initialState: PINPad.State(mode: .unlocking)) {
      PINPad()
    } withDependencies: {
      $0.keychain.authenticateWithBiometrics = { true }
    }

    await store.send(.biometricsButtonTapped)
    await store.receive(\.biometricsResponse, true) {
      $0.mode = .unlocked
    }
  }
}
