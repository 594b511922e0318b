import Clocks
import ComposableArchitecture
import ConcurrencyExtras
import Foundation

struct Message: Equatable, Identifiable, Sendable {
  let id: UUID
  var author: String
  var isSent = true
  var text: String
}

@DependencyClient
struct SocketClient: Sendable {
  @CasePathable
  enum Event: Equatable, Sendable {
    case opened
    case received(author: String, text: String)
    case closed(reason: String?)
  }

  var connect: @Sendable (_ room: String) async -> AsyncStream<Event> = { _ in .finished }
  var send: @Sendable (_ text: String) async throws -> Void
}

extension SocketClient: TestDependencyKey {
  static let testValue = Self()
  static let previewValue: Self = {
    let echo = AsyncStream<Event>.makeStream()
    return Self(
      connect: { _ in
        echo.continuation.yield(.opened)
        return echo.stream
      },
      send: { text in echo.continuation.yield(.received(author: "Echo", text: text)) }
    )
  }()
}

extension DependencyValues {
  var socket: SocketClient {
    get { self[SocketClient.self] }
    set { self[SocketClient.self] = newValue }
  }
}

@Reducer
struct Chat {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var connection = Connection.offline
    var draft = ""
    var messages: IdentifiedArrayOf<Message> = []
    var room = "lobby"
    var unread = 0
    var isInForeground = true

    @CasePathable
    enum Connection: Equatable {
      case offline
      case connecting(attempt: Int)
      case online
    }
  }

  enum Action: BindableAction, Equatable {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case connectButtonTapped
    case reconnect(attempt: Int)
    case retryButtonTapped(Message.ID)
    case sendButtonTapped
    case sendResponse(Message.ID, didSend: Bool)
    case socket(SocketClient.Event)

    @CasePathable
    enum Alert: Equatable { case leave }
  }

  private enum CancelID { case socket }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.socket) var socket
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.leave)):
        state.connection = .offline
        return .cancel(id: CancelID.socket)

      case .alert:
        return .none

      case .binding(\.isInForeground):
        if state.isInForeground { state.unread = 0 }
        return .none

      case .binding:
        return .none

      case .connectButtonTapped:
        switch state.connection {
        case .offline:
          state.connection = .connecting(attempt: 1)
          return connect(state)
        case .connecting:
          state.connection = .offline
          return .cancel(id: CancelID.socket)
        case .online:
          state.alert = AlertState {
            TextState("Leave \(state.room)?")
          } actions: {
            ButtonState(role: .destructive, action: .leave) { TextState("Leave") }
            ButtonState(role: .cancel) { TextState("Stay") }
          }
          return .none
        }

      case .reconnect(let attempt):
        state.connection = .connecting(attempt: attempt)
        return connect(state)

      case .retryButtonTapped(let id):
        guard let message = state.messages[id: id], !message.isSent else { return .none }
        return deliver(message)

      case .sendButtonTapped:
        guard state.connection.is(\.online), !state.draft.isEmpty else { return .none }
        let message = Message(id: uuid(), author: "Me", isSent: false, text: state.draft)
        state.messages.append(message)
        state.draft = ""
        return deliver(message)

      case .sendResponse(let id, let didSend):
        state.messages[id: id]?.isSent = didSend
        return .none

      case .socket(.opened):
        state.connection = .online
        return .none

      case .socket(.received(let author, let text)):
        state.messages.append(Message(id: uuid(), author: author, text: text))
        if !state.isInForeground { state.unread += 1 }
        return .none

      case .socket(.closed):
        let attempt = (state.connection[case: \.connecting] ?? 0) + 1
        guard attempt <= 3 else {
          state.connection = .offline
          return .cancel(id: CancelID.socket)
        }
        state.connection = .connecting(attempt: attempt)
        return .run { send in
          try await clock.sleep(for: .seconds(1 << attempt))
          await send(.reconnect(attempt: attempt))
        }
        .cancellable(id: CancelID.socket, cancelInFlight: true)
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func connect(_ state: State) -> Effect<Action> {
    .run { [room = state.room] send in
      for await event in await socket.connect(room: room) {
        await send(.socket(event))
      }
    }
    .cancellable(id: CancelID.socket, cancelInFlight: true)
  }

  private func deliver(_ message: Message) -> Effect<Action> {
    .run { send in
      try await socket.send(text: message.text)
      await send(.sendResponse(message.id, didSend: true))
    } catch: { _, send in
      await send(.sendResponse(message.id, didSend: false))
    }
  }
}
