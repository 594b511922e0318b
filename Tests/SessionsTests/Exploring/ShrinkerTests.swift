import Testing

@testable import Core
@testable import TodoShellSessions

/// Shortening steps, whatever they are.
struct ShrinkerTests {
  private typealias Step = ExplorationStep<Timers.State, Timers.Action>

  private func shrinker(
    _ steps: [Step],
    keepsPlaces: Bool = true,
    fails: @escaping (Timers.State) -> Bool
  ) throws -> Shrinker {
    struct Failure: Error {}
    return try Shrinker(
      of: steps,
      from: Session(initialState: Timers.State()) { Timers() },
      keepsPlaces: keepsPlaces,
      check: Step("check", group: "check") { if fails($0.state) { throw Failure() } }
    )
  }

  private func start(_ seconds: Int) -> Step {
    Step("start \(seconds)", group: "start") { try $0.send(.start(seconds)) }
  }

  private func wait(_ duration: Duration) -> Step { .advance(by: duration, text: "advance \(duration)") }

  @Test func aThousandStepsComeDownToThoseThatMatter() throws {
    let steps = (0..<1_000).map { $0 % 10 == 9 ? wait(.seconds(1)) : start(2) }
    let shrinker = try shrinker(steps) { $0.done >= 3 }
    #expect(shrinker.cut() && shrinker.shrink())
    #expect(shrinker.steps.map(\.text) == ["start 2", "start 2", "start 2", "advance 2.0 seconds"])
  }

  @Test func aStepThatIsNotCompletedDoesNotCount() throws {
    let torn = Step("torn", group: "torn") { session in
      _ = try session.send(.start(1))
      throw SessionError.diverged(Divergence(moment: 0, recorded: "", replayed: "", difference: nil))
    }
    let shrinker = try shrinker([start(1), torn, wait(.seconds(1))]) { $0.done == 1 }
    #expect(shrinker.cut())
    #expect(shrinker.steps.map(\.text) == ["start 1", "advance 1.0 seconds"])
  }

  @Test func aLongSequenceIsNotRepeatedForEachTrial() throws {
    var performed = 0
    let steps = (0..<2_000).map { number in
      Step("start \(number)", group: "start") { session in
        performed += 1
        if number % 700 == 0 { _ = try session.send(.toggle) } else { _ = try session.send(.waitSilently) }
      }
    }
    let shrinker = try shrinker(steps) { $0.isOn }
    #expect(shrinker.shrink() && shrinker.steps.map(\.text) == ["start 1400"])
    #expect(performed < 3 * 2_000, "once for each, and few for each trial")
  }

  @Test(arguments: [true, false]) func withoutPlacesTheSameStepsAreNeeded(keepsPlaces: Bool) throws {
    let steps = [
      start(1), wait(.milliseconds(400)), start(3), wait(.milliseconds(600)), start(1), wait(.seconds(9)),
    ]
    let shrinker = try shrinker(steps, keepsPlaces: keepsPlaces) { $0.done >= 2 && $0.running == 0 }
    #expect(shrinker.shrink())
    #expect(shrinker.steps.map(\.text) == ["start 3", "start 1", "advance \(keepsPlaces ? 3 : 9).0 seconds"])
  }

  @Test(arguments: [true, false]) func marksAreNotNeededWhileEffectsAreInFlight(keepsPlaces: Bool) throws {
    let mark = Step("mark", group: "mark") { try $0.mark("at \($0.moments.count)") }
    let steps = [start(1), mark, start(2), mark, wait(.seconds(1)), mark, wait(.seconds(1))]
    let shrinker = try shrinker(steps, keepsPlaces: keepsPlaces) { $0.done >= 2 }
    #expect(shrinker.shrink())
    #expect(shrinker.steps.map(\.text) == ["start 1", "start 2", "advance 2.0 seconds"])
  }

  @Test func stepsThatDoNotFailAreLeftAlone() throws {
    let shrinker = try shrinker([start(1), wait(.seconds(1))]) { $0.done > 1 }
    #expect(!shrinker.shrink() && shrinker.steps.count == 2)
  }

  @Test func anInterruptionKeepsWhatWasFound() throws {
    let shrinker = try shrinker((0..<64).map { _ in start(1) } + [.run]) { $0.done >= 1 }
    var left = 300
    shrinker.isInterrupted = {
      left -= 1
      return left < 0
    }
    #expect(shrinker.shrink() && shrinker.steps.count < 64)
    #expect(shrinker.steps.last?.text == "run" || shrinker.steps.last?.text.hasPrefix("advance") == true)
  }
}
