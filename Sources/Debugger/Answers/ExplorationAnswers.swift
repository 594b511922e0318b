import Core

/// The coverage of an exploration that found no fault.
public struct ExplorationAnswer: Answer, JSONObject {
  public static let kind = "exploration"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "invariant", "the invariant") { $0.invariant },
    JSONMember("isAtRestOnly", "whether it was checked only with nothing in flight") { $0.isAtRestOnly },
    JSONMember("isInterrupted", "whether it was interrupted") { $0.isInterrupted },
    JSONMember("shard", "the number of the shard, from 1") { $0.shard },
    JSONMember("shards", "the number of shards") { $0.shards },
    JSONMember("sequences", "the number of sequences tried") { $0.sequences },
    JSONMember("randomSequences", "the number of random sequences among them") { $0.randomSequences },
    JSONMember("exhaustedDepth", "the length up to which all sequences were tried") { $0.exhaustedDepth },
    JSONMember("isComplete", "whether all reachable states were explored") { $0.isComplete },
    JSONMember("states", "the number of distinct states reached") { $0.states },
    JSONMember(optional: "transitions", "the number of distinct transitions between them, with --graph") {
      $0.transitions
    },
    JSONMember("commands", "the commands, with how often each had an effect") { $0.commands },
    JSONMember("endless", "the commands whose effects never end") { $0.endless },
    JSONMember("cases", "the number of action cases") { $0.cases },
    JSONMember("neverReached", "the action cases that were not reached") { $0.neverReached },
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

  /// The invariant.
  public let invariant: String?
  /// Whether it was checked only with nothing in flight.
  public let isAtRestOnly: Bool
  /// Whether it was interrupted.
  public let isInterrupted: Bool
  /// The number of the shard, from 1.
  public let shard: Int
  /// The number of shards.
  public let shards: Int
  /// The maximum length of a random sequence.
  public let depth: Int
  /// The number of sequences tried.
  public let sequences: Int
  /// The number of random sequences among them.
  public let randomSequences: Int
  /// The length up to which all sequences were tried.
  public let exhaustedDepth: Int
  /// The length of the longest sequence.
  public let deepest: Int
  /// Whether all reachable states were explored.
  public let isComplete: Bool
  /// The number of distinct states reached.
  public let states: Int
  /// The number of distinct transitions between them; `nil` if they were not recorded.
  public let transitions: Int?
  /// The commands, with how often each had an effect.
  public let commands: [Tried]
  /// The commands whose effects never end.
  public let endless: [String]
  /// The number of action cases.
  public let cases: Int
  /// The action cases that were not reached.
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
    transitions: Int?,
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
    self.transitions = transitions
    self.commands = commands
    self.endless = endless
    self.cases = cases
    self.neverReached = neverReached
  }

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    table.add("  sequences", sequencesText)
    table.add("  states", "\(states)")
    if let transitions { table.add("  transitions", "\(transitions)") }
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
    let until = isInterrupted ? " before the interruption" : ""
    guard let invariant else { return "no issue, endless effect or divergence found\(until)\(part)" }
    let rest = isAtRestOnly ? " with nothing in flight" : ""
    return "no violation of `\(invariant.controlCharactersEscaped)` found\(rest)\(until)\(part)"
  }

  private var sequencesText: String {
    let systematic = sequences - randomSequences
    var parts = ["\(systematic): all with up to \(counted(exhaustedDepth, "command"))"]
    if isComplete {
      parts = ["\(systematic): all reachable states"]
    } else if randomSequences == 0, deepest > exhaustedDepth {
      parts.append("some of \(deepest)")
    }
    if randomSequences > 0 { parts.append("and \(randomSequences) random with up to \(depth)") }
    return parts.joined(separator: ", ")
  }

  /// Adds a row, wrapped to several lines if it is too long.
  private func add(_ title: String, _ words: [String], to table: inout TextTable) {
    guard !words.isEmpty else { return }
    for (index, line) in words.joined(separator: ", ").wrapped(to: 90).enumerated() {
      table.add(index == 0 ? title : "", line)
    }
  }
}

/// A script that reproduces a fault found by an exploration.
public struct CounterexampleAnswer: Answer, JSONObject {
  public static let kind = "counterexample"
  package static let members: [JSONMember<Self>] = [
    JSONMember("fault", "the fault") { $0.fault },
    JSONMember("commands", "the number of commands from the current moment to the fault") { $0.commands },
    JSONMember("script", "a script that reproduces it") { $0.script.joined(separator: "\n") },
  ]

  /// The fault.
  public let fault: String
  /// The number of commands from the current moment to the fault.
  public let commands: Int
  /// A script that reproduces it.
  public let script: [String]

  package init(fault: String, commands: Int, script: [String]) {
    self.fault = fault
    self.commands = commands
    self.script = script
  }

  public func lines(_: Page) -> [String] { script.map(\.controlCharactersEscaped) }
}
