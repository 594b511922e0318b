import TestSupport
import Testing

@testable import Core
@testable import TodoShellSessions

/// Whether there is no shorter sequence where an exploration says so, by trying all of them.
struct ShortestTests {
  private typealias TimerStep = ExplorationStep<Timers.State, Timers.Action>
  private typealias Judged = SettledMoment<Timers.State, Timers.Action>

  /// A property, and whether what was judged violates it.
  private struct Claim {
    let property: Property<Timers.State, Timers.Action>
    let isViolated: ([Judged]) -> Bool
  }

  private func claim(using generator: inout SeededGenerator) -> Claim {
    let count = Int.random(in: 1...2, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return invariant { $0.state.done < count }
    case 1: return invariant { !$0.state.isOn || $0.state.done < count }
    case 2: return invariant { $0.state.running + $0.state.done < 3 || $0.effects.isEmpty }
    default:
      let limit = Duration.seconds(Int.random(in: 1...5, using: &generator))
      return response(within: limit) {
        $0.state.running >= count
      } to: {
        $0.state.done > 0
      }
    }
  }

  private func invariant(_ holds: @escaping (Judged) -> Bool) -> Claim {
    Claim(property: .always("invariant", holds)) { !$0.allSatisfy(holds) }
  }

  private func response(
    within limit: Duration,
    from trigger: @escaping (Judged) -> Bool,
    to goal: @escaping (Judged) -> Bool
  ) -> Claim {
    Claim(property: .leadsTo("response", within: limit, from: trigger, to: goal)) { judged in
      judged.indices.contains { (index: Int) -> Bool in
        guard trigger(judged[index]) else { return false }
        let deadline = judged[index].now + limit
        let rest = judged[index...]
        if rest.contains(where: { $0.now <= deadline && goal($0) }) { return false }
        return rest.contains { $0.now > deadline || $0.now == deadline && $0.letsTimePass }
      }
    }
  }

  private static let actions: [Timers.Action] = [.start(1), .start(2), .start(3), .waitSilently, .flash]

  private func step(_ action: Timers.Action) -> TimerStep {
    TimerStep("\(action)", group: "\(action)") { try $0.send(action) }
  }

  private func advance(_ seconds: Int) -> TimerStep {
    .advance(by: .seconds(seconds), text: "advance \(seconds)")
  }

  /// What is judged while steps are performed.
  private func judged(_ steps: [StepRecord]) throws -> [Judged] {
    let session = Session(initialState: Timers.State()) { Timers() }
    var numbers = [0]
    for step in steps {
      let first = session.moments.count
      try step.perform(in: session)
      let last = session.moments.count - 1
      guard first <= last else { continue }
      numbers += (first...last).filter {
        $0 == last || session.moments[$0 + 1].now != session.moments[$0].now
      }
    }
    return numbers.map { Judged(session.moments[$0].record, in: session.core) }
  }

  /// The first sequence of a length that violates a claim. All moves of the clock between two actions are one step.
  private func violation(
    of claim: Claim,
    length: Int,
    _ actions: [TimerStep],
    _ moves: [TimerStep],
    after start: [TimerStep] = []
  ) throws -> [String]? {
    if start.count == length { return try claim.isViolated(judged(start)) ? start.map(\.text) : nil }
    for step in actions + (start.last?.move == nil ? moves : []) {
      if let found = try violation(of: claim, length: length, actions, moves, after: start + [step]) {
        return found
      }
    }
    return nil
  }

  @Test func noSequenceIsShorterThanTheShortest() throws {
    var (shortest, others) = (0, 0)
    for seed in 0..<UInt64(rounds(8)) {
      var generator = SeededGenerator(seed: seed)
      let claim = claim(using: &generator)
      let chosen = Self.actions.shuffled(using: &generator).prefix(2).map(step)
      let moves = [1, Int.random(in: 2...4, using: &generator)].map(advance)
      var plan = Exploration<Timers.State, Timers.Action>.Plan()
      (plan.depth, plan.sequences) = (5, Int.random(in: 20...1_500, using: &generator))
      let exploration = try Exploration(
        of: [claim.property],
        from: Session(initialState: Timers.State()) { Timers() },
        plan: plan
      ) { _ in chosen + moves + [.run] }
      guard let finding = exploration.run().first else { continue }
      let text = finding.steps.map(\.text)
      #expect(try claim.isViolated(judged(finding.steps)), "seed \(seed): \(text)")
      guard finding.isShortest else {
        others += 1
        continue
      }
      shortest += 1
      for length in 0..<min(finding.steps.count, 5) {
        let shorter = try violation(of: claim, length: length, chosen, (1...8).map(advance) + [.run])
        #expect(shorter == nil, "seed \(seed): \(text) is called the shortest")
      }
    }
    #expect(shortest >= rounds(8) / 4, "\(shortest) of \(shortest + others) are called the shortest")
  }
}
