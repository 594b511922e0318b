import Core
import CoreTestSupport
import Foundation
import Testing

// Recurring meetings of a team: a list kept in a file, a form, a detail screen, and a recording with a timer
// and a transcript.

struct Huddle: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title = ""
  var duration: Duration = .seconds(300)
  var members: IdentifiedArrayOf<Member> = []
  var minutes: IdentifiedArrayOf<Minutes> = []

  var durationPerMember: Duration { members.isEmpty ? duration : duration / members.count }

  struct Member: Codable, Equatable, Identifiable, Sendable {
    let id: UUID
    var name = ""
  }

  struct Minutes: Codable, Equatable, Identifiable, Sendable {
    let id: UUID
    let date: Date
    var transcript: String
  }
}

extension SharedReaderKey where Self == FileStorageKey<IdentifiedArrayOf<Huddle>>.Default {
  fileprivate static var huddles: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "huddles.json")), default: []]
  }
}

@DependencyClient
struct HuddleSpeechClient: Sendable {
  enum Authorization: Sendable { case notDetermined, denied, authorized }
  struct Failure: Error {}
  struct Transcription: Equatable, Sendable {
    var text: String
    var isFinal = false
  }

  var authorizationStatus: @Sendable () -> Authorization = { .denied }
  var requestAuthorization: @Sendable () async -> Authorization = { .denied }
  var startTask: @Sendable () async -> AsyncThrowingStream<Transcription, any Error> = { .finished() }
}

extension HuddleSpeechClient: TestDependencyKey {
  static let testValue = Self()
}

@DependencyClient
struct HuddleSoundClient: Sendable {
  var load: @Sendable (_ fileName: String) -> Void
  var play: @Sendable () -> Void
}

extension HuddleSoundClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  fileprivate var speechClient: HuddleSpeechClient {
    get { self[HuddleSpeechClient.self] }
    set { self[HuddleSpeechClient.self] = newValue }
  }
  fileprivate var soundClient: HuddleSoundClient {
    get { self[HuddleSoundClient.self] }
    set { self[HuddleSoundClient.self] = newValue }
  }
}

@Reducer
struct HuddleForm {
  @ObservableState
  struct State: Equatable {
    var focus: Field?
    var huddle: Huddle

    init(focus: Field? = .title, huddle: Huddle) {
      self.focus = focus
      self.huddle = huddle
      if self.huddle.members.isEmpty {
        @Dependency(\.uuid) var uuid
        self.huddle.members.append(Huddle.Member(id: uuid()))
      }
    }

    enum Field: Hashable {
      case member(Huddle.Member.ID)
      case title
    }
  }

  enum Action: BindableAction, Equatable {
    case addMemberButtonTapped
    case binding(BindingAction<State>)
    case deleteMembers(atOffsets: IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addMemberButtonTapped:
        let member = Huddle.Member(id: uuid())
        state.huddle.members.append(member)
        state.focus = .member(member.id)
        return .none

      case .binding:
        return .none

      case let .deleteMembers(atOffsets: offsets):
        state.huddle.members.remove(atOffsets: offsets)
        if state.huddle.members.isEmpty {
          state.huddle.members.append(Huddle.Member(id: uuid()))
        }
        guard let first = offsets.first else { return .none }
        let index = min(first, state.huddle.members.count - 1)
        state.focus = .member(state.huddle.members[index].id)
        return .none
      }
    }
  }
}

@Reducer
struct HuddleList {
  @Reducer
  enum Destination {
    case add(HuddleForm)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Equatable { case confirmDeletion(Huddle.ID) }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared(.huddles) var huddles
  }

  enum Action {
    case addButtonTapped
    case confirmAddButtonTapped
    case deleteButtonTapped(Huddle)
    case destination(PresentationAction<Destination.Action>)
    case dismissAddButtonTapped
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(HuddleForm.State(huddle: Huddle(id: uuid())))
        return .none

      case .confirmAddButtonTapped:
        guard case let .some(.add(form)) = state.destination else { return .none }
        var huddle = form.huddle
        huddle.members.removeAll { $0.name.allSatisfy(\.isWhitespace) }
        if huddle.members.isEmpty, let first = form.huddle.members.first {
          huddle.members.append(first)
        }
        state.$huddles.withLock { _ = $0.append(huddle) }
        state.destination = nil
        return .none

      case let .deleteButtonTapped(huddle):
        state.destination = .alert(.delete(huddle))
        return .none

      case let .destination(.presented(.alert(.confirmDeletion(id)))):
        state.$huddles.withLock { _ = $0.remove(id: id) }
        return .none

      case .destination:
        return .none

      case .dismissAddButtonTapped:
        state.destination = nil
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension HuddleList.Destination.State: Equatable {}

extension AlertState where Action == HuddleList.Destination.Alert {
  fileprivate static func delete(_ huddle: Huddle) -> Self {
    AlertState {
      TextState("Delete “\(huddle.title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(huddle.id)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("Its minutes are lost.")
    }
  }
}

@Reducer
struct HuddleDetail {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(HuddleForm)

    @CasePathable
    enum Alert {
      case confirmDeletion
      case continueWithoutTranscript
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared var huddle: Huddle
  }

  enum Action {
    case cancelEditButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteMinutes(atOffsets: IndexSet)
    case destination(PresentationAction<Destination.Action>)
    case doneEditingButtonTapped
    case editButtonTapped
    case startButtonTapped

    @CasePathable
    enum Delegate { case start(Shared<Huddle>) }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.speechClient.authorizationStatus) var authorizationStatus

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelEditButtonTapped:
        state.destination = nil
        return .none

      case .delegate:
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.deleteHuddle)
        return .none

      case let .deleteMinutes(atOffsets: offsets):
        state.$huddle.withLock { $0.minutes.remove(atOffsets: offsets) }
        return .none

      case let .destination(.presented(.alert(action))):
        switch action {
        case .confirmDeletion:
          @Shared(.huddles) var huddles
          $huddles.withLock { _ = $0.remove(id: state.huddle.id) }
          return .run { _ in await dismiss() }
        case .continueWithoutTranscript:
          return .send(.delegate(.start(state.$huddle)))
        }

      case .destination:
        return .none

      case .doneEditingButtonTapped:
        guard let edited = state.destination?.edit?.huddle else { return .none }
        state.$huddle.withLock { $0 = edited }
        state.destination = nil
        return .none

      case .editButtonTapped:
        state.destination = .edit(HuddleForm.State(huddle: state.huddle))
        return .none

      case .startButtonTapped:
        switch authorizationStatus() {
        case .notDetermined, .authorized:
          return .send(.delegate(.start(state.$huddle)))
        case .denied:
          state.destination = .alert(.speechDenied)
          return .none
        }
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension HuddleDetail.Destination.State: Equatable {}

extension AlertState where Action == HuddleDetail.Destination.Alert {
  fileprivate static let deleteHuddle = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
    ButtonState(role: .cancel) { TextState("Nevermind") }
  }

  fileprivate static let speechDenied = Self {
    TextState("No access to the microphone")
  } actions: {
    ButtonState(action: .continueWithoutTranscript) { TextState("Go on without a transcript") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  }
}

@Reducer
struct HuddleRecording {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared var huddle: Huddle
    var secondsElapsed = 0
    var speakerIndex = 0
    var transcript = ""
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case endButtonTapped
    case nextButtonTapped
    case speechFailed
    case speechResult(HuddleSpeechClient.Transcription)
    case task
    case timerTicked

    @CasePathable
    enum Alert {
      case confirmDiscard
      case confirmSave
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.soundClient) var soundClient
  @Dependency(\.speechClient) var speechClient
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.confirmSave)):
        return save(&state)

      case .alert:
        return .none

      case .endButtonTapped:
        state.alert = .endHuddle(isDiscardable: true)
        return .none

      case .nextButtonTapped:
        guard state.speakerIndex < state.huddle.members.count - 1 else {
          state.alert = .endHuddle(isDiscardable: false)
          return .none
        }
        state.speakerIndex += 1
        let perMember = Int(state.huddle.durationPerMember.components.seconds)
        state.secondsElapsed = state.speakerIndex * perMember
        return .run { _ in soundClient.play() }

      case .speechFailed:
        if !state.transcript.isEmpty { state.transcript += " ❌" }
        state.alert = .speechFailed
        return .none

      case let .speechResult(result):
        state.transcript = result.text
        return .none

      case .task:
        return .run { send in
          let status = speechClient.authorizationStatus()
          let authorization = status == .notDetermined ? await speechClient.requestAuthorization() : status
          soundClient.load(fileName: "ding.wav")
          await withTaskGroup(of: Void.self) { group in
            if authorization == .authorized {
              group.addTask { await listen(send: send) }
            }
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) {
                await send(.timerTicked)
              }
            }
          }
        }

      case .timerTicked:
        guard state.alert == nil else { return .none }
        state.secondsElapsed += 1
        let perMember = max(1, Int(state.huddle.durationPerMember.components.seconds))
        guard state.secondsElapsed.isMultiple(of: perMember) else { return .none }
        if state.secondsElapsed >= Int(state.huddle.duration.components.seconds) {
          return save(&state)
        }
        state.speakerIndex += 1
        return .run { _ in soundClient.play() }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func listen(send: Send<Action>) async {
    do {
      for try await result in await speechClient.startTask() {
        await send(.speechResult(result))
      }
    } catch {
      await send(.speechFailed)
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    let minutes = Huddle.Minutes(id: uuid(), date: now, transcript: state.transcript)
    state.$huddle.withLock { _ = $0.minutes.insert(minutes, at: 0) }
    return .run { _ in await dismiss() }
  }
}

extension AlertState where Action == HuddleRecording.Action.Alert {
  fileprivate static func endHuddle(isDiscardable: Bool) -> Self {
    Self {
      TextState("End the meeting?")
    } actions: {
      ButtonState(action: .confirmSave) { TextState("Save and end") }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) { TextState("Discard") }
      }
      ButtonState(role: .cancel) { TextState("Resume") }
    }
  }

  fileprivate static let speechFailed = Self {
    TextState("The transcript has stopped")
  } actions: {
    ButtonState(role: .cancel) { TextState("Continue") }
    ButtonState(role: .destructive, action: .confirmDiscard) { TextState("Discard") }
  }
}

@Reducer
struct HuddleApp {
  @Reducer
  enum Path {
    case detail(HuddleDetail)
    case minutes(Huddle.Minutes, huddle: Huddle)
    case recording(HuddleRecording)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var list = HuddleList.State()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case list(HuddleList.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) {
      HuddleList()
    }
    Reduce { state, action in
      switch action {
      case let .path(.element(id: _, action: .detail(.delegate(.start(huddle))))):
        state.path.append(.recording(HuddleRecording.State(huddle: huddle)))
        return .none
      case .path, .list:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension HuddleApp.Path.State: Equatable {}

extension Huddle {
  fileprivate static let design = Huddle(
    id: UUID(-1),
    title: "Design",
    duration: .seconds(6),
    members: [
      Member(id: UUID(-2), name: "Blob"),
      Member(id: UUID(-3), name: "Blob Jr."),
      Member(id: UUID(-4), name: "Blob Sr."),
    ]
  )
}

@MainActor
@Suite(
  .dependencies {
    $0.uuid = .incrementing
    $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
  }
)
struct HuddleTests {
  @Test func anAddedHuddleIsSharedWithTheTest() async {
    let store = TestStore(initialState: HuddleList.State()) {
      HuddleList()
    }
    @Shared(.huddles) var huddles

    var huddle = Huddle(id: UUID(0), members: [Huddle.Member(id: UUID(1))])
    await store.send(.addButtonTapped) {
      $0.destination = .add(HuddleForm.State(huddle: huddle))
    }
    huddle.title = "Engineering"
    await store.send(\.destination.add.binding.huddle, huddle) {
      $0.destination?.modify(\.add) { $0.huddle.title = "Engineering" }
    }
    await store.send(\.destination.add.addMemberButtonTapped) {
      $0.destination?.modify(\.add) {
        $0.focus = .member(UUID(2))
        $0.huddle.members.append(Huddle.Member(id: UUID(2)))
      }
    }
    await store.send(.confirmAddButtonTapped) {
      $0.destination = nil
      $0.$huddles.withLock { $0 = [huddle] }
    }
    expectNoDifference(huddles, [huddle])
  }

  @Test func theFormKeepsTheFocusNearTheDeletedMember() async {
    let store = TestStore(initialState: HuddleForm.State(huddle: .design)) {
      HuddleForm()
    }
    await store.send(.deleteMembers(atOffsets: [0])) {
      $0.focus = .member(UUID(-3))
      $0.huddle.members.remove(at: 0)
    }
    await store.send(.deleteMembers(atOffsets: [1])) {
      $0.focus = .member(UUID(-3))
      $0.huddle.members.remove(id: UUID(-4))
    }
    await store.send(.deleteMembers(atOffsets: [0])) {
      $0.focus = .member(UUID(0))
      $0.huddle.members = [Huddle.Member(id: UUID(0))]
    }
  }

  @Test func aHuddleIsDeletedFromTheListThatTheTestSetUp() async {
    @Shared(.huddles) var huddles = [.design]
    let store = TestStore(initialState: HuddleList.State()) {
      HuddleList()
    }
    #expect(store.state.huddles == [.design])

    await store.send(.deleteButtonTapped(.design)) {
      $0.destination = .alert(.delete(.design))
    }
    await store.send(\.destination.alert.confirmDeletion, Huddle.design.id) {
      $0.destination = nil
      $0.$huddles.withLock { $0 = [] }
    }
    #expect(huddles.isEmpty)
  }

  @Test func anEditInTheDetailReachesTheList() async throws {
    @Shared(.huddles) var huddles = [.design]
    let store = TestStore(initialState: HuddleApp.State()) {
      HuddleApp()
    }
    let shared = try #require(Shared($huddles[id: Huddle.design.id]))

    await store.send(\.path.push, (id: 0, .detail(HuddleDetail.State(huddle: shared)))) {
      $0.path[id: 0] = .detail(HuddleDetail.State(huddle: shared))
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = .edit(HuddleForm.State(huddle: .design)) }
    }
    var edited = Huddle.design
    edited.title = "Design review"
    await store.send(\.path[id: 0].detail.destination.edit.binding.huddle, edited) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.edit) { $0.huddle.title = "Design review" }
      }
    }
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = nil
        $0.$huddle.withLock { $0.title = "Design review" }
      }
    }
    .finish()
    #expect(huddles[id: Huddle.design.id]?.title == "Design review")
  }

  @Test func aHuddleDeletedInTheDetailPopsItsScreen() async throws {
    @Shared(.huddles) var huddles = [.design]
    let shared = try #require(Shared($huddles[id: Huddle.design.id]))
    let store = TestStore(
      initialState: HuddleApp.State(path: StackState([.detail(HuddleDetail.State(huddle: shared))]))
    ) {
      HuddleApp()
    }

    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = .alert(.deleteHuddle) }
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
      $0.list.$huddles.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
    expectNoDifference(huddles, [])
  }

  @Test func deniedSpeechOffersToGoOnWithoutATranscript() async {
    let store = TestStore(initialState: HuddleDetail.State(huddle: Shared(value: .design))) {
      HuddleDetail()
    } withDependencies: {
      $0.speechClient.authorizationStatus = { .denied }
    }

    await store.send(.startButtonTapped) {
      $0.destination = .alert(.speechDenied)
    }
    await store.send(\.destination.alert.continueWithoutTranscript) {
      $0.destination = nil
    }
    await store.receive(\.delegate.start)
  }

  @Test func aRecordingSoundsForEachSpeakerAndSavesItsTranscript() async {
    let clock = TestClock()
    let dings = LockIsolated(0)
    let dismissed = LockIsolated(false)
    let (results, continuation) = AsyncThrowingStream<HuddleSpeechClient.Transcription, any Error>
      .makeStream()
    let store = TestStore(
      initialState: HuddleRecording.State(huddle: Shared(value: .design))
    ) {
      HuddleRecording()
    } withDependencies: {
      $0.continuousClock = clock
      $0.dismiss = DismissEffect { dismissed.setValue(true) }
      $0.soundClient = HuddleSoundClient(load: { _ in }, play: { dings.withValue { $0 += 1 } })
      $0.speechClient.authorizationStatus = { .notDetermined }
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { results }
    }

    let task = await store.send(.task)
    continuation.yield(HuddleSpeechClient.Transcription(text: "We ship."))
    await store.receive(\.speechResult) { $0.transcript = "We ship." }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTicked) {
        $0.secondsElapsed = second
        $0.speakerIndex = second / 2
      }
    }
    #expect(dings.value == 2)
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 6
      $0.$huddle.withLock {
        $0.minutes = [
          Huddle.Minutes(
            id: UUID(0),
            date: Date(timeIntervalSince1970: 1_234_567_890),
            transcript: "We ship."
          )
        ]
      }
    }
    await task.cancel()
    #expect(dismissed.value)
  }

  @Test func failedSpeechStopsTheTimerUntilItsAlertIsDismissed() async {
    let clock = TestClock()
    let store = TestStore(initialState: HuddleRecording.State(huddle: Shared(value: .design))) {
      HuddleRecording()
    } withDependencies: {
      $0.continuousClock = clock
      $0.soundClient = HuddleSoundClient(load: { _ in }, play: {})
      $0.speechClient.authorizationStatus = { .authorized }
      $0.speechClient.startTask = {
        AsyncThrowingStream {
          $0.yield(HuddleSpeechClient.Transcription(text: "I think"))
          $0.finish(throwing: HuddleSpeechClient.Failure())
        }
      }
    }

    let task = await store.send(.task)
    await store.receive(\.speechResult) { $0.transcript = "I think" }
    await store.receive(\.speechFailed) {
      $0.transcript = "I think ❌"
      $0.alert = .speechFailed
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked)
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 1 }
    await task.cancel()
  }

  @Test func aWholeMeetingIsKeptInTheList() async throws {
    let clock = TestClock()
    @Shared(.huddles) var huddles = [.design]
    let shared = try #require(Shared($huddles[id: Huddle.design.id]))
    let store = TestStore(
      initialState: HuddleApp.State(path: StackState([.detail(HuddleDetail.State(huddle: shared))]))
    ) {
      HuddleApp()
    } withDependencies: {
      $0.continuousClock = clock
      $0.soundClient = HuddleSoundClient(load: { _ in }, play: {})
      $0.speechClient.authorizationStatus = { .authorized }
      $0.speechClient.startTask = {
        AsyncThrowingStream { $0.yield(HuddleSpeechClient.Transcription(text: "Done", isFinal: true)) }
      }
    }
    store.exhaustivity = .off

    await store.send(\.path[id: 0].detail.startButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.start) {
      $0.path[id: 1] = .recording(HuddleRecording.State(huddle: shared))
    }
    await store.send(\.path[id: 1].recording.task)
    await store.receive(\.path[id: 1].recording.speechResult)
    await store.send(\.path[id: 1].recording.nextButtonTapped)
    await store.send(\.path[id: 1].recording.nextButtonTapped)
    await store.send(\.path[id: 1].recording.nextButtonTapped) {
      $0.path[id: 1]?.modify(\.recording) { $0.alert = .endHuddle(isDiscardable: false) }
    }
    await store.send(\.path[id: 1].recording.alert.confirmSave)
    await store.receive(\.path.popFrom) {
      $0.path[id: 1] = nil
    }
    await store.finish()
    #expect(huddles[0].minutes.map(\.transcript) == ["Done"])
    store.assert {
      $0.path[id: 0, case: \.detail]?.$huddle.withLock {
        $0.minutes[0].transcript = "Done"
      }
    }
  }
}
