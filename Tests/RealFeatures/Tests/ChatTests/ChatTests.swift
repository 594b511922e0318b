import ComposableArchitecture
import ConcurrencyExtras
import XCTest

@testable import Chat

@MainActor
final class ChatTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      super.invokeTest()
    }
  }

  func testReceivesAndSends() async {
    let events = AsyncStream.makeStream(of: SocketClient.Event.self)
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0.socket.connect = { @Sendable _ in events.stream }
      $0.socket.send = { @Sendable _ in }
    }

    await store.send(.connectButtonTapped) { $0.connection = .connecting(attempt: 1) }
    events.continuation.yield(.opened)
    await store.receive(.socket(.opened)) { $0.connection = .online }
    await store.send(\.binding.isInForeground, false) { $0.isInForeground = false }
    events.continuation.yield(.received(author: "Ada", text: "Hi"))
    await store.receive(\.socket.received) {
      $0.messages = [Message(id: UUID(0), author: "Ada", text: "Hi")]
      $0.unread = 1
    }
    await store.send(\.binding.isInForeground, true) {
      $0.isInForeground = true
      $0.unread = 0
    }
    await store.send(\.binding.draft, "Hello") { $0.draft = "Hello" }
    await store.send(.sendButtonTapped) {
      $0.draft = ""
      $0.messages.append(Message(id: UUID(1), author: "Me", isSent: false, text: "Hello"))
    }
    await store.receive(\.sendResponse) { $0.messages[id: UUID(1)]?.isSent = true }

    await store.send(.connectButtonTapped) {
      $0.alert = AlertState {
        TextState("Leave lobby?")
      } actions: {
        ButtonState(role: .destructive, action: .leave) { TextState("Leave") }
        ButtonState(role: .cancel) { TextState("Stay") }
      }
    }
    await store.send(.alert(.presented(.leave))) {
      $0.alert = nil
      $0.connection = .offline
    }
  }

  func testReconnects() async {
    let clock = TestClock()
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0.continuousClock = clock
      $0.socket.connect = { @Sendable _ in
        AsyncStream { continuation in
          continuation.yield(.closed(reason: nil))
          continuation.finish()
        }
      }
    }

    await store.send(.connectButtonTapped) { $0.connection = .connecting(attempt: 1) }
    await store.receive(\.socket.closed) { $0.connection = .connecting(attempt: 2) }
    await clock.advance(by: .seconds(4))
    await store.receive(\.reconnect, 2)
    await store.receive(\.socket.closed) { $0.connection = .connecting(attempt: 3) }
    await clock.advance(by: .seconds(8))
    await store.receive(\.reconnect, 3)
    await store.receive(\.socket.closed) { $0.connection = .offline }
  }

  func testRetriesAFailedMessage() async {
    struct Offline: Error {}
    var state = Chat.State()
    state.connection = .online
    state.draft = "Hello"
    let store = TestStore(initialState: state) {
      Chat()
    } withDependencies: {
      $0.socket.send = { @Sendable _ in throw Offline() }
    }
    store.exhaustivity = .off(showSkippedAssertions: true)

    await store.send(.sendButtonTapped)
    await store.receive(\.sendResponse)
    XCTAssertEqual(store.state.messages[0].isSent, false)
    store.dependencies.socket.send = { @Sendable _ in }
    await store.send(.retryButtonTapped(UUID(0)))
    await store.receive(.sendResponse(UUID(0), didSend: true)) {
      $0.messages[id: UUID(0)]?.isSent = true
    }
  }
}
