import TodoShellSessions
import Core
import Foundation
import Testing

/// What code in the wild writes, and how it must compile and behave.
struct SpellingTests {
  struct Form: Reducer {
    struct State: Equatable {
      var count = 0
      var log: [String] = []
    }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
    }

    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(.set(\.count, 3)): state.log.append("three")
        case .binding: state.log.append("other")
        }
        return .none
      }
    }
  }

  @Test func aSettingIsMatchedWithItsValue() throws {
    let session = Session(initialState: Form.State()) { Form() }
    try session.send(.binding(.set(\.count, 2)))
    try session.send(.binding(.set(\.count, 3)))
    #expect(session.state.log == ["other", "three"])
  }

  @Reducer struct Confirming {
    @ObservableState struct State: Equatable { @Presents var alert: AlertState<Never>? }
    enum Action { case alert(PresentationAction<Never>), show }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show = action { state.alert = AlertState { TextState("Done") } }
        return .none
      }
      .ifLet(\.alert, action: \.alert)
    }
  }

  @Test @MainActor func anAlertWithoutActionsIsPresented() async {
    let store = TestStore(initialState: Confirming.State()) { Confirming() }
    await store.send(.show) { $0.alert = AlertState { TextState("Done") } }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func aButtonIsHandledAsynchronously() async {
    let button = ButtonState<Int>(action: 3) { TextState("OK") }
    let action = await button.withAction { action in
      await Task.yield()
      return action
    }
    #expect(action == 3)
  }

  /// Uses what is deprecated, without a warning where it is called.
  private struct Assignment: Assigning {
    @Shared(value: 1) var count: Int

    @available(*, deprecated) func assign() { count += 1 }
  }

  @Test func aSharedValueIsAssigned() {
    let assignment = Assignment()
    let copy = assignment.$count
    (assignment as any Assigning).assign()
    #expect(copy.wrappedValue == 2)
  }

  @Test func workIsTriedByItself() async {
    let log = LockIsolated<[Int]>([])
    let send = Send<Int> { action in log.withValue { $0.append(action) } }
    await send(1)
    await send(2, animation: .default)
    #expect(log.value == [1, 2])
  }

  @Test func literalsAreErasedHashableValues() {
    let values: [AnyHashableSendable] = [1, 2.5, "a", true]
    #expect(values.map { AnyHashable($0) } == [AnyHashable(1), 2.5, "a", true])
  }

  @Test func aValueIsGivenAnID() throws {
    struct User: Codable, Equatable { var name: String }
    var users: IdentifiedArrayOf<Identified<String, User>> = [Identified(User(name: "Blob"), id: \.name)]
    users[id: "Blob"]?.name = "Blob Jr."
    users.append(Identified(User(name: "Blob Sr."), id: "sr"))
    #expect(users.ids.elements == ["Blob", "sr"])
    #expect(users.map(\.name) == ["Blob Jr.", "Blob Sr."])
    let copy = try JSONDecoder().decode(
      [Identified<String, User>].self,
      from: JSONEncoder().encode(Array(users))
    )
    #expect(copy == Array(users))
  }

  @Test(arguments: [IndexSet(), [0], [3, 1], [0, 1, 2, 3, 4]], 0...5)
  func arraysMoveAndRemoveAtOffsetsLikeIdentifiedArrays(offsets: IndexSet, destination: Int) {
    var (array, identified) = ([10, 11, 12, 13, 14], IdentifiedArray(uniqueElements: 10...14, id: \.self))
    array.move(fromOffsets: offsets, toOffset: destination)
    identified.move(fromOffsets: offsets, toOffset: destination)
    #expect(array == identified.elements)
    array.remove(atOffsets: offsets)
    identified.remove(atOffsets: offsets)
    #expect(array == identified.elements)
  }

  @MainActor @Test func tokensAreKeptInASet() {
    var tokens: Set<ObserveToken> = []
    observe {}.store(in: &tokens)
    let token = observe {}
    token.store(in: &tokens)
    token.store(in: &tokens)
    #expect(tokens.count == 2)
  }

  @Test func foldersOfTheUserAreKnown() {
    let folders: [URL] = [
      .documentsDirectory, .downloadsDirectory, .cachesDirectory, .applicationSupportDirectory,
      .libraryDirectory, .applicationDirectory, .desktopDirectory, .picturesDirectory, .musicDirectory,
      .moviesDirectory,
    ]
    #expect(folders.allSatisfy { $0.isFileURL && $0.path.hasPrefix("/") })
  }

  @Test func springsSayTheirParameters() {
    #expect(
      Animation.interpolatingSpring(stiffness: 2, damping: 3).description
        == "interpolatingSpring(mass: 1.0, stiffness: 2.0, damping: 3.0, initialVelocity: 0.0)"
    )
    #expect(Animation.spring(duration: 2).description == "spring(duration: 2.0, bounce: 0.0)")
    #expect(
      Animation.spring(response: 2).description.hasPrefix("spring(response: 2.0, dampingFraction: 0.825")
    )
    #expect(Animation.spring.description == "spring")
  }

  @Test func aQueueDebounces() {
    // Compiling is all there is to see: what a real queue does takes real time.
    let effects: [Effect<Int>] = [
      .send(1).debounce(id: 1, for: 0.3, scheduler: DispatchQueue.main),
      .send(1).debounce(id: 1, for: .milliseconds(1), scheduler: .main),
      .send(1).throttle(id: 1, for: 0.3, scheduler: DispatchQueue.main, latest: true),
    ]
    #expect(effects.count == 3)
  }

  @Test func aReaderLoadsAKeyThatCanBeWritten() async throws {
    @Shared(.inMemory("spelling.a")) var a = 1
    @Shared(.inMemory("spelling.b")) var b = 2
    @SharedReader(.inMemory("spelling.a")) var reader = 0
    #expect(reader == 1)
    try await $reader.load(.spelling)
    #expect(reader == 2)
    $b.withLock { $0 = 3 }
    #expect(reader == 3)
  }
}

extension SharedKey where Self == InMemoryKey<Int> {
  fileprivate static var spelling: Self { .inMemory("spelling.b") }
}

private protocol Assigning {
  func assign()
}
