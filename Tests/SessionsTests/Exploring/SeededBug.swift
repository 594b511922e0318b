import TodoShellSessions
import Core

/// A small feature with a bug, and without it.
protocol SeededBug: Reducer where State: Equatable & Sendable, Action: Equatable & Sendable {
  init(isFixed: Bool)
  /// The state to start from.
  static var start: State { get }
  /// The property that the bug violates.
  static var property: Property<State, Action> { get }
  /// Whether conditions are judged only with nothing in flight.
  static var isAtRestOnly: Bool { get }
  /// The actions that a user can send in a state.
  static func actions(in state: State) -> [Action]
  /// What does not hold at the end of a script that shows the bug.
  static func isRight(_ state: State) -> Bool
  /// The steps that show it, as few as possible.
  static var script: [String] { get }
}

extension SeededBug {
  static var isAtRestOnly: Bool { false }

  static var property: Property<State, Action> { .always("right") { isRight($0.state) } }

  /// The session of the feature.
  static func session(isFixed: Bool) -> Session<State, Action> {
    Session(initialState: start) { Self(isFixed: isFixed) }
  }

  /// The steps that can be taken: the actions, and letting time pass.
  static func steps(in session: Session<State, Action>) -> [ExplorationStep<State, Action>] {
    var steps = actions(in: session.state).map { action in
      ExplorationStep<State, Action>("\(action)", group: "\(action)") { try $0.send(action) }
    }
    let deadlines = session.moment.effects.compactMap(\.deadline)
    let rest = deadlines.min().map { $0 - session.now } ?? .seconds(1)
    steps.append(.advance(by: rest, text: "advance \(rest)"))
    if rest > .milliseconds(100) {
      steps.append(.advance(by: rest - .milliseconds(100), text: "advance \(rest - .milliseconds(100))"))
    }
    return steps
  }

  /// Sends an action after a time.
  static func later(
    _ time: Duration,
    _ action: Action,
    on clock: any Clock<Duration>
  ) -> Effect<Action> {
    .run { send in
      try await clock.sleep(for: time)
      await send(action)
    }
  }
}

/// All of them.
var seededBugs: [any SeededBug.Type] {
  [
    LostCancel.self, WrongDebounce.self, EffectRace.self, ReusedID.self, EndlessLoading.self,
    SheetOverAlert.self,
    DriftingTotal.self, OffByOneMove.self, StarvedSave.self, TwelfthTap.self,
  ]
}

/// Clearing a query does not cancel its search.
struct LostCancel: SeededBug {
  struct State: Equatable, Sendable {
    var query = ""
    var answered = ""
  }
  enum Action: Equatable, Sendable { case type, clear, answer(String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock
  private enum CancelID { case search }

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .type:
        state.query = "a"
        return Self.later(.milliseconds(300), .answer("a"), on: clock)
          .cancellable(id: CancelID.search, cancelInFlight: true)
      case .clear:
        state = State()
        return isFixed ? .cancel(id: CancelID.search) : .none
      case .answer(let query): state.answered = query
      }
      return .none
    }
  }

  static var start: State { State() }
  static var isAtRestOnly: Bool { true }
  static func actions(in _: State) -> [Action] { [.type, .clear] }
  static func isRight(_ state: State) -> Bool { state.answered == state.query }
  static var script: [String] { ["type", "clear", "advance 0.3 seconds"] }
}

/// A debounce that waits longer than it should.
struct WrongDebounce: SeededBug {
  struct State: Equatable, Sendable {
    var typed = 0
    var saved = 0
  }
  enum Action: Equatable, Sendable { case type, save }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock
  private enum CancelID { case save }

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .type:
        state.typed += 1
        return Self.later(.milliseconds(isFixed ? 300 : 400), .save, on: clock)
          .cancellable(id: CancelID.save, cancelInFlight: true)
      case .save:
        state.saved = state.typed
        return .none
      }
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] { state.typed < 3 ? [.type] : [] }
  static func isRight(_ state: State) -> Bool { state.saved > 0 || state.typed != 1 }
  static var property: Property<State, Action> {
    .leadsTo("the first text is saved in time", within: .milliseconds(300)) {
      $0.state.typed == 1
    } to: {
      isRight($0.state)
    }
  }
  static var script: [String] { ["type", "advance 0.3 seconds"] }
}

/// Two effects are due at one instant, and the one must not come before the other.
struct EffectRace: SeededBug {
  struct State: Equatable, Sendable {
    var isLoadingUser = false
    var hasUser = false
    var isBroken = false
  }
  enum Action: Equatable, Sendable { case loadUser, loadPosts, user, posts }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .loadUser:
        state.isLoadingUser = true
        return Self.later(.seconds(1), .user, on: clock)
      case .loadPosts: return Self.later(.seconds(1), .posts, on: clock)
      case .user: state.hasUser = true
      case .posts: if state.isLoadingUser, !state.hasUser, !isFixed { state.isBroken = true }
      }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in _: State) -> [Action] { [.loadUser, .loadPosts] }
  static func isRight(_ state: State) -> Bool { !state.isBroken }
  static var script: [String] { ["loadPosts", "loadUser", "advance 1.0 seconds"] }
}

/// Undoing makes an id free that an effect in flight still uses.
struct ReusedID: SeededBug {
  struct State: Equatable, Sendable {
    var titles: [Int: String] = [:]
    var details: [Int: String] = [:]
    var next = 0
    var added = 0
  }
  enum Action: Equatable, Sendable { case add, undo, loaded(Int, String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add:
        let (id, title) = (state.next, "title \(state.added)")
        state.titles[id] = title
        state.next += 1
        state.added += 1
        return Self.later(.seconds(1), .loaded(id, title), on: clock)
      case .undo:
        guard let last = state.titles.keys.max() else { return .none }
        state.titles[last] = nil
        state.details[last] = nil
        if !isFixed { state.next = last }
      case .loaded(let id, let title):
        if state.titles[id] != nil { state.details[id] = title }
      }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] { (state.added < 3 ? [.add] : []) + [.undo] }
  static func isRight(_ state: State) -> Bool {
    state.details.allSatisfy { state.titles[$0.key] == $0.value }
  }
  static var script: [String] { ["add", "undo", "advance 0.9 seconds", "add", "advance 0.1 seconds"] }
}
