import Core

/// What an exploration covered that found nothing.
public struct ExplorationAnswer: Answer, JSONObject {
  public static let kind = "exploration"
  package static let members: [JSONMember<Self>] = [
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

  /// A command that was tried.
  public struct Tried: JSONObject {
    package static let title = "Tried"
    package static let members: [JSONMember<Self>] = [
      JSONMember("name", "the command") { $0.name },
      JSONMember("count", "how often it had an effect") { $0.count },
    ]
    /// The command.
    public let name: String
    /// How often it had an effect.
    public let count: Int
    /// Why it was refused, if it never had an effect.
    public let refusal: String?

    package init(name: String, count: Int, refusal: String?) {
      (self.name, self.count, self.refusal) = (name, count, refusal)
    }
  }

  /// What was to hold.
  public let invariant: String?
  /// Whether it had to hold only with nothing in flight.
  public let isAtRestOnly: Bool
  /// Whether it was interrupted.
  public let isInterrupted: Bool
  /// Which part was done, from 1.
  public let shard: Int
  /// Of how many.
  public let shards: Int
  /// How many commands a random sequence may have.
  public let depth: Int
  /// How many were tried.
  public let sequences: Int
  /// How many of them were random.
  public let randomSequences: Int
  /// Up to how many commands all were tried.
  public let exhaustedDepth: Int
  /// How many commands the longest sequence had.
  public let deepest: Int
  /// Whether everything that can be reached was.
  public let isComplete: Bool
  /// How many different ones were reached.
  public let states: Int
  /// The commands, and how often each had an effect.
  public let commands: [Tried]
  /// Those whose effects never end.
  public let endless: [String]
  /// How many cases the actions have.
  public let cases: Int
  /// Those that were not reached.
  public let neverReached: [String]

  package init(
    invariant: String?,
    isAtRestOnly: Bool,
    isInterrupted: Bool,
    shard: Int,
    shards: Int,
    depth: Int,
    sequences: Int,
    randomSequences: Int,
    exhaustedDepth: Int,
    deepest: Int,
    isComplete: Bool,
    states: Int,
    commands: [ExplorationAnswer.Tried],
    endless: [String],
    cases: Int,
    neverReached: [String]
  ) {
    self.invariant = invariant
    self.isAtRestOnly = isAtRestOnly
    self.isInterrupted = isInterrupted
    self.shard = shard
    self.shards = shards
    self.depth = depth
    self.sequences = sequences
    self.randomSequences = randomSequences
    self.exhaustedDepth = exhaustedDepth
    self.deepest = deepest
    self.isComplete = isComplete
    self.states = states
    self.commands = commands
    self.endless = endless
    self.cases = cases
    self.neverReached = neverReached
  }

  public func lines(_ page: Page) -> [String] {
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
public struct CounterexampleAnswer: Answer, JSONObject {
  public static let kind = "counterexample"
  package static let members: [JSONMember<Self>] = [
    JSONMember("fault", "what was found") { $0.fault },
    JSONMember("commands", "how many commands lead there from the current moment") { $0.commands },
    JSONMember("script", "a script that fails there") { $0.script.joined(separator: "\n") },
  ]

  /// What was found.
  public let fault: String
  /// How many commands lead there.
  public let commands: Int
  /// A script that fails there.
  public let script: [String]

  package init(fault: String, commands: Int, script: [String]) {
    self.fault = fault
    self.commands = commands
    self.script = script
  }

  public func lines(_: Page) -> [String] { script.map(\.controlCharactersEscaped) }
}
