import ComposableArchitecture
import Foundation

@DependencyClient
struct RecorderClient: Sendable {
  var ask: @Sendable () async -> Bool = { false }
  var levels: @Sendable (_ file: URL) async -> AsyncStream<Double> = { _ in .finished }
  var stop: @Sendable () async -> TimeInterval?
}

extension RecorderClient: TestDependencyKey {
  static let testValue = Self()
  static let previewValue = Self(
    ask: { true },
    levels: { _ in
      @Dependency(\.continuousClock) var clock
      return clock.timer(interval: .milliseconds(250)).map { _ in 0.5 }.eraseToStream()
    },
    stop: { 3 }
  )
}

struct PlayerClient: Sendable {
  var play: @Sendable (URL) async throws -> Bool
}

extension PlayerClient: DependencyKey {
  static let liveValue = Self { _ in
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .seconds(3))
    return true
  }
  static let testValue = Self(play: unimplemented("PlayerClient.play", placeholder: false))
}

extension DependencyValues {
  var recorder: RecorderClient {
    get { self[RecorderClient.self] }
    set { self[RecorderClient.self] = newValue }
  }
  var player: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
  var temporaryFolder: @Sendable () -> URL {
    get { self[TemporaryFolderKey.self] }
    set { self[TemporaryFolderKey.self] = newValue }
  }
  private enum TemporaryFolderKey: DependencyKey {
    static let liveValue: @Sendable () -> URL = { URL(fileURLWithPath: NSTemporaryDirectory()) }
    static let testValue: @Sendable () -> URL = unimplemented(
      "temporaryFolder",
      placeholder: URL(fileURLWithPath: "/tmp")
    )
  }
}

/// One of two players, to compare takes.
@Reducer
struct Deck {
  @ObservableState
  struct State: Equatable {
    var progress = 0.0
    let side: Side
    var status = Status.empty
    var take: Take?

    enum Side: CaseIterable { case left, right }
    enum Status { case empty, paused, playing }
  }

  enum Action: Equatable {
    case delegate(Delegate)
    case failed
    case finished
    case playButtonTapped
    case tick

    @CasePathable
    enum Delegate: Equatable { case started }
  }

  enum CancelID: Hashable { case playing(State.Side) }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.player) var player

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .failed, .finished:
        state.progress = 0
        state.status = .paused
        return .cancel(id: CancelID.playing(state.side))
      case .playButtonTapped:
        switch state.status {
        case .empty:
          return .none
        case .playing:
          state.status = .paused
          return .cancel(id: CancelID.playing(state.side))
        case .paused:
          guard let take = state.take else { return .none }
          state.status = .playing
          return .run { send in
            await send(.delegate(.started))
            async let outcome = player.play(take.url)
            async let ticks: Void = {
              for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
            }()
            do {
              _ = try await outcome
              await send(.finished)
            } catch is CancellationError {
            } catch {
              await send(.failed)
            }
            await ticks
          }
          .cancellable(id: CancelID.playing(state.side), cancelInFlight: true)
        }
      case .tick:
        guard state.status == .playing, let take = state.take else { return .none }
        state.progress = min(1, state.progress + 1 / take.duration)
        return .none
      }
    }
  }
}

struct Take: Equatable, Identifiable, Sendable {
  let id: UUID
  var date: Date
  var duration: TimeInterval
  var url: URL
}

@Reducer
struct FieldRecorder {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var left = Deck.State(side: .left)
    var level = 0.0
    var recording: URL?
    var right = Deck.State(side: .right)
    var takes: IdentifiedArrayOf<Take> = []
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case delete(IndexSet)
    case left(Deck.Action)
    case levelChanged(Double)
    case loadButtonTapped(Take.ID, deck: Deck.State.Side)
    case permissionAnswered(Bool)
    case recordButtonTapped
    case right(Deck.Action)
    case stopButtonTapped
    case stopped(TimeInterval?)

    enum Alert: Equatable { case openSettings }
  }

  private enum CancelID { case recording }

  @Dependency(\.date) var date
  @Dependency(\.recorder) var recorder
  @Dependency(\.temporaryFolder) var temporaryFolder
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Deck() }
    Scope(state: \.right, action: \.right) { Deck() }
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .delete(let offsets):
        state.takes.remove(atOffsets: offsets)
        return .none

      case .left(.delegate(.started)):
        return state.right.status == .playing ? .send(.right(.playButtonTapped)) : .none

      case .right(.delegate(.started)):
        return state.left.status == .playing ? .send(.left(.playButtonTapped)) : .none

      case .left, .right:
        return .none

      case .levelChanged(let level):
        state.level = level
        return .none

      case .loadButtonTapped(let id, let deck):
        guard let take = state.takes[id: id] else { return .none }
        let loaded = Deck.State(side: deck, status: .paused, take: take)
        switch deck {
        case .left: state.left = loaded
        case .right: state.right = loaded
        }
        return .none

      case .permissionAnswered(false):
        state.alert = AlertState {
          TextState("Recording needs the microphone")
        } actions: {
          ButtonState(action: .openSettings) { TextState("Open Settings") }
        }
        return .none

      case .permissionAnswered(true):
        let file = temporaryFolder().appendingPathComponent("\(uuid()).m4a")
        state.recording = file
        return .run { send in
          for await level in await recorder.levels(file: file) {
            await send(.levelChanged(level))
          }
        }
        .cancellable(id: CancelID.recording)

      case .recordButtonTapped:
        guard state.recording == nil else { return .none }
        return .run { send in await send(.permissionAnswered(recorder.ask())) }

      case .stopButtonTapped:
        return .concatenate(
          .cancel(id: CancelID.recording),
          .run { send in await send(.stopped(recorder.stop())) }
        )

      case .stopped(let duration):
        guard let url = state.recording else { return .none }
        state.recording = nil
        state.level = 0
        if let duration {
          state.takes.append(Take(id: uuid(), date: date.now, duration: duration, url: url))
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
