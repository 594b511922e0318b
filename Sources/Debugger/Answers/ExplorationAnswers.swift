import Core

/// What an exploration covered that found nothing.
package struct ExplorationAnswer: Answer {
  package static let kind = "exploration"
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

  package struct Tried: JSONObject {
    package static let title = "Tried"
    package static let members: [JSONMember<Self>] = [
      JSONMember("name", "the command") { $0.name },
      JSONMember("count", "how often it had an effect") { $0.count },
    ]
    package let name: String
    package let count: Int
    package let refusal: String?

    package init(name: String, count: Int, refusal: String?) {
      (self.name, self.count, self.refusal) = (name, count, refusal)
    }
  }

  package let invariant: String?
  package let isAtRestOnly: Bool
  package let isInterrupted: Bool
  package let shard: Int
  package let shards: Int
  /// How many commands a random sequence may have.
  package let depth: Int
  package let sequences: Int
  package let randomSequences: Int
  package let exhaustedDepth: Int
  package let deepest: Int
  package let isComplete: Bool
  package let states: Int
  package let commands: [Tried]
  package let endless: [String]
  package let cases: Int
  package let neverReached: [String]

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

  package func lines(_ page: Page) -> [String] {
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
package struct CounterexampleAnswer: Answer {
  package static let kind = "counterexample"
  package static let members: [JSONMember<Self>] = [
    JSONMember("fault", "what was found") { $0.fault },
    JSONMember("commands", "how many commands lead there from the current moment") { $0.commands },
    JSONMember("script", "a script that fails there") { $0.script.joined(separator: "\n") },
  ]

  package let fault: String
  package let commands: Int
  package let script: [String]

  package init(fault: String, commands: Int, script: [String]) {
    self.fault = fault
    self.commands = commands
    self.script = script
  }

  package func lines(_: Page) -> [String] { script.map(\.controlCharactersEscaped) }
}
