import TodoShellCommands
import Core
import TestSupport

/// A feature made of random tables: three commands lead from place to place, and so does a timer once it has been
/// started. Two conditions hold in some of the places.
struct Machine: Reducer {
  struct State: Equatable, Sendable {
    var place = 0
    var p: Bool
    var q: Bool
    /// Whether the timer is in flight.
    var isRunning = false
  }

  enum Action: Int, Equatable, Sendable { case a, b, c, tick, start }

  /// Whether there is a timer.
  let isTimed: Bool
  /// Where each action but the start leads to from each place.
  private let targets: [[Int]]
  /// Whether the timer starts again after a tick that leads to a place.
  private let isRepeated: [Bool]
  private let p: [Bool]
  private let q: [Bool]

  @Dependency(\.continuousClock) private var clock
  private enum CancelID { case timer }

  /// Creates the machine of a seed.
  init(seed: UInt64, places: Int, isTimed: Bool) {
    var random = SeededGenerator(seed: seed)
    func bools(of four: Int) -> [Bool] { (0..<places).map { _ in random.below(4) < four } }
    self.isTimed = isTimed
    targets = (0..<4).map { _ in
      // Half of the commands change nothing, which makes for small components.
      (0..<places).map { random.below(2) == 0 ? $0 : random.below(places) }
    }
    // Half of the timers never end, so that only a loop can miss a goal.
    isRepeated = bools(of: 3 + random.below(2))
    p = bools(of: 2)
    q = bools(of: 2 + random.below(2))
  }

  var start: State { State(p: p[0], q: q[0]) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if action != .start { state.place = targets[action.rawValue][state.place] }
      (state.p, state.q) = (p[state.place], q[state.place])
      switch action {
      case .a, .b, .c: return .none
      case .start: state.isRunning = true
      case .tick: state.isRunning = isRepeated[state.place]
      }
      guard state.isRunning else { return .none }
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    }
  }

  /// The commands to explore.
  var commands: String { isTimed ? "a,b,c,start,step" : "a,b,c" }

  /// A shell for it.
  var shell: Interpreter<State, Action> {
    let vocabulary = Vocabulary<State, Action>("Machine") {
      for (name, action) in [("a", Action.a), ("b", .b), ("c", .c), ("start", .start)] {
        Command(name, summary: "Send .\(name)") { turn in turn.send(action) }
      }
    }
    let application = ShellApplication(name: "machine", vocabulary: vocabulary) { seed, epoch in
      Session(initialState: start, seed: seed, epoch: epoch) { self }
    }
    return Interpreter(
      application: application.erased.adding(.sharing),
      origin: SessionOrigin(),
      console: .silent()
    )
  }
}
