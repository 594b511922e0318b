import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Returning to a place replays only the steps that the effects in flight there follow from.
struct FlightTests {
  @Test func stepsThatStartNothingReplayNothing() throws {
    let starts = CallCount()
    let session = Session(initialState: [0, 0, 0]) {
      Reduce<[Int], Int?> { knobs, knob in
        if let knob {
          knobs[knob] = 1
          return .none
        }
        return .run { _ in
          starts.increment()
          try await neverEnds()
        }
      }
    }
    let exploration = try Exploration(
      of: [.always("three") { $0.state.count == 3 }],
      from: session,
      steps: { session in
        let knobs: [Int?] = session.effects.isEmpty ? [nil] : [0, 1, 2]
        return knobs.map { knob in
          ExplorationStep<[Int], Int?>("\(String(describing: knob))", group: "turn") { try $0.send(knob) }
        }
      }
    )
    exploration.run()
    #expect(exploration.coverage.isComplete && exploration.coverage.states == 9)
    // Once to get there, and once to return there.
    #expect(starts.value == 2)
  }

  /// Effects that follow each other, and one that replaces itself.
  private struct Journey: Reducer {
    struct State: Equatable, Sendable {
      var notes = 0
      var arrivals: [Int] = []
    }

    enum Action: Equatable, Sendable { case note, leave, hurry, arrive(Int) }
    private enum CancelID { case hurry }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .note: state.notes += 1
        case .leave: return .concatenate(ride(to: 1), ride(to: 2))
        case .hurry: return ride(to: 3).cancellable(id: CancelID.hurry, cancelInFlight: true)
        case .arrive(let place): state.arrivals.append(place)
        }
        return .none
      }
    }

    private func ride(to place: Int) -> Effect<Action> {
      .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.arrive(place))
      }
    }

    static func look(at state: State, _ effects: [EffectInFlight], _ now: Duration) -> String {
      "\(state) \(effects.compactMap(\.deadline).map { $0 - now }.sorted())"
    }
  }

  @Test func whatIsSeenIsWhatTheSameStepsShowInNewSessions() throws {
    typealias Step = ExplorationStep<Journey.State, Journey.Action>
    let actions: [Journey.Action] = [.note, .leave, .hurry]
    let steps =
      actions.map { action in Step("\(action)", group: "send") { try $0.send(action) } }
      + [.advance(by: .milliseconds(500), text: "500 ms"), .advance(by: .seconds(1), text: "1 s")]
    func start() -> Session<Journey.State, Journey.Action> {
      Session(initialState: Journey.State()) { Journey() }
    }

    let depth = 4
    // After the steps, and at any moment on the way.
    var (expected, possible): (Set<String>, Set<String>) = ([], [])
    func search(_ path: [Step]) throws {
      let session = start()
      for step in path { try step.perform(in: session) }
      expected.insert(Journey.look(at: session.state, session.effects, session.now))
      for moment in session.moments {
        possible.insert(Journey.look(at: moment.state, moment.effects, moment.now))
      }
      if path.count < depth { for step in steps { try search(path + [step]) } }
    }
    try search([])

    var plan = Exploration<Journey.State, Journey.Action>.Plan()
    (plan.depth, plan.sequences) = (depth, 10_000)
    var seen: Set<String> = []
    let see = Property<Journey.State, Journey.Action>.always("seen") { moment in
      seen.insert(Journey.look(at: moment.state, moment.effects, moment.now))
      return true
    }
    let exploration = try Exploration(of: [see], from: start(), plan: plan) { _ in steps }
    #expect(exploration.run().isEmpty && exploration.coverage.exhaustedDepth == depth)
    #expect(expected.isSubset(of: seen), "\(expected.subtracting(seen).sorted().prefix(5))")
    #expect(seen.isSubset(of: possible), "\(seen.subtracting(possible).sorted().prefix(5))")
  }
}
