import Core
import CoreTestSupport
import Foundation
import Testing

// A chat over a web socket: messages from a stream, pings, a queue for what is written while offline, and a
// reconnection that waits longer each time.

@DependencyClient
private struct SocketClient: Sendable {
  struct ID: Hashable, Sendable {
    let rawValue: AnyHashableSendable

    init<RawValue: Hashable & Sendable>(_ rawValue: RawValue) {
      self.rawValue = AnyHashableSendable(rawValue)
    }

    init() {
      struct RawValue: Hashable, Sendable {}
      rawValue = AnyHashableSendable(RawValue())
    }
  }

  @CasePathable
  enum Event: Equatable, Sendable {
    case didClose(code: Int)
    case didOpen
  }

  var open: @Sendable (_ id: ID, _ url: URL) async -> AsyncStream<Event> = { _, _ in .never }
  var receive: @Sendable (_ id: ID) async throws -> AsyncStream<Result<String, any Error>>
  var send: @Sendable (_ id: ID, _ text: String) async throws -> Void
  var sendPing: @Sendable (_ id: ID) async throws -> Void
}

extension SocketClient: TestDependencyKey {
  static let testValue = SocketClient()
}

extension DependencyValues {
  fileprivate var socket: SocketClient {
    get { self[SocketClient.self] }
    set { self[SocketClient.self] = newValue }
  }
}

private struct ChatMessage: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var isMine: Bool
  var text: String
}

extension URL {
  fileprivate static let unsent = Self.documentsDirectory.appending(component: "unsent.json")
}

@Reducer
private struct ChatRoom {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var attempt = 0
    var connection = Connection.disconnected
    var draft = ""
    var messages: IdentifiedArrayOf<ChatMessage> = []
    @Shared(.fileStorage(.unsent)) var unsent: [String] = []

    enum Connection { case connected, connecting, disconnected, waiting }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case connectButtonTapped
    case disconnectButtonTapped
    case received(Result<String, any Error>)
    case reconnect
    case sendButtonTapped
    case sendResponse(text: String, didSucceed: Bool)
    case socket(SocketClient.Event)

    @CasePathable
    enum Alert { case reconnectButtonTapped }
  }

  private enum CancelID { case reconnection }
  static let maximumAttempts = 3

  @Dependency(\.continuousClock) var clock
  @Dependency(\.socket) var socket
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.reconnectButtonTapped)), .connectButtonTapped:
        state.attempt = 0
        return connect(&state)
      case .alert, .binding:
        return .none
      case .disconnectButtonTapped:
        state.connection = .disconnected
        return .merge(.cancel(id: SocketClient.ID()), .cancel(id: CancelID.reconnection))
      case let .received(result):
        guard case let .success(text) = result else { return .none }
        state.messages.append(ChatMessage(id: uuid(), isMine: false, text: text))
        return .none
      case .reconnect:
        return connect(&state)
      case .sendButtonTapped:
        let text = state.draft
        state.draft = ""
        guard state.connection == .connected else {
          state.$unsent.withLock { $0.append(text) }
          return .none
        }
        return deliver(text)
      case let .sendResponse(text, didSucceed: true):
        state.messages.append(ChatMessage(id: uuid(), isMine: true, text: text))
        return .none
      case let .sendResponse(text, didSucceed: false):
        state.$unsent.withLock { $0.append(text) }
        return .none
      case .socket(.didOpen):
        state.attempt = 0
        state.connection = .connected
        let unsent = state.unsent
        state.$unsent.withLock { $0 = [] }
        return .concatenate(unsent.map(deliver))
      case .socket(.didClose):
        return .cancel(id: SocketClient.ID()).concatenate(with: waitOrGiveUp(&state))
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func connect(_ state: inout State) -> Effect<Action> {
    state.connection = .connecting
    return .run { send in
      let events = await socket.open(id: SocketClient.ID(), url: URL(string: "wss://chat.example.com")!)
      await withThrowingTaskGroup(of: Void.self) { group in
        for await event in events {
          group.addTask { await send(.socket(event), animation: .default) }
          switch event {
          case .didOpen:
            group.addTask {
              while !Task.isCancelled {
                try await clock.sleep(for: .seconds(10))
                try? await socket.sendPing(id: SocketClient.ID())
              }
            }
            group.addTask {
              for await result in try await socket.receive(id: SocketClient.ID()) {
                await send(.received(result))
              }
            }
          case .didClose:
            return
          }
        }
      }
    }
    .cancellable(id: SocketClient.ID(), cancelInFlight: true)
  }

  private func waitOrGiveUp(_ state: inout State) -> Effect<Action> {
    state.attempt += 1
    guard state.attempt <= Self.maximumAttempts else {
      state.connection = .disconnected
      state.alert = .lost
      return .none
    }
    state.connection = .waiting
    return .run { [attempt = state.attempt] send in
      try await clock.sleep(for: .seconds(1 << attempt))
      await send(.reconnect)
    }
    .cancellable(id: CancelID.reconnection, cancelInFlight: true)
  }

  private func deliver(_ text: String) -> Effect<Action> {
    .run { send in
      try await socket.send(id: SocketClient.ID(), text: text)
      await send(.sendResponse(text: text, didSucceed: true))
    } catch: { _, send in
      await send(.sendResponse(text: text, didSucceed: false))
    }
    .cancellable(id: SocketClient.ID())
  }
}

extension AlertState where Action == ChatRoom.Action.Alert {
  fileprivate static let lost = Self {
    TextState("The connection is lost.")
  } actions: {
    ButtonState(action: .reconnectButtonTapped) { TextState("Connect again") }
    ButtonState(role: .cancel) { TextState("Stay offline") }
  }
}

@MainActor
@Suite(.dependency(\.uuid, .incrementing))
struct ChatTests {
  @Test func messagesAreReceivedAndSent() async {
    let events = AsyncStream<SocketClient.Event>.makeStream()
    let messages = AsyncStream<Result<String, any Error>>.makeStream()
    let sent = LockIsolated<[String]>([])
    let store = TestStore(initialState: ChatRoom.State()) {
      ChatRoom()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.socket.open = { _, _ in events.stream }
      $0.socket.receive = { _ in messages.stream }
      $0.socket.send = { _, text in sent.withValue { $0.append(text) } }
    }

    await store.send(.connectButtonTapped) { $0.connection = .connecting }
    events.continuation.yield(.didOpen)
    await store.receive(\.socket.didOpen) { $0.connection = .connected }
    messages.continuation.yield(.success("Welcome"))
    await store.receive(\.received.success) {
      $0.messages = [ChatMessage(id: UUID(0), isMine: false, text: "Welcome")]
    }
    await store.send(\.binding.draft, "Hi") { $0.draft = "Hi" }
    await store.send(.sendButtonTapped) { $0.draft = "" }
    await store.receive(\.sendResponse) {
      $0.messages.append(ChatMessage(id: UUID(1), isMine: true, text: "Hi"))
    }
    #expect(sent.value == ["Hi"])
    await store.send(.disconnectButtonTapped) { $0.connection = .disconnected }
    await store.finish()
  }

  @Test func whatWasWrittenOfflineIsSentInOrderAfterConnecting() async {
    @Shared(.fileStorage(.unsent)) var unsent = ["one"]
    let events = AsyncStream<SocketClient.Event>.makeStream()
    let store = TestStore(initialState: ChatRoom.State(draft: "two")) {
      ChatRoom()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.socket.open = { _, _ in events.stream }
      $0.socket.receive = { _ in .never }
      $0.socket.send = { _, _ in }
    }

    await store.send(.sendButtonTapped) {
      $0.draft = ""
      $0.$unsent.withLock { $0 = ["one", "two"] }
    }
    #expect(unsent == ["one", "two"])
    let connection = await store.send(.connectButtonTapped) { $0.connection = .connecting }
    events.continuation.yield(.didOpen)
    await store.receive(\.socket.didOpen) {
      $0.connection = .connected
      $0.$unsent.withLock { $0 = [] }
    }
    await store.receive(\.sendResponse) {
      $0.messages = [ChatMessage(id: UUID(0), isMine: true, text: "one")]
    }
    await store.receive(\.sendResponse) {
      $0.messages.append(ChatMessage(id: UUID(1), isMine: true, text: "two"))
    }
    expectNoDifference(unsent, [])
    await connection.cancel()
  }

  @Test func aMessageThatFailsIsKept() async {
    struct Broken: Error {}
    @Shared(.fileStorage(.unsent)) var unsent: [String] = []
    let store = TestStore(initialState: ChatRoom.State(connection: .connected, draft: "Hi")) {
      ChatRoom()
    } withDependencies: {
      $0.socket.send = { _, _ in throw Broken() }
    }
    await store.send(.sendButtonTapped) { $0.draft = "" }
    await store.receive(\.sendResponse) {
      $0.$unsent.withLock { $0 = ["Hi"] }
    }
    #expect(unsent == ["Hi"])
  }

  @Test func pingsAreSentUntilTheSocketIsLeft() async {
    let clock = TestClock()
    let pings = LockIsolated(0)
    let store = TestStore(initialState: ChatRoom.State()) {
      ChatRoom()
    } withDependencies: {
      $0.continuousClock = clock
      $0.socket.open = { _, _ in
        AsyncStream { $0.yield(.didOpen) }
      }
      $0.socket.receive = { _ in .finished }
      $0.socket.sendPing = { _ in pings.withValue { $0 += 1 } }
    }
    await store.send(.connectButtonTapped) { $0.connection = .connecting }
    await store.receive(\.socket.didOpen) { $0.connection = .connected }
    await clock.advance(by: .seconds(9))
    #expect(pings.value == 0)
    await clock.advance(by: .seconds(21))
    #expect(pings.value == 3)
    await store.send(.disconnectButtonTapped) { $0.connection = .disconnected }
    await clock.advance(by: .seconds(60))
    #expect(pings.value == 3)
  }

  @Test func eachReconnectionWaitsTwiceAsLong() async {
    let clock = TestClock()
    let openings = LockIsolated(0)
    let store = TestStore(initialState: ChatRoom.State()) {
      ChatRoom()
    } withDependencies: {
      $0.continuousClock = clock
      $0.socket.open = { _, _ in
        openings.withValue { $0 += 1 }
        return AsyncStream {
          $0.yield(.didClose(code: 1006))
          $0.finish()
        }
      }
    }

    await store.send(.connectButtonTapped) { $0.connection = .connecting }
    for attempt in 1...3 {
      await store.receive(\.socket.didClose) {
        $0.attempt = attempt
        $0.connection = .waiting
      }
      await clock.advance(by: .seconds(1 << attempt) - .milliseconds(1))
      #expect(openings.value == attempt)
      await clock.advance(by: .milliseconds(1))
      await store.receive(\.reconnect) { $0.connection = .connecting }
    }
    await store.receive(\.socket.didClose, 1006) {
      $0.attempt = 4
      $0.connection = .disconnected
      $0.alert = .lost
    }
    await store.send(\.alert.reconnectButtonTapped) {
      $0.alert = nil
      $0.attempt = 0
      $0.connection = .connecting
    }
    await store.receive(\.socket.didClose) {
      $0.attempt = 1
      $0.connection = .waiting
    }
    await store.send(.disconnectButtonTapped) { $0.connection = .disconnected }
    await clock.run()
    #expect(openings.value == 5)
  }

  @Test func anImmediateClockReconnectsUntilItGivesUp() async {
    let openings = LockIsolated(0)
    let store = TestStore(initialState: ChatRoom.State()) {
      ChatRoom()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.socket.open = { _, _ in
        openings.withValue { $0 += 1 }
        return AsyncStream {
          $0.yield(.didClose(code: 1006))
          $0.finish()
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.connectButtonTapped)
    await store.finish()
    await store.skipReceivedActions(strict: false)
    #expect(openings.value == 4)
    #expect(store.state.alert == .lost)
  }
}
