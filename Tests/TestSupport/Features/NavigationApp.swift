import TodoShellSessions
import Core

/// A feature that is pushed and presented: it has effects that end and effects that do not, can take itself away,
/// presents another of its kind, and asks questions.
@Reducer
struct StackScreen {
  @ObservableState
  struct State: Equatable, Sendable, Identifiable {
    var id = 0
    var ticks = 0
    /// How many effects are in flight that never end.
    var running = 0
    /// How many effects are in flight that end.
    var waiting = 0
    @Presents var sheet: LeafScreen.State?
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Action: Equatable, Sendable {
    case start, tick, wait, waited, closeButtonTapped, ask, show
    case sheet(PresentationAction<LeafScreen.Action>)
    case alert(PresentationAction<Alert>)

    @CasePathable
    enum Alert: Equatable, Sendable {
      case again, run
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start, .alert(.presented(.run)):
        state.running += 1
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
      case .tick:
        state.ticks += 1
        return .none
      case .wait:
        state.waiting += 1
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.waited)
        }
      case .waited:
        state.waiting -= 1
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .show:
        state.sheet = state.sheet ?? LeafScreen.State()
        return .none
      case .ask, .alert(.presented(.again)):
        state.alert = AlertState {
          TextState("Run?")
        } actions: {
          ButtonState(action: .run) { TextState("Run") }
          ButtonState(role: .destructive, action: .again) { TextState("Ask again") }
          ButtonState(role: .cancel) { TextState("No") }
        }
        return .none
      case .sheet, .alert:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { LeafScreen() }
    .ifLet(\.$alert, action: \.alert)
  }
}

/// A feature that is presented by one that is presented itself.
@Reducer
struct LeafScreen {
  @ObservableState
  struct State: Equatable, Sendable {
    var running = 0
    var ticks = 0
  }

  enum Action: Equatable, Sendable { case start, tick, closeButtonTapped }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        state.running += 1
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
      case .tick:
        state.ticks += 1
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

/// A stack of screens, with a sheet over it.
@Reducer
struct NavigationApp {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Path {
    case list(StackScreen)
    case detail(StackScreen)
  }

  @ObservableState
  struct State: Equatable, Sendable {
    var path = StackState<Path.State>()
    @Presents var sheet: StackScreen.State?
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case path(StackActionOf<Path>)
    case sheet(PresentationAction<StackScreen.Action>)
    case change(Change)
  }

  /// What the parent does to its children's states.
  enum Change: Equatable, Sendable {
    case append(Path.State)
    case set(StackElementID, Path.State?)
    case popTo(StackElementID)
    case popFrom(StackElementID)
    case replaceStack([Path.State])
    case present(StackScreen.State?)
    case clear

    func make(in state: inout State) {
      switch self {
      case .append(let screen): state.path.append(screen)
      case .set(let id, let screen): state.path[id: id] = screen
      case .popTo(let id): state.path.pop(to: id)
      case .popFrom(let id): state.path.pop(from: id)
      case .replaceStack(let screens): state.path = StackState(screens)
      case .present(let screen): state.sheet = screen
      case .clear:
        state.path.removeAll()
        state.sheet = nil
      }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): change.make(in: &state)
      case .path(.popFrom(let id)): state.log.append("pop \(id) of \(state.path.ids)")
      case .path(.push(let id, _)): state.log.append("push \(id) onto \(state.path.ids)")
      case .path(.element(let id, .list(.tick))), .path(.element(let id, .detail(.tick))):
        state.log.append("tick of \(id)")
      case .path(.element(_, .list(.closeButtonTapped))), .path, .sheet: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$sheet, action: \.sheet) { StackScreen() }
  }
}

typealias NavigationSession = Session<NavigationApp.State, NavigationApp.Action>

func makeNavigationSession(_ state: @autoclosure () -> NavigationApp.State = .init()) -> NavigationSession {
  Session(initialState: state()) { NavigationApp() }
}

extension NavigationApp.Path.State {
  var screen: StackScreen.State {
    switch self {
    case .list(let screen), .detail(let screen): screen
    }
  }

  /// An action of a screen, for the case that this one is.
  func action(_ action: StackScreen.Action) -> NavigationApp.Path.Action {
    switch self {
    case .list: .list(action)
    case .detail: .detail(action)
    }
  }
}

extension NavigationApp.State {
  /// How many effects are to be in flight, by what those that are there say of themselves.
  var expectedEffectCount: Int {
    (path.map(\.screen) + [sheet].compactMap { $0 })
      .map { $0.running + $0.waiting + ($0.sheet?.running ?? 0) }
      .reduce(0, +)
  }
}
