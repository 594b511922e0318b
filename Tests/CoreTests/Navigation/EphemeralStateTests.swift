import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// An alert goes when one of its own actions has been handled, and not when another child's action arrives meanwhile.
struct EphemeralStateTests {
  @Reducer
  fileprivate struct Parent {
    @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
    enum Destination {
      case alert(AlertState<Answer>)
      case dialog(ConfirmationDialogState<Answer>)
      case sheet(PresentedChild)
    }

    enum Answer: Equatable, Sendable { case yes }

    /// A destination without macros, whose action is not case-pathable.
    @CasePathable
    enum Plain: Equatable, Sendable { case alert(AlertState<Answer>), sheet(Int) }
    enum PlainAction: Equatable, Sendable { case alert(Answer), sheet(Bool) }

    @ObservableState
    struct State: Equatable, Sendable {
      @Presents var destination: Destination.State?
      @Presents var plain: Plain?
    }

    enum Action: Equatable, Sendable {
      case destination(PresentationAction<Destination.Action>)
      case plain(PresentationAction<PlainAction>)
      case show(Destination.State)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let destination) = action { state.destination = destination }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
      .ifLet(\.$plain, action: \.plain) { EmptyReducer() }
    }
  }

  private typealias Destination = Parent.Destination.State
  private static let alert = AlertState<Parent.Answer> { TextState("Sure?") }
  private static let dialog = ConfirmationDialogState<Parent.Answer> { TextState("Sure?") }
  private static let foreign = Parent.Action.destination(.presented(.sheet(.tick)))

  @Test(arguments: [true, false])
  func anAlertStaysUntilOneOfItsOwnActions(isAlert: Bool) async throws {
    let shown: Destination = isAlert ? .alert(Self.alert) : .dialog(Self.dialog)
    let answer: Parent.Destination.Action = isAlert ? .alert(.yes) : .dialog(.yes)
    let session = Session(initialState: Parent.State(destination: shown)) { Parent() }
    try session.send(Self.foreign)
    #expect(session.state.destination == shown)
    #expect(session.moment.issues.count == 1, "the sheet is not there")
    try session.send(.destination(.presented(answer)))
    #expect(session.state.destination == nil)

    let tested = TestStore(initialState: Parent.State(destination: shown)) { Parent() }
    let issues = await issues { await tested.send(Self.foreign) }
    #expect(issues.count == 1)
    await tested.send(.destination(.presented(answer))) { $0.destination = nil }
    await tested.finish()
  }

  @Test @MainActor func anAlertOfALiveStoreStaysToo() async {
    let store = Store(initialState: Parent.State(destination: .alert(Self.alert))) { Parent() }
    let issues = await issues { store.send(Self.foreign) }
    #expect(issues.count == 1 && store.destination == .alert(Self.alert))
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.destination == nil)
  }

  /// The effects of a sheet end with it, but an action may already be on its way.
  @Test func anAlertInPlaceOfASheetOutlivesItsActions() async throws {
    let session = Session(initialState: Parent.State(destination: .sheet(PresentedChild.State()))) {
      Parent()
    }
    try session.send(.destination(.presented(.sheet(.start))))
    try session.send(.show(.alert(Self.alert)))
    try session.send(Self.foreign)
    #expect(session.state.destination == .alert(Self.alert))
  }

  @Test func itsActionsAreFoundInAnyEnum() throws {
    let session = Session(initialState: Parent.State(plain: .alert(Self.alert))) { Parent() }
    try session.send(.plain(.presented(.sheet(true))))
    #expect(session.state.plain == .alert(Self.alert))
    try session.send(.plain(.presented(.alert(.yes))))
    #expect(session.state.plain == nil)
  }

  @Test func theCaseOfADestinationIsFoundWithoutAMirror() throws {
    let count = CallCount()
    try MirrorCount.$current.withValue(count) {
      let session = Session(initialState: Watched.State(destination: .sheet(.init()))) { Watched() }
      for _ in 0..<10 { try session.send(.destination(.presented(.sheet(.tick)))) }
      #expect(session.state.destination?.sheet?.count == 10)
      try session.send(.show(.alert(Self.alertOfWatched)))
      try session.send(.destination(.presented(.alert(.yes))))
      #expect(session.state.destination == nil)
    }
    #expect(count.value == 0)
  }

  private static let alertOfWatched = AlertState<Watched.Answer> { TextState("Sure?") }
}

private enum MirrorCount {
  @TaskLocal static var current: CallCount?
}

@Reducer
private struct Watched {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Destination {
    case alert(AlertState<Answer>)
    case sheet(PresentedChild)
  }

  enum Answer: Equatable, Sendable { case yes }

  @ObservableState
  struct State: Equatable, Sendable { @Presents var destination: Destination.State? }

  enum Action: Equatable, Sendable {
    case destination(PresentationAction<Destination.Action>)
    case show(Destination.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let destination) = action { state.destination = destination }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Watched.Destination.State: CustomReflectable {
  var customMirror: Mirror {
    MirrorCount.current?.increment()
    return Mirror(self, children: [:])
  }
}

extension Watched.Destination.Action: CustomReflectable {
  var customMirror: Mirror {
    MirrorCount.current?.increment()
    return Mirror(self, children: [:])
  }
}
