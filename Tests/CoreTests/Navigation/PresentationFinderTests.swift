import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// What a session knows of what its feature presents.
struct PresentationFinderTests {
  private func presented(_ session: NavigationSession) -> [String] {
    session.presentations(at: session.moment).map { "\($0.style) \($0.path)" }
  }

  @Test func aFeatureWithoutChildrenPresentsNothing() {
    let session = makeSession()
    #expect(session.presentations(at: session.moment).isEmpty)
    #expect(presented(makeNavigationSession()) == [])
  }

  @Test func whatIsInFrontComesLast() {
    let alert = AlertState<StackScreen.Action.Alert> { TextState("Run?") }
    let session = makeNavigationSession(
      .init(
        path: [
          .list(.init(sheet: .init(), alert: alert)),
          .detail(.init()),
        ],
        sheet: .init(sheet: .init())
      )
    )
    #expect(
      presented(session) == [
        "screen .path[id: 0].list",
        "screen .path[id: 1].detail",
        "sheet .path[id: 0].list.sheet",
        "sheet .sheet",
        "sheet .sheet.sheet",
        "alert .path[id: 0].list.alert",
      ]
    )
  }

  @Test func eachIsDismissedWithWhatIsInIt() throws {
    let session = makeNavigationSession(
      .init(path: [.list(.init()), .detail(.init(sheet: .init()))], sheet: .init(sheet: .init()))
    )
    for count in [5, 4, 3, 2, 1] {
      #expect(presented(session).count == count)
      try session.send(try #require(session.presentations(at: session.moment).last).dismissal)
    }
    #expect(presented(session) == [])
    try session.undo(4)
    try session.send(session.presentations(at: session.moment)[0].dismissal)
    #expect(presented(session) == ["sheet .sheet"], "a screen takes along what lies on top of it")
    #expect(session.moments.flatMap(\.issues).map(\.message) == [])
  }

  @Test func buttonsSendTheirActionsAlongThePath() throws {
    let session = makeNavigationSession(.init(path: [.list(.init()), .detail(.init())]))
    try session.send(.path(.element(id: 1, action: .detail(.ask))))
    let prompt = try #require(session.presentations(at: session.moment).last?.prompt)
    #expect(prompt.title == "Run?" && prompt.message == nil)
    #expect(prompt.buttons.map(\.label) == ["Run", "Ask again", "No"])
    #expect(prompt.buttons.map(\.role) == [nil, .destructive, .cancel])
    #expect(
      prompt.buttons.map(\.action) == [
        .path(.element(id: 1, action: .detail(.alert(.presented(.run))))),
        .path(.element(id: 1, action: .detail(.alert(.presented(.again))))),
        .path(.element(id: 1, action: .detail(.alert(.dismiss)))),
      ]
    )
    try session.send(prompt.buttons[1].action)
    let again = try #require(session.presentations(at: session.moment).last?.prompt)
    #expect(again.id != prompt.id, "an alert that asks again is another one")
    try session.send(again.buttons[0].action)
    #expect(presented(session) == ["screen .path[id: 0].list", "screen .path[id: 1].detail"])
    #expect(session.effects.count == 1)
  }

  @Test func everyMomentKnowsItsOwn() throws {
    let session = makeNavigationSession()
    try session.send(.change(.present(.init())))
    try session.send(.sheet(.presented(.ask)))
    try session.undo(2)
    #expect(session.moments.map { session.presentations(at: $0).count } == [0, 1, 2])
  }

  @Test func alertsAndDialogsCanAlwaysBeLeft() throws {
    let session = Session(initialState: Asking.State()) { Asking() }
    func prompt() throws -> PresentedPrompt<Asking.Action> {
      try #require(session.presentations(at: session.moment).last?.prompt)
    }
    try session.send(.tell)
    #expect(try prompt().style == .alert)
    #expect(try prompt().buttons.map(\.label) == ["OK"])
    #expect(try prompt().buttons.map(\.action) == [.destination(.dismiss)])
    try session.send(.choose)
    #expect(try prompt().style == .dialog)
    #expect(try prompt().title == nil, "it is hidden")
    #expect(try prompt().buttons.map(\.label) == ["Yes", "Cancel"])
    #expect(try prompt().buttons.map(\.role) == [nil, .cancel])
    #expect(
      try prompt().buttons.map(\.action) == [
        .destination(.presented(.dialog(.yes))), .destination(.dismiss),
      ]
    )
  }

  /// Everything that may stand between a feature and the alert of a child.
  @Test(arguments: [Wrapped.Place.scope, .optional, .row, .enumCase])
  func alertsAreFoundWhereverTheFeatureIs(_ place: Wrapped.Place) throws {
    let session = Session(initialState: Wrapped.State(asking: place)) { Wrapped() }
    let presentation = try #require(session.presentations(at: session.moment).first)
    #expect(presentation.path == "\(place.path).destination.alert")
    try session.send(try #require(presentation.prompt?.buttons.first).action)
    #expect(session.presentations(at: session.moment).isEmpty)
    #expect(session.moments.flatMap(\.issues).map(\.message) == [])
  }

  @Test func featuresMayContainThemselves() throws {
    let session = Session(
      initialState: Folder.State(id: 0, folders: [.init(id: 1, folders: [.init(id: 2, alert: .ok)])])
    ) {
      Folder()
    }
    let presentations = session.presentations(at: session.moment)
    #expect(presentations.map(\.path) == [".folders[1].folders[2].alert"])
    try session.send(presentations[0].dismissal)
    #expect(session.presentations(at: session.moment).isEmpty)
  }
}

@Reducer
struct Asking {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Destination {
    case alert(AlertState<Answer>)
    case dialog(ConfirmationDialogState<Answer>)
  }

  @CasePathable
  enum Answer: Equatable, Sendable { case yes }

  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable, Sendable {
    case choose, tell
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .choose:
        state.destination = .dialog(
          ConfirmationDialogState(titleVisibility: .hidden) {
            TextState("Well?")
          } actions: {
            ButtonState(action: .yes) { TextState("Yes") }
          }
        )
      case .tell:
        state.destination = .alert(AlertState { TextState("Done") })
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

/// A feature with a child in each way to embed one, behind operators that know nothing of presenting.
@Reducer
struct Wrapped {
  enum Place: Sendable {
    case scope, optional, row, enumCase

    var path: String {
      switch self {
      case .scope: ".scope"
      case .optional: ".optional"
      case .row: ".rows[7].asking"
      case .enumCase: ".enumCase.second"
      }
    }
  }

  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Either {
    case first(Asking)
    case second(Asking)
  }

  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable, Sendable {
      let id: Int
      var asking = Asking.State()
    }
    enum Action: Equatable, Sendable { case asking(Asking.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.asking, action: \.asking) { Asking() }
    }
  }

  @ObservableState
  struct State: Equatable, Sendable {
    var scope = Asking.State()
    var optional: Asking.State?
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1)]
    var enumCase = Either.State.first(Asking.State())

    init(asking place: Place) {
      let asking = Asking.State(destination: .alert(AlertState { TextState("Done") }))
      switch place {
      case .scope: scope = asking
      case .optional: optional = asking
      case .row: rows.append(Row.State(id: 7, asking: asking))
      case .enumCase: enumCase = .second(asking)
      }
    }
  }

  enum Action: Equatable, Sendable {
    case scope(Asking.Action)
    case optional(Asking.Action)
    case rows(IdentifiedActionOf<Row>)
    case enumCase(Either.Action)
  }

  let includesCase = true

  var body: some ReducerOf<Self> {
    CombineReducers {
      for _ in 0..<1 {
        Scope(state: \.scope, action: \.scope) { Asking() }
          .dependency(\.uuid, .incrementing)
      }
      if includesCase {
        Scope(state: \.enumCase, action: \.enumCase) { Either.body }
      } else {
        EmptyReducer()
      }
      Reduce(
        EmptyReducer<State, Action>()
          .ifLet(\.optional, action: \.optional) { Asking() }
          .forEach(\.rows, action: \.rows) { Row() }
          ._printChanges(nil)
      )
    }
    .onChange(of: \.rows.count) { _, _ in EmptyReducer() }
  }
}

/// A feature that is made of others of its kind.
@Reducer
struct Folder {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var folders: IdentifiedArrayOf<State> = []
    @Presents var alert: AlertState<Never>?
  }

  enum Action: Equatable, Sendable {
    case alert(PresentationAction<Never>)
    indirect case folders(IdentifiedAction<Int, Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer<State, Action>()
      .forEach(\.folders, action: \.folders) { Folder() }
      .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<Never> {
  fileprivate static let ok = AlertState { TextState("Done") }
}
