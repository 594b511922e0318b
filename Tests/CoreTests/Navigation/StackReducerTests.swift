import Core
import Testing

@testable import TestSupport

struct StackReducerTests {
  private func makeStore(_ state: NavigationApp.State = .init()) -> TestStoreOf<NavigationApp> {
    TestStore(initialState: state) { NavigationApp() }
  }

  @Test func aFlowThroughAStackIsTestedByNumbers() async {
    let clock = TestClock()
    let store = makeStore()
    store.dependencies.continuousClock = clock
    await store.send(.path(.push(id: 0, state: .list(StackScreen.State())))) {
      $0.path[id: 0] = .list(StackScreen.State())
      $0.log = ["push #0 onto [#0]"]
    }
    await store.send(.change(.append(.detail(StackScreen.State())))) {
      $0.path.append(.detail(StackScreen.State()))
    }
    await store.send(.path(.element(id: 1, action: .detail(.wait)))) {
      $0.path[id: 1, case: \.detail]?.waiting = 1
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].detail.waited) {
      $0.path[id: 1, case: \.detail]?.waiting = 0
    }
    await store.send(\.path[id: 1].detail.closeButtonTapped)
    await store.receive(\.path.popFrom) {
      $0.path.pop(from: 1)
      $0.log.append("pop #1 of [#0, #1]")
    }
    await store.send(\.path.popFrom, 0) {
      $0.path = StackState()
      $0.log.append("pop #0 of [#0]")
    }
  }

  @Test func dismissalTakesWhatIsAboveAlong() throws {
    let session = makeNavigationSession(.init(path: [.list(.init()), .list(.init()), .detail(.init())]))
    try session.send(.path(.element(id: 2, action: .detail(.start))))
    try session.send(.path(.element(id: 1, action: .list(.closeButtonTapped))))
    #expect(Array(session.state.path.ids) == [0])
    #expect(session.effects.isEmpty)
    #expect(session.state.log == ["pop #1 of [#0, #1, #2]"])
  }

  @Test func aSheetOnAStackDismissesItselfAlone() throws {
    let session = makeNavigationSession(.init(path: [.list(.init())]))
    try session.send(.path(.element(id: 0, action: .list(.show))))
    try session.send(.path(.element(id: 0, action: .list(.sheet(.presented(.start))))))
    try session.send(.path(.element(id: 0, action: .list(.sheet(.presented(.closeButtonTapped))))))
    #expect(session.state.path == [.list(.init())])
    #expect(session.effects.isEmpty)
  }

  @Test func theElementRunsBeforeTheParent() throws {
    let session = makeNavigationSession(.init(path: [.list(.init())]))
    try session.send(.path(.element(id: 0, action: .list(.start))))
    try session.advance(by: .seconds(1))
    #expect(session.state.path[id: 0]?.screen.ticks == 1)
    #expect(session.state.log == ["tick of #0"])
  }

  @Test func whatCannotBeIsReportedAndTheParentStillRuns() throws {
    let cases: [(NavigationApp.Action, issue: String, log: [String])] = [
      (.path(.element(id: 7, action: .list(.tick))), "missing element", ["tick of #7"]),
      (.path(.popFrom(id: 7)), "missing element", ["pop #7 of [#0]"]),
      (.path(.push(id: 0, state: .list(.init()))), "already on the stack", ["push #0 onto [#0]"]),
      (.change(.set(7, .list(.init()))), "not on the stack", []),
    ]
    for (action, issue, log) in cases {
      let session = makeNavigationSession(.init(path: [.detail(.init())]))
      try session.send(action)
      #expect(session.moment.issues.map { $0.message.contains(issue) } == [true], "\(action)")
      #expect(session.state == .init(path: [.detail(.init())], log: log), "\(action)")
    }
  }

  @Test func aStackThatReplacesAnotherTakesNothingOver() throws {
    let session = makeNavigationSession(.init(path: [.list(.init())]))
    try session.send(.path(.element(id: 0, action: .list(.start))))
    try session.send(.change(.replaceStack([.list(.init())])))
    #expect(session.effects.isEmpty)
    #expect(Array(session.state.path.ids) == [1])
  }

  @Test func idsAreRewoundWithTheMoment() throws {
    let session = makeNavigationSession()
    try session.send(.change(.append(.list(.init()))))
    try session.send(.change(.append(.list(.init()))))
    try session.undo()
    try session.send(.change(.append(.detail(.init()))))
    #expect(Array(session.state.path.ids) == [0, 1])
    try session.send(.path(.popFrom(id: 1)))
    try session.send(.change(.append(.detail(.init()))))
    #expect(Array(session.state.path.ids) == [0, 2])
  }

  @Test func elementsHaveScopesOfTheirOwn() throws {
    let session = makeNavigationSession(.init(path: [.list(.init()), .list(.init())]))
    for id in session.state.path.ids {
      try session.send(.path(.element(id: id, action: .list(.start))))
    }
    try session.send(.path(.popFrom(id: 1)))
    try session.advance(by: .seconds(1))
    #expect(session.state.log.suffix(1) == ["tick of #0"])
    #expect(session.effects.count == 1)
  }

  @MainActor @Test func storesOfElementsHaveTheirCases() throws {
    let store = Store(initialState: NavigationApp.State(path: [.list(.init()), .detail(.init())])) {
      NavigationApp()
    }
    let stores = store.scope(state: \.path, action: \.path)
    #expect(Array(stores.ids) == [0, 1])
    guard case .detail(let detail) = try #require(stores.last).case else {
      Issue.record("The element on top is not a detail.")
      return
    }
    detail.send(.tick)
    #expect(detail.ticks == 1)
    #expect(store.path[id: 1, case: \.detail]?.ticks == 1)
    #expect(stores[id: 1] === stores.last)
    #expect(stores[id: 2] == nil)
  }

  @MainActor @Test func aStackOfOneFeatureNeedsNoEnum() {
    let store = Store(initialState: Leaves.State(path: [LeafScreen.State()])) { Leaves() }
    store.send(.path(.element(id: 0, action: .tick)))
    #expect(store.path == [LeafScreen.State(ticks: 1)])
  }
}

@Reducer
private struct Leaves {
  @ObservableState
  struct State: Equatable {
    var path = StackState<LeafScreen.State>()
  }

  enum Action { case path(StackActionOf<LeafScreen>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.path, action: \.path) { LeafScreen() }
  }
}
