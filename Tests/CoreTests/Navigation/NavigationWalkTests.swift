import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Walks through all pairs of what can happen to children, from a state in which each has effects in flight.
struct NavigationWalkTests {
  enum Step: CaseIterable {
    case push, append, presentSheet, presentInElement, ask
    case dismissSheet, dismissItself, dismissInElement, popTop, popBottom, popToBottom, setNil, answer,
      answerAgain
    case changeCase, changeID, replaceElement, replaceSheet, replaceStack
    case sendToElement, sendToSheet, effectStarts, effectFinishes, timePasses, clear

    /// Does the step where there is something to do it to.
    func perform(in session: NavigationSession) throws {
      let path = session.state.path
      switch self {
      case .push: try session.send(.path(.push(id: path.nextID, state: .detail(.init(id: 7)))))
      case .append: try session.send(.change(.append(.list(.init(id: 8)))))
      case .presentSheet: try session.send(.change(.present(.init(id: 9))))
      case .replaceSheet: try session.send(.change(.present(session.state.sheet)))
      case .dismissSheet: if session.state.sheet != nil { try session.send(.sheet(.dismiss)) }
      case .sendToSheet: if session.state.sheet != nil { try session.send(.sheet(.presented(.start))) }
      case .replaceStack: try session.send(.change(.replaceStack([.list(.init()), .list(.init())])))
      case .timePasses: try session.advance(by: .milliseconds(500))
      case .clear: try session.send(.change(.clear))
      default: try perform(onTopOf: path, in: session)
      }
    }

    private func perform(onTopOf path: StackState<NavigationApp.Path.State>, in session: NavigationSession)
      throws
    {
      guard let top = path.last, let id = path.ids.last, let bottom = path.ids.first else { return }
      func send(_ action: StackScreen.Action) throws {
        try session.send(.path(.element(id: id, action: top.action(action))))
      }
      switch self {
      case .presentInElement:
        try send(.show)
        try send(.sheet(.presented(.start)))
      case .ask: try send(.ask)
      case .answer: if top.screen.alert != nil { try send(.alert(.presented(.run))) }
      case .answerAgain: if top.screen.alert != nil { try send(.alert(.presented(.again))) }
      case .dismissItself: try send(.closeButtonTapped)
      case .dismissInElement:
        if top.screen.sheet != nil { try send(.sheet(.presented(.closeButtonTapped))) }
      case .popTop: try session.send(.path(.popFrom(id: id)))
      case .popBottom: try session.send(.path(.popFrom(id: bottom)))
      case .popToBottom: try session.send(.change(.popTo(bottom)))
      case .setNil: try session.send(.change(.set(bottom, nil)))
      case .changeCase:
        let other: NavigationApp.Path.State = top.is(\.list) ? .detail(.init()) : .list(.init())
        try session.send(.change(.set(id, other)))
      case .changeID:
        let other = StackScreen.State(id: top.screen.id + 100)
        try session.send(.change(.set(id, top.is(\.list) ? .list(other) : .detail(other))))
      case .replaceElement: try session.send(.change(.set(id, top)))
      case .sendToElement: try send(.start)
      case .effectStarts: try send(.wait)
      case .effectFinishes:
        try send(.wait)
        try session.advance(by: .seconds(1))
      default: break
      }
    }
  }

  /// A list under a detail under a list, and a sheet, all of them running.
  private func makeRunningSession() throws -> NavigationSession {
    let session = makeNavigationSession(
      .init(path: [.list(.init()), .detail(.init()), .list(.init())], sheet: .init())
    )
    for (id, screen) in zip(session.state.path.ids, session.state.path) {
      try session.send(.path(.element(id: id, action: screen.action(.start))))
    }
    for action in [StackScreen.Action.start, .show, .sheet(.presented(.start)), .ask] {
      try session.send(.sheet(.presented(action)))
    }
    try Step.presentInElement.perform(in: session)
    try Step.ask.perform(in: session)
    return session
  }

  @Test(arguments: Step.allCases)
  func effectsGoWithTheirChildrenAndComeBackWithThem(_ first: Step) throws {
    var generator = SeededGenerator(seed: 1)
    for second in Step.allCases.shuffled(using: &generator).prefix(rounds(4)) {
      let session = try makeRunningSession()
      var places = [Place(session)]
      for step in [first, second] {
        try step.perform(in: session)
        places.append(Place(session))
        check(session, "after \(step) of \(first), \(second)")
      }
      try checkUndoAndRedo(session, places, "\(first), \(second)")
      for place in places {
        try session.goto(moment: place.moment)
        try session.advance(by: .seconds(1))
        check(session, "a second after moment \(place.moment) of \(first), \(second)")
        try session.send(.change(.clear))
        #expect(session.effects.isEmpty, "cleared after moment \(place.moment) of \(first), \(second)")
      }
    }
  }

  private struct Place {
    let moment: Int
    let turns: Int
    let state: NavigationApp.State
    let ids: [StackElementID]
    let effects: [EffectInFlight]

    init(_ session: NavigationSession) {
      moment = session.moment.number
      turns = session.turns.count
      state = session.state
      ids = Array(session.state.path.ids)
      effects = session.effects
    }
  }

  private func check(_ session: NavigationSession, _ comment: Comment) {
    #expect(session.effects.count == session.state.expectedEffectCount, comment)
    #expect(session.moments.flatMap(\.issues).map(\.message) == [], comment)
  }

  private func checkUndoAndRedo(_ session: NavigationSession, _ places: [Place], _ name: String) throws {
    func check(_ place: Place, _ comment: Comment) {
      #expect(session.state == place.state, comment)
      #expect(Array(session.state.path.ids) == place.ids, comment)
      #expect(session.effects == place.effects, comment)
    }
    for (place, next) in zip(places, places.dropFirst()).reversed() where next.turns > place.turns {
      try session.undo(next.turns - place.turns)
      check(place, "undone \(name)")
    }
    for (place, next) in zip(places, places.dropFirst()) where next.turns > place.turns {
      try session.redo(next.turns - place.turns)
      check(next, "redone \(name)")
    }
  }
}
