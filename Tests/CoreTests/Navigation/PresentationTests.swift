import TodoShellSessions
import Core
import Testing

@testable import TestSupport

@Reducer
struct PresentedChild {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case start, tick, closeButtonTapped, leave
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
      case .tick:
        state.count += 1
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss(animation: .default) }
      case .leave:
        return .none
      }
    }
  }
}

@Reducer
struct Presenter {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Destination {
    case one(PresentedChild)
    case other(PresentedChild)
  }

  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var child: PresentedChild.State?
    @Presents var destination: Destination.State?
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case child(PresentationAction<PresentedChild.Action>)
    case destination(PresentationAction<Destination.Action>)
    case present(PresentedChild.State?)
    case show(Destination.State?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child(.presented(.leave)):
        state.child = nil
      case .child(.dismiss):
        state.log.append("dismissing \(state.child?.id ?? -1)")
      case .present(let child):
        state.child = child
      case .show(let destination):
        state.destination = destination
      case .child, .destination:
        break
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { PresentedChild() }
    .ifLet(\.$destination, action: \.destination)
  }
}

struct PresentationTests {
  private func makeSession(
    _ state: Presenter.State
  ) -> Session<Presenter.State, Presenter.Action> {
    Session(initialState: state) { Presenter() }
  }

  private func running() throws -> Session<Presenter.State, Presenter.Action> {
    let session = makeSession(Presenter.State(child: PresentedChild.State(id: 1)))
    try session.send(.child(.presented(.start)))
    try session.advance(by: .seconds(2))
    #expect(session.state.child?.count == 2)
    return session
  }

  @Test(arguments: [
    Presenter.Action.child(.dismiss), .child(.presented(.leave)), .child(.presented(.closeButtonTapped)),
    .present(nil), .present(PresentedChild.State(id: 2)),
  ])
  func aChildThatGoesTakesItsEffectsAlong(_ action: Presenter.Action) throws {
    let session = try running()
    try session.send(action)
    #expect(session.state.child?.id != 1)
    #expect(session.effects.isEmpty)
    try session.advance(by: .seconds(2))
    #expect(session.moments.allSatisfy { $0.issues.isEmpty })

    try session.undo(2)
    #expect(session.state.child?.count == 2)
    try session.advance(by: .seconds(1))
    #expect(session.state.child?.count == 3)
  }

  @Test func aChildThatIsReplacedUnderItsIDKeepsItsEffects() throws {
    let session = try running()
    try session.send(.present(PresentedChild.State(id: 1, count: 10)))
    try session.advance(by: .seconds(1))
    #expect(session.state.child?.count == 11)
  }

  @Test func theParentSeesTheChildThatIsDismissed() throws {
    let session = try running()
    try session.send(.child(.dismiss))
    #expect(session.state.log == ["dismissing 1"])
  }

  @Test func anotherCaseIsAnotherChild() throws {
    let session = makeSession(Presenter.State(destination: .one(PresentedChild.State(id: 1))))
    try session.send(.destination(.presented(.one(.start))))
    #expect(session.effects.count == 1)
    try session.send(.show(.other(PresentedChild.State(id: 1))))
    #expect(session.effects.isEmpty)
    try session.send(.destination(.presented(.other(.closeButtonTapped))))
    #expect(session.state.destination == nil)
  }

  @Test(arguments: [Presenter.Action.child(.presented(.tick)), .child(.dismiss)])
  func anActionForAChildThatIsNotThereIsReported(_ action: Presenter.Action) throws {
    let session = makeSession(Presenter.State())
    try session.send(action)
    #expect(session.moment.issues.map { $0.message.contains("missing presented child") } == [true])
  }

  @Test func aFeatureThatIsNotPresentedCannotBeDismissed() throws {
    let session = Session(initialState: PresentedChild.State()) { PresentedChild() }
    try session.send(.closeButtonTapped)
    #expect(session.moment.issues.map { $0.message.contains("cannot be") } == [true])
  }

  @Test func aFeatureKnowsWhetherItIsPresented() async throws {
    let alone = Session(initialState: Curious.State()) { Curious() }
    try alone.send(.look)
    #expect(alone.state.isPresented == false)
    #expect(alone.moment.action == .looked(false))
    let tested = TestStore(initialState: Curious.State()) { Curious() }
    await tested.send(.look) { $0.isPresented = true }
    await tested.receive(.looked(true))
    let store = TestStore(initialState: CuriousParent.State()) { CuriousParent() }
    await store.send(.child(.presented(.look))) { $0.child?.isPresented = true }
    await store.receive(\.child.looked, true)
  }

  @Test func navigationIsTestedByCasePaths() async {
    let store = TestStore(initialState: Presenter.State()) { Presenter() }
    await store.send(.show(.one(PresentedChild.State()))) {
      $0.destination = .one(PresentedChild.State())
    }
    await store.send(\.destination.one.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }
}

@Reducer
private struct Curious {
  struct State: Equatable { var isPresented: Bool? }
  enum Action: Equatable, Sendable { case look, looked(Bool) }
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard action == .look else { return .none }
      state.isPresented = isPresented
      return .run { await $0(.looked(isPresented)) }
    }
  }
}

@Reducer
private struct CuriousParent {
  @ObservableState
  struct State: Equatable { @Presents var child: Curious.State? = Curious.State() }
  enum Action: Sendable { case child(PresentationAction<Curious.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$child, action: \.child) { Curious() }
  }
}
