import TodoShellCommands
import Core
import Foundation

extension Comparison {
  static let sessions: [Comparison] = [
    Comparison("send", [bareToggle(10), sendToggle(10)]),
    Comparison("store", rounds: 10, [sessionEffects, storeEffects]),
    Comparison("recording", rounds: 10, [storeToggles(recorded: false), storeToggles(recorded: true)]),
    Comparison("effects", rounds: 10, [effectsInTurn, effectsInFlight]),
    Comparison("travel", rounds: 5, [goto, undo, undoAll, nextSend]),
  ]

  private static func bareToggle(_ count: Int) -> Contestant {
    .time("bare", operations: 2_000) {
      // Once, as an engine does: `body` would be built at each action.
      let reducer = Reduce(Checklist())
      var state = Checklist.State(todos: Lists.identified(count))
      let actions = Checklist.toggles(2_000, below: count)
      var history: [Checklist.State] = []
      return {
        for action in actions {
          use(reducer.reduce(into: &state, action: action))
          history.append(state)
        }
      }
    }
  }

  private static func sendToggle(_ count: Int) -> Contestant {
    .time("session", operations: 2_000) {
      let session = Checklist.session(count)
      let actions = Checklist.toggles(2_000, below: count)
      return { for action in actions { try session.send(action) } }
    }
  }

  private static let sessionEffects = Contestant.time("session-effect", operations: 2_000) {
    let session = Checklist.session(10)
    return { for _ in 0..<2_000 { try session.send(.ringNow) } }
  }

  /// Each effect is awaited on the main actor, where the store is drained: it ends without a suspension.
  private static let storeEffects = onMainActor("store-effect") {
    let store = Checklist.store(10)
    return { for _ in 0..<2_000 { await store.send(.ringNow).finish() } }
  }

  /// What a user does to the todos, with the effect that sorts them later.
  private static func storeToggles(recorded: Bool) -> Contestant {
    onMainActor(recorded ? "recorded" : "unrecorded") {
      let todos = Lists.identified(10)
      let store = Store(initialState: Todos.State(todos: todos)) { Todos() }
      let file = URL(
        filePath: "/tmp/todoshell-benchmark-\(ProcessInfo.processInfo.processIdentifier).session"
      )
      if recorded { store.recording(to: file.path, for: "todoshell", limit: .max) }
      return {
        for round in 0..<2_000 {
          let id = todos[round % 10].id
          store.send(.todos(.element(id: id, action: .binding(.set(\.isComplete, round / 10 % 2 == 0)))))
        }
        try? FileManager.default.removeItem(at: file)
      }
    }
  }

  /// Work on the main actor, made of 2,000 operations.
  ///
  /// - Parameter prepare: Gives the work.
  private static func onMainActor(
    _ name: String,
    _ prepare: @escaping @MainActor @Sendable () -> @MainActor () async -> Void
  ) -> Contestant {
    Contestant(name: name) {
      let picoseconds = LockIsolated<Int?>(nil)
      Task { @MainActor in
        let work = prepare()
        let start = processorTime()
        await work()
        let time = processorTime() - start
        picoseconds.setValue(time * 1_000 / 2_000)
      }
      while true {
        if let time = picoseconds.value { return time }
        // Only the main thread runs what the main actor has to do.
        guard Thread.isMainThread else { continue }
        RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
    }
  }

  private static let effectsInTurn = Contestant.time("in-turn", operations: 2_000) {
    let session = Checklist.session(10)
    return {
      for _ in 0..<2_000 {
        try session.send(.ring(after: .milliseconds(1)))
        try session.advance(by: .milliseconds(1))
      }
    }
  }

  private static let effectsInFlight = Contestant.time("in-flight", operations: 10_000) {
    let session = Checklist.session(10)
    let delays = Lists.positions(10_000, below: 1_000_000)
    return {
      for delay in delays { try session.send(.ring(after: .microseconds(delay + 1))) }
      try session.advance(by: .seconds(1))
    }
  }

  private static let goto = Contestant.time("goto", operations: 100) {
    let session = try LongSession.shared.get()
    try session.goto(moment: LongSession.length)
    return {
      for _ in 0..<50 {
        try session.goto(moment: 0)
        try session.goto(moment: LongSession.length)
      }
    }
  }

  private static let undo = Contestant.time("undo", operations: 100) {
    let session = try LongSession.shared.get()
    try session.goto(moment: LongSession.length)
    return { for _ in 0..<100 { try session.undo() } }
  }

  private static let undoAll = Contestant.time("undo-all", operations: 1) {
    let session = try LongSession.shared.get()
    try session.goto(moment: LongSession.length)
    return { try session.undo(LongSession.turns) }
  }

  /// The farthest that one can be from a moment with nothing in flight.
  private static let nextSend = Contestant.time("next-send", operations: 1) {
    let session = try LongSession.shared.get()
    let action = Checklist.toggles(1, below: LongSession.todos)[0]
    try session.goto(moment: LongSession.length / 2 - LongSession.afterRest)
    return { try session.send(action) }
  }
}

/// A session of 100,000 moments over 10,000 todos in which an effect is in flight almost always: nothing is, once in a
/// thousand moments.
private enum LongSession {
  static let todos = 10_000
  static let length = 100_000
  /// How many turns the session has: the clock's moment and the effect's are of one turn.
  static let turns = length / 1_000 * 999
  /// How many moments before the next one with nothing in flight the effect is still to fire: the clock's move and
  /// what the effect sends.
  static let afterRest = 2

  nonisolated(unsafe) static let shared = Result {
    let session = Checklist.session(todos)
    for toggle in Checklist.toggles(length / 1_000, below: todos) {
      try session.send(.ring(after: .seconds(1)))
      for _ in 0..<997 { try session.send(toggle) }
      try session.advance(by: .seconds(1))
    }
    precondition(
      session.moments.count == length + 1 && session.turns.count == turns,
      "\(session.moments.count)"
    )
    return session
  }
}
