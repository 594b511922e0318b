import ComposableArchitecture
import Foundation
import Testing

@testable import FieldRecorder

@MainActor
struct FieldRecorderTests {
  static func take(_ number: Int) -> Take {
    Take(
      id: UUID(number),
      date: Date(timeIntervalSince1970: 0),
      duration: 4,
      url: URL(fileURLWithPath: "/tmp/\(number).m4a")
    )
  }

  @Test func recordsATake() async {
    let (levels, continuation) = AsyncStream.makeStream(of: Double.self)
    let store = TestStore(initialState: FieldRecorder.State()) {
      FieldRecorder()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.recorder.ask = { true }
      $0.recorder.levels = { @Sendable _ in levels }
      $0.recorder.stop = { 2.5 }
      $0.temporaryFolder = { URL(fileURLWithPath: "/tmp") }
      $0.uuid = .incrementing
    }

    let file = URL(fileURLWithPath: "/tmp/00000000-0000-0000-0000-000000000000.m4a")
    await store.send(.recordButtonTapped)
    await store.receive(\.permissionAnswered) {
      $0.recording = file
    }
    continuation.yield(0.7)
    await store.receive(\.levelChanged) {
      $0.level = 0.7
    }
    await store.send(.stopButtonTapped)
    await store.receive(\.stopped) {
      $0.level = 0
      $0.recording = nil
      $0.takes = [Take(id: UUID(1), date: Date(timeIntervalSince1970: 0), duration: 2.5, url: file)]
    }
  }

  @Test func permissionDenied() async {
    let store = TestStore(initialState: FieldRecorder.State()) {
      FieldRecorder()
    } withDependencies: {
      $0.recorder.ask = { false }
    }

    await store.send(.recordButtonTapped)
    await store.receive(\.permissionAnswered, false) {
      $0.alert = AlertState {
        TextState("Recording needs the microphone")
      } actions: {
        ButtonState(action: .openSettings) { TextState("Open Settings") }
      }
    }
  }

  @Test func onlyOneDeckPlays() async {
    let clock = TestClock()
    var state = FieldRecorder.State()
    state.takes = [Self.take(1), Self.take(2)]
    let store = TestStore(initialState: state) {
      FieldRecorder()
    } withDependencies: {
      $0.continuousClock = clock
      $0.player.play = { @Sendable _ in
        try await clock.sleep(for: .seconds(4))
        return true
      }
    }

    await store.send(.loadButtonTapped(UUID(1), deck: .left)) {
      $0.left = Deck.State(side: .left, status: .paused, take: Self.take(1))
    }
    await store.send(.loadButtonTapped(UUID(2), deck: .right)) {
      $0.right = Deck.State(side: .right, status: .paused, take: Self.take(2))
    }
    await store.send(\.left.playButtonTapped) {
      $0.left.status = .playing
    }
    await store.receive(\.left.delegate.started)
    await clock.advance(by: .seconds(1))
    await store.receive(\.left.tick) {
      $0.left.progress = 0.25
    }
    await store.send(\.right.playButtonTapped) {
      $0.right.status = .playing
    }
    await store.receive(\.right.delegate.started)
    await store.receive(\.left.playButtonTapped) {
      $0.left.status = .paused
    }
    store.exhaustivity = .off
    await clock.advance(by: .seconds(5))
    await store.receive(\.right.finished) {
      $0.right.progress = 0
      $0.right.status = .paused
    }
  }
}
