import Core
import CoreTestSupport
import Foundation
import Testing
import XCTest

// Voice memos: a recorder and a player whose clients are streams, and a list of memos of which one plays at a
// time.

@DependencyClient
private struct RecorderClient: Sendable {
  var currentTime: @Sendable () async -> TimeInterval?
  var requestPermission: @Sendable () async -> Bool = { false }
  var start: @Sendable (_ url: URL) async throws -> Bool
  var stop: @Sendable () async -> Void
}

extension RecorderClient: TestDependencyKey {
  static let testValue = RecorderClient()
}

@DependencyClient
private struct PlayerClient: Sendable {
  @CasePathable
  enum Event: Equatable, Sendable { case progress(TimeInterval), finished }
  var play: @Sendable (_ url: URL) -> AsyncThrowingStream<Event, any Error> = { _ in .finished() }
}

extension PlayerClient: TestDependencyKey {
  static let testValue = PlayerClient()
}

extension DependencyValues {
  fileprivate var recorder: RecorderClient {
    get { self[RecorderClient.self] }
    set { self[RecorderClient.self] = newValue }
  }
  fileprivate var player: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
  fileprivate var temporaryFolder: @Sendable () -> URL {
    get { self[TemporaryFolderKey.self] }
    set { self[TemporaryFolderKey.self] = newValue }
  }
}

private enum TemporaryFolderKey: DependencyKey {
  static let liveValue: @Sendable () -> URL = { URL(fileURLWithPath: NSTemporaryDirectory()) }
  static let testValue: @Sendable () -> URL = { URL(fileURLWithPath: "/tmp") }
}

private struct RecorderFailed: Error, Equatable {}

@Reducer
private struct MemoRecording {
  @ObservableState
  struct State: Equatable {
    let date: Date
    var duration: TimeInterval = 0
    var mode = Mode.recording
    let url: URL

    enum Mode { case recording, encoding }
  }

  enum Action {
    case delegate(Delegate)
    case finalTimeReceived(TimeInterval)
    case recorderStopped(Result<Bool, any Error>)
    case stopButtonTapped
    case task
    case timerTicked

    @CasePathable
    enum Delegate { case didFinish(Result<State, any Error>) }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.recorder) var recorder

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case let .finalTimeReceived(duration):
        state.duration = duration
        return .none
      case .recorderStopped(.success(true)):
        return .send(.delegate(.didFinish(.success(state))))
      case .recorderStopped(.success(false)):
        return .send(.delegate(.didFinish(.failure(RecorderFailed()))))
      case let .recorderStopped(.failure(error)):
        return .send(.delegate(.didFinish(.failure(error))))
      case .stopButtonTapped:
        state.mode = .encoding
        return .run { send in
          if let time = await recorder.currentTime() {
            await send(.finalTimeReceived(time))
          }
          await recorder.stop()
        }
      case .task:
        return .run { [url = state.url] send in
          async let started: Void = send(.recorderStopped(Result { try await recorder.start(url: url) }))
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
          await started
        }
      case .timerTicked:
        state.duration += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Memo {
  @ObservableState
  struct State: Equatable, Identifiable {
    let date: Date
    let duration: TimeInterval
    var mode = Mode.notPlaying
    var title = ""
    let url: URL
    var id: URL { url }

    @CasePathable
    @dynamicMemberLookup
    enum Mode: Equatable {
      case notPlaying
      case playing(progress: Double)
    }
  }

  enum Action {
    case delegate(Delegate)
    case playButtonTapped
    case playerEvent(PlayerClient.Event)
    case playerFailed
    case titleChanged(String)

    @CasePathable
    enum Delegate { case playbackFailed, playbackStarted }
  }

  private enum CancelID { case play }
  @Dependency(\.player) var player

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .playButtonTapped:
        guard state.mode.is(\.notPlaying) else {
          state.mode = .notPlaying
          return .cancel(id: CancelID.play)
        }
        state.mode = .playing(progress: 0)
        return .run { [url = state.url] send in
          await send(.delegate(.playbackStarted))
          for try await event in player.play(url: url) {
            await send(.playerEvent(event))
          }
        } catch: { _, send in
          await send(.playerFailed)
        }
        .cancellable(id: CancelID.play, cancelInFlight: true)
      case let .playerEvent(.progress(time)):
        state.mode.modify(\.playing) { [duration = state.duration] in $0 = time / duration }
        return .none
      case .playerEvent(.finished):
        state.mode = .notPlaying
        return .none
      case .playerFailed:
        state.mode = .notPlaying
        return .send(.delegate(.playbackFailed))
      case let .titleChanged(title):
        state.title = title
        return .none
      }
    }
  }
}

@Reducer
private struct Memos {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var memos: IdentifiedArrayOf<Memo.State> = []
    var permission = Permission.undetermined
    @Presents var recording: MemoRecording.State?

    enum Permission { case undetermined, allowed, denied }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case memos(IdentifiedActionOf<Memo>)
    case onDelete(IndexSet)
    case permissionResponse(Bool)
    case recordButtonTapped
    case recording(PresentationAction<MemoRecording.Action>)

    enum Alert: Equatable {}
  }

  @Dependency(\.date) var date
  @Dependency(\.recorder.requestPermission) var requestPermission
  @Dependency(\.temporaryFolder) var temporaryFolder
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case let .memos(.element(id: id, action: .delegate(delegate))):
        switch delegate {
        case .playbackFailed:
          state.alert = AlertState { TextState("The memo cannot be played.") }
          return .none
        case .playbackStarted:
          return .merge(
            state.memos
              .filter { $0.id != id && $0.mode.is(\.playing) }
              .map { .send(.memos(.element(id: $0.id, action: .playButtonTapped))) }
          )
        }
      case .memos:
        return .none
      case let .onDelete(offsets):
        state.memos.remove(atOffsets: offsets)
        return .none
      case let .permissionResponse(isAllowed):
        state.permission = isAllowed ? .allowed : .denied
        if isAllowed {
          state.recording = newRecording
        } else {
          state.alert = AlertState { TextState("Recording needs the microphone.") }
        }
        return .none
      case .recordButtonTapped:
        switch state.permission {
        case .undetermined:
          return .run { send in await send(.permissionResponse(requestPermission())) }
        case .denied:
          state.alert = AlertState { TextState("Recording needs the microphone.") }
          return .none
        case .allowed:
          state.recording = newRecording
          return .none
        }
      case let .recording(.presented(.delegate(.didFinish(.success(recording))))):
        state.recording = nil
        state.memos.insert(
          Memo.State(date: recording.date, duration: recording.duration, url: recording.url),
          at: 0
        )
        return .none
      case .recording(.presented(.delegate(.didFinish(.failure)))):
        state.alert = AlertState { TextState("The recording failed.") }
        state.recording = nil
        return .none
      case .recording:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$recording, action: \.recording) {
      MemoRecording()
    }
    .forEach(\.memos, action: \.memos) {
      Memo()
    }
  }

  private var newRecording: MemoRecording.State {
    MemoRecording.State(
      date: date.now,
      url: temporaryFolder().appendingPathComponent(uuid().uuidString).appendingPathExtension("m4a")
    )
  }
}

private let memoURL = URL(fileURLWithPath: "/tmp/00000000-0000-0000-0000-000000000000.m4a")

extension Memo.State {
  fileprivate static func mock(_ name: String, mode: Mode = .notPlaying) -> Self {
    Self(
      date: Date(timeIntervalSinceReferenceDate: 0),
      duration: 10,
      mode: mode,
      url: URL(fileURLWithPath: "/memos/\(name).m4a")
    )
  }
}

@MainActor
@Suite(
  .dependencies {
    $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
    $0.uuid = .incrementing
  }
)
struct VoiceMemosTests {
  let clock = TestClock()

  @Test func aMemoIsRecordedAfterPermissionWasGiven() async {
    let stopped = AsyncThrowingStream<Bool, any Error>.makeStream()
    let store = TestStore(initialState: Memos.State()) {
      Memos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.recorder.currentTime = { 2.5 }
      $0.recorder.requestPermission = { true }
      $0.recorder.start = { _ in
        try await stopped.stream.first { _ in true } ?? false
      }
      $0.recorder.stop = {
        stopped.continuation.yield(true)
        stopped.continuation.finish()
      }
    }

    await store.send(.recordButtonTapped)
    await store.receive(\.permissionResponse) {
      $0.permission = .allowed
      $0.recording = MemoRecording.State(date: Date(timeIntervalSinceReferenceDate: 0), url: memoURL)
    }
    let recordingTask = await store.send(\.recording.task)
    for second in 1...2 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.recording.timerTicked) { $0.recording?.duration = TimeInterval(second) }
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.recording.stopButtonTapped) { $0.recording?.mode = .encoding }
    await store.receive(\.recording.finalTimeReceived) { $0.recording?.duration = 2.5 }
    await store.receive(\.recording.recorderStopped.success)
    await store.receive(\.recording.delegate.didFinish.success) {
      $0.recording = nil
      $0.memos = [
        Memo.State(date: Date(timeIntervalSinceReferenceDate: 0), duration: 2.5, url: memoURL)
      ]
    }
    await recordingTask.cancel()
  }

  @Test func deniedPermissionIsAnAlertEachTime() async {
    let asked = LockIsolated(0)
    let store = TestStore(initialState: Memos.State()) {
      Memos()
    } withDependencies: {
      $0.recorder.requestPermission = {
        asked.withValue { $0 += 1 }
        return false
      }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.permissionResponse) {
      $0.permission = .denied
      $0.alert = AlertState { TextState("Recording needs the microphone.") }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(.recordButtonTapped) {
      $0.alert = AlertState { TextState("Recording needs the microphone.") }
    }
    #expect(asked.value == 1)
  }

  @Test func aFailedRecordingAddsNoMemo() async {
    let store = TestStore(initialState: Memos.State(permission: .allowed)) {
      Memos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.recorder.start = { _ in throw RecorderFailed() }
    }
    await store.send(.recordButtonTapped) {
      $0.recording = MemoRecording.State(date: Date(timeIntervalSinceReferenceDate: 0), url: memoURL)
    }
    await store.send(\.recording.task)
    await store.receive(\.recording.recorderStopped.failure)
    await store.receive(\.recording.delegate.didFinish.failure) {
      $0.alert = AlertState { TextState("The recording failed.") }
      $0.recording = nil
    }
  }

  @Test func playingShowsItsProgressUntilTheEnd() async {
    let (events, player) = AsyncThrowingStream<PlayerClient.Event, any Error>.makeStream()
    let memo = Memo.State.mock("a")
    let store = TestStore(initialState: Memos.State(memos: [memo])) {
      Memos()
    } withDependencies: {
      $0.player.play = { _ in events }
    }
    await store.send(\.memos[id: memo.id].playButtonTapped) {
      $0.memos[id: memo.id]?.mode = .playing(progress: 0)
    }
    await store.receive(\.memos[id: memo.id].delegate.playbackStarted)
    player.yield(.progress(2.5))
    await store.receive(\.memos[id: memo.id].playerEvent.progress) {
      $0.memos[id: memo.id]?.mode = .playing(progress: 0.25)
    }
    player.yield(.progress(5))
    await store.receive(\.memos[id: memo.id].playerEvent.progress, 5) {
      $0.memos[id: memo.id]?.mode = .playing(progress: 0.5)
    }
    player.yield(.finished)
    player.finish()
    await store.receive(\.memos[id: memo.id].playerEvent.finished) {
      $0.memos[id: memo.id]?.mode = .notPlaying
    }
  }

  @Test func playingOneMemoStopsTheOther() async {
    let first = Memo.State.mock("first", mode: .playing(progress: 0.4))
    let second = Memo.State.mock("second")
    let store = TestStore(initialState: Memos.State(memos: [first, second])) {
      Memos()
    } withDependencies: {
      $0.player.play = { _ in .never }
    }
    let play = await store.send(.memos(.element(id: second.id, action: .playButtonTapped))) {
      $0.memos[id: second.id]?.mode = .playing(progress: 0)
    }
    await store.receive(\.memos[id: second.id].delegate.playbackStarted)
    await store.receive(\.memos[id: first.id].playButtonTapped) {
      $0.memos[id: first.id]?.mode = .notPlaying
    }
    await play.cancel()
  }

  @Test func deletingAPlayingMemoEndsItsStream() async {
    let isTerminated = LockIsolated(false)
    let (events, player) = AsyncThrowingStream<PlayerClient.Event, any Error>.makeStream()
    player.onTermination = { _ in isTerminated.setValue(true) }
    let memo = Memo.State.mock("a")
    let store = TestStore(initialState: Memos.State(memos: [memo])) {
      Memos()
    } withDependencies: {
      $0.player.play = { _ in events }
    }
    store.exhaustivity = .off
    await store.send(\.memos[id: memo.id].playButtonTapped)
    await store.receive(\.memos[id: memo.id].delegate.playbackStarted)
    await store.send(.onDelete([0])) { $0.memos = [] }
    await store.finish()
    #expect(isTerminated.value)
  }
}

@MainActor
final class VoiceMemosXCTests: XCTestCase {
  func testAPlayerThatFailsIsAnAlert() async {
    let memo = Memo.State.mock("a")
    let store = TestStore(initialState: Memos.State(memos: [memo])) {
      Memos()
    } withDependencies: {
      $0.player.play = { _ in .finished(throwing: RecorderFailed()) }
    }
    await store.send(\.memos[id: memo.id].playButtonTapped) {
      $0.memos[id: memo.id]?.mode = .playing(progress: 0)
    }
    await store.receive(\.memos[id: memo.id].delegate.playbackStarted)
    await store.receive(\.memos[id: memo.id].playerFailed) {
      $0.memos[id: memo.id]?.mode = .notPlaying
    }
    await store.receive(\.memos[id: memo.id].delegate.playbackFailed) {
      $0.alert = AlertState { TextState("The memo cannot be played.") }
    }
  }

  func testAMemoIsRenamedAndThenDeleted() async {
    let memo = Memo.State.mock("a")
    let store = TestStore(initialState: Memos.State(memos: [memo])) {
      Memos()
    }
    await store.send(\.memos[id: memo.id].titleChanged, "Ideas") {
      $0.memos[id: memo.id]?.title = "Ideas"
    }
    await store.send(.onDelete([0])) { $0.memos = [] }
  }

  func testTheFolderOfTheFilesIsADependency() async {
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let store = TestStore(initialState: Memos.State(permission: .allowed)) {
      Memos()
    } withDependencies: {
      $0.date = .constant(date)
      $0.temporaryFolder = { URL(fileURLWithPath: "/recordings") }
      $0.uuid = .constant(UUID(7))
    }
    await store.send(.recordButtonTapped) {
      $0.recording = MemoRecording.State(
        date: date,
        url: URL(fileURLWithPath: "/recordings/\(UUID(7).uuidString).m4a")
      )
    }
  }
}
