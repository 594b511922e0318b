import TestSupport
import Testing

@testable import Core
@testable import TodoShellSessions

/// A list that is wrong only once many entries have been added without clearing it, among labels that make for many
/// states.
private struct Backlog: Reducer {
  struct State: Equatable, Sendable {
    var entries = 0
    var labels = Array(repeating: 0, count: 5)
  }

  enum Action: Equatable, Sendable { case add, clear, label(Int) }

  static let limit = 14

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add: state.entries += 1
      case .clear: state.entries = 0
      case .label(let index): state.labels[index] += 1
      }
      return .none
    }
  }

  static func steps(in session: Session<State, Action>) -> [ExplorationStep<State, Action>] {
    ([.add, .clear] + session.state.labels.indices.map(Action.label)).map { action in
      ExplorationStep("\(action)", group: "\(action)") { try $0.send(action) }
    }
  }
}

/// Random sequences: some do without some of the commands, and some extend others.
struct SwarmTests {
  private func exploration(
    sequences: Int,
    seed: UInt64 = 0,
    isUniform: Bool = false,
    limit: Int = Backlog.limit
  ) throws -> Exploration<Backlog.State, Backlog.Action> {
    var plan = Exploration<Backlog.State, Backlog.Action>.Plan()
    (plan.depth, plan.sequences, plan.seed) = (24, sequences, seed)
    let exploration = try Exploration(
      of: [.always("few") { $0.state.entries < limit }],
      from: Session(initialState: Backlog.State()) { Backlog() },
      plan: plan,
      steps: Backlog.steps
    )
    exploration.randomWalks.isUniform = isUniform
    return exploration
  }

  @Test(arguments: 0..<UInt64(min(rounds(1), 4))) func whatNeedsManyOfOneCommandIsFound(_ seed: UInt64) throws
  {
    let uniform = try exploration(sequences: 8_000, seed: seed, isUniform: true)
    #expect(uniform.run().isEmpty, "with all commands equally likely, it takes far more sequences")
    let finding = try #require(try exploration(sequences: 8_000, seed: seed).run().first)
    #expect(finding.steps.map(\.text) == Array(repeating: "add", count: Backlog.limit))
  }

  @Test func whatWasRemovedIsCounted() throws {
    let finding = try #require(try exploration(sequences: 8_000).run().first)
    let shortening = try #require(finding.shortening)
    #expect(shortening.from >= Backlog.limit && shortening.from <= 24)
    #expect(shortening.values == 0, "there are no values")
  }

  @Test func aSequenceWithoutRemovalsSaysNothing() throws {
    var plan = Exploration<Backlog.State, Backlog.Action>.Plan()
    plan.depth = 4
    let finding = try Exploration(
      of: [.always("none") { $0.state.entries < 2 }],
      from: Session(initialState: Backlog.State()) { Backlog() },
      plan: plan,
      steps: Backlog.steps
    ).run().first
    #expect(finding?.steps.count == 2 && finding?.shortening == nil)
  }

  @Test func shorteningSaysHowFarItIs() throws {
    let exploration = try exploration(sequences: 8_000)
    var told: [(left: Int, all: Int)] = []
    exploration.didShorten = { told.append(($0, $1)) }
    let finding = try #require(exploration.run().first)
    #expect(told.first.map { $0.left == $0.all } == true && told.last?.left == finding.steps.count)
    #expect(told.allSatisfy { $0.all == finding.shortening?.from })
    #expect(finding.isMinimal && !finding.isCutOff)
  }

  @Test func shorteningThatIsInterruptedSaysSo() throws {
    let exploration = try exploration(sequences: 8_000)
    var isShortening = false
    exploration.didShorten = { _, _ in isShortening = true }
    exploration.isInterrupted = { isShortening }
    let finding = try #require(exploration.run().first)
    #expect(finding.isCutOff && !finding.isMinimal)
  }

  /// The digest of a large state takes longer than a step.
  @Test func shorteningComparesFewStates() throws {
    let exploration = try exploration(sequences: 8_000)
    var (isShortening, comparisons) = (false, 0)
    exploration.didShorten = { _, _ in isShortening = true }
    exploration.canonical = { state in
      if isShortening { comparisons += 1 }
      return state
    }
    #expect(exploration.run().count == 1)
    #expect(isShortening && comparisons < 100, "\(comparisons)")
  }

  @Test func samplesAreReportedOneByOne() throws {
    let exploration = try exploration(sequences: 10)
    var told: [Int] = []
    exploration.didProgress = { told.append($0.randomSequences) }
    _ = exploration.sample(5)
    #expect(told == [1, 2, 3, 4, 5])
  }

  @Test func aboutHalfOfTheGroupsAreLeftOut() {
    var random = SplitMix64(seed: 5)
    let weights = (0..<400).flatMap { _ in
      var swarm = Swarm(&random)
      return ["add", "clear", "edit"].map { swarm.weight(of: $0) }
    }
    let share = Double(weights.count { $0 == 0 }) / Double(weights.count)
    #expect(share > 0.3 && share < 0.45, "half of them in three of four sequences: \(share)")
    var uniform = Swarm(seed: nil)
    #expect(["a", "b"].map { uniform.weight(of: $0) } == [1, 1])
  }

  @Test func sequencesThatReachedSomethingNewAreExtended() throws {
    // An extended sequence is performed again, which does not count; without extensions, each step ends a new sequence.
    func repeatedSteps(isUniform: Bool) throws -> Int {
      let exploration = try exploration(sequences: 2_000, isUniform: isUniform, limit: 100)
      #expect(exploration.run().isEmpty)
      let steps = exploration.coverage.groups.values.reduce(0) { $0 + $1.all }
      return steps - exploration.coverage.sequences
    }
    #expect(try repeatedSteps(isUniform: true) == 0)
    #expect(try repeatedSteps(isUniform: false) > 200)
  }
}
