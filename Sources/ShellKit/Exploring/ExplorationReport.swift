import Core

/// What a person is told of an exploration: how far it has come while it works, and what it has covered at its end.
final class ExplorationReport<State, Action> {
  typealias Coverage = Exploration<State, Action>.Coverage

  private let request: ExploreRequest<State, Action>
  private let console: Console
  private let start = ContinuousClock.now
  private var lastShown = ContinuousClock.now
  /// The cases of the actions that were reduced.
  private var reached: Set<String> = []
  /// The lines whose actions are known.
  private var known: [String: Int] = [:]

  init(_ request: ExploreRequest<State, Action>, console: Console) {
    self.request = request
    self.console = console
  }

  /// Notes which actions a step has led to.
  ///
  /// - Parameter first: The first moment that the step has made.
  func note(_ step: ExplorationStep<State, Action>, _ session: Session<State, Action>, from first: Int) {
    // A line mostly leads to the same; after a few times only what effects send may be new.
    let times = known[step.text, default: 0]
    known[step.text] = times + 1
    for number in first..<session.moments.count {
      guard case .action(let action, _, let origin) = session.moments[number].cause else { continue }
      if times > 4, case .user = origin { continue }
      if times > 256, !times.isMultiple(of: 16) { continue }
      reached.insert(ActionCases.pattern(of: action))
    }
  }
}

// Progress.
extension ExplorationReport {
  private static var pause: Duration { .milliseconds(200) }

  /// Shows how far the exploration has come, now and then, where someone can see it.
  func showProgress(_ coverage: Coverage) {
    let now = ContinuousClock.now
    guard now - lastShown >= Self.pause else { return }
    lastShown = now
    let rate = Int(Double(coverage.sequences) / ((now - start) / .seconds(1)))
    let depth =
      coverage.randomSequences > 0 ? "at random" : "\(counted(coverage.deepest, "command")) deep"
    console.showProgress(
      "explored \(coverage.sequences) of \(request.plan.sequences) sequences, "
        + "\(counted(coverage.states, "state")), \(depth), \(rate)/s"
    )
  }

  /// Takes away what was shown.
  func endProgress() { console.showProgress(nil) }
}

// Coverage.
extension ExplorationReport {
  /// What was covered, the same whatever time it took.
  func answer(_ coverage: Coverage) -> ExplorationAnswer {
    let groups = coverage.groups.sorted { $0.key < $1.key }
    let cases = ActionCases.all(of: Action.self)
    return ExplorationAnswer(
      invariant: request.invariant?.source.text,
      isAtRestOnly: request.isAtRestOnly,
      isInterrupted: coverage.isInterrupted,
      shard: request.plan.shard + 1,
      shards: request.plan.shards,
      depth: request.plan.depth,
      sequences: coverage.sequences,
      randomSequences: coverage.randomSequences,
      exhaustedDepth: coverage.exhaustedDepth,
      deepest: coverage.deepest,
      isComplete: coverage.isComplete,
      states: coverage.states,
      commands: groups.map { name, tries in
        ExplorationAnswer.Tried(name: name, count: tries.happened, refusal: tries.refusal)
      },
      endless: coverage.endlessSteps.sorted(),
      cases: cases.count,
      neverReached: cases.filter { !reached.contains($0) }
    )
  }
}

/// What an exploration covered that found nothing.
struct ExplorationAnswer: Answer {
  static let kind = "exploration"
  static let members: [JSONMember<Self>] = [
    JSONMember(optional: "invariant", "what was to hold") { $0.invariant },
    JSONMember("isAtRestOnly", "whether it had to hold only with nothing in flight") { $0.isAtRestOnly },
    JSONMember("isInterrupted", "whether it was interrupted") { $0.isInterrupted },
    JSONMember("shard", "which part was done, from 1") { $0.shard },
    JSONMember("shards", "of how many") { $0.shards },
    JSONMember("sequences", "how many were tried") { $0.sequences },
    JSONMember("randomSequences", "how many of them were random") { $0.randomSequences },
    JSONMember("exhaustedDepth", "up to how many commands all were tried") { $0.exhaustedDepth },
    JSONMember("isComplete", "whether everything that can be reached was") { $0.isComplete },
    JSONMember("states", "how many different ones were reached") { $0.states },
    JSONMember("commands", "the commands, and how often each had an effect") { $0.commands },
    JSONMember("endless", "those whose effects never end") { $0.endless },
    JSONMember("cases", "how many cases the actions have") { $0.cases },
    JSONMember("neverReached", "those that were not reached") { $0.neverReached },
  ]

  struct Tried: JSONObject {
    static let title = "Tried"
    static let members: [JSONMember<Self>] = [
      JSONMember("name", "the command") { $0.name },
      JSONMember("count", "how often it had an effect") { $0.count },
    ]
    let name: String
    let count: Int
    let refusal: String?
  }

  let invariant: String?
  let isAtRestOnly: Bool
  let isInterrupted: Bool
  let shard: Int
  let shards: Int
  /// How many commands a random sequence may have.
  let depth: Int
  let sequences: Int
  let randomSequences: Int
  let exhaustedDepth: Int
  let deepest: Int
  let isComplete: Bool
  let states: Int
  let commands: [Tried]
  let endless: [String]
  let cases: Int
  let neverReached: [String]

  func lines(_ page: Page) -> [String] {
    var table = TextTable()
    table.add("  sequences", sequencesText)
    table.add("  states", "\(states)")
    add("  commands", commands.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" }, to: &table)
    let idle = commands.filter { $0.count == 0 }
    add("  no effect", idle.filter { $0.refusal == nil }.map(\.name), to: &table)
    for (index, command) in idle.filter({ $0.refusal != nil }).enumerated() {
      table.add(index == 0 ? "  failed" : "", "\(command.name): \(command.refusal ?? "")")
    }
    add("  endless", endless, to: &table)
    table.add("  actions", "\(cases - neverReached.count) of \(cases) cases")
    add("  never", neverReached, to: &table)
    return [headline] + table.lines(palette: page.palette).map(\.controlCharactersEscaped)
  }

  private var headline: String {
    let part = shards > 1 ? " (part \(shard) of \(shards))" : ""
    let until = isInterrupted ? " until it was interrupted" : ""
    guard let invariant else { return "no issue, no endless effect, no divergence was found\(until)\(part)" }
    let rest = isAtRestOnly ? " where nothing is in flight" : ""
    return "nothing was found that breaks `\(invariant.controlCharactersEscaped)`\(rest)\(until)\(part)"
  }

  private var sequencesText: String {
    let systematic = sequences - randomSequences
    var parts = ["\(systematic): all of up to \(counted(exhaustedDepth, "command"))"]
    if isComplete {
      parts = ["\(systematic): everything that can be reached"]
    } else if randomSequences == 0, deepest > exhaustedDepth {
      parts.append("some of \(deepest)")
    }
    if randomSequences > 0 { parts.append("and \(randomSequences) random ones of up to \(depth)") }
    return parts.joined(separator: ", ")
  }

  /// Adds a row, and further ones where it would become too long.
  private func add(_ title: String, _ words: [String], to table: inout TextTable) {
    guard !words.isEmpty else { return }
    for (index, line) in words.joined(separator: ", ").wrapped(to: 90).enumerated() {
      table.add(index == 0 ? title : "", line)
    }
  }
}

/// A script that leads to what an exploration found.
struct CounterexampleAnswer: Answer {
  static let kind = "counterexample"
  static let members: [JSONMember<Self>] = [
    JSONMember("fault", "what was found") { $0.fault },
    JSONMember("commands", "how many commands lead there from the current moment") { $0.commands },
    JSONMember("script", "a script that fails there") { $0.script.joined(separator: "\n") },
  ]

  let fault: String
  let commands: Int
  let script: [String]

  func lines(_: Page) -> [String] { script.map(\.controlCharactersEscaped) }
}
