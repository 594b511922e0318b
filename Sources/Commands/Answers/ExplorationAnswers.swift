import Core

/// The verdicts of an exploration, and its coverage.
public struct ExplorationAnswer: Answer, JSONObject {
  package static let members = fields([
    "properties": "the verdicts on the properties",
    "isAtRestOnly": "whether conditions were judged only with nothing in flight",
    "isInterrupted": "whether it was interrupted",
    "shard": .value("the number of the shard, from 1") { $0.shard },
    "parts": "the numbers of the shards that this is the result of",
    "shards": "the number of shards",
    "sequences": "the number of sequences tried",
    "randomSequences": "the number of random sequences among them",
    "replayed": "the number of sequences of the corpus that were tried first",
    "exhaustedDepth": "the length up to which all sequences were tried",
    "isComplete": "whether all states reachable with the tried commands and values were explored",
    "isPartial": .value("whether the feature can do more than these commands and action cases") {
      $0.scope.kinds != nil
    },
    "isSample": .value("whether only some values were tried: of arguments, payloads, answers or times") {
      $0.scope.isSample
    },
    "states": "the number of distinct states reached",
    "variants": "the same, if those that differ only in UUIDs or unordered collections count",
    "transitions": "the number of distinct pairs of a state and a command that had an effect in it",
    "curve": "how the number of states grew",
    "seconds": "how long it took",
    "commands": "the commands, with how often each had an effect",
    "endless": "the commands whose effects never end",
    "cases": "the number of action cases",
    "neverReached": "the action cases that were not reached",
    "unchanging": "commands and action cases that had an effect, but never changed the state",
    "actions": "the action cases that were reached, with how often",
  ])

  /// A command or an action case that was tried.
  public struct Tried: JSONObject {
    package static let members = fields([
      "name": "the command or action case",
      "count": "how often it had an effect, or was reduced",
    ])
    /// The command or action case.
    public let name: String
    /// How often the command had an effect, or the action was reduced.
    public let count: Int
    /// Why a command was refused, if it never had an effect.
    public internal(set) var refusal: String?
  }

  /// How many distinct states a number of sequences had reached.
  public struct Point: Equatable, JSONObject {
    package static let title = "CurvePoint"
    package static let members = fields([
      "sequences": "the number of sequences tried",
      "states": "the number of distinct states that these reached",
    ])
    /// The number of sequences tried.
    public let sequences: Int
    /// The number of distinct states that these reached.
    public let states: Int
  }

  /// The verdicts on the properties.
  public let properties: [PropertyVerdict]
  /// The findings that concern no property.
  package var problems: [String] = []
  /// Whether conditions were judged only with nothing in flight.
  public let isAtRestOnly: Bool
  /// Whether it was interrupted.
  public let isInterrupted: Bool
  /// The number of the shard, from 1; of several, the first.
  public var shard: Int { parts.first ?? 1 }
  /// The numbers of the shards that this is the result of, in ascending order.
  public internal(set) var parts = [1]
  /// The number of shards.
  public let shards: Int
  /// The maximum length of a random sequence.
  public let depth: Int
  /// The number of sequences tried.
  public let sequences: Int
  /// The number of random sequences among them.
  public let randomSequences: Int
  /// The number of sequences of the corpus that were tried first, which are not among the others.
  public let replayed: Int
  /// The length up to which all sequences were tried.
  public let exhaustedDepth: Int
  /// The length of the longest sequence.
  public let deepest: Int
  /// Whether all states reachable with the tried commands and values were explored.
  public let isComplete: Bool
  /// What was tried of all that the feature can do.
  let scope: ExploredScope
  /// The number of distinct states reached.
  public internal(set) var states = 0
  /// The number of states if those that differ only in their UUIDs, or in the order of unordered collections,
  /// count as distinct.
  public internal(set) var variants = 0
  /// The number of distinct pairs of a state and a command that had an effect in it.
  public internal(set) var transitions = 0
  /// How the number of states grew.
  public internal(set) var curve: [Point] = []
  /// How long it took; not part of the text, which is the same each time.
  public internal(set) var seconds: Double?
  /// The commands, with how often each had an effect.
  public internal(set) var commands: [Tried] = []
  /// The commands whose effects never end.
  public let endless: [String]
  /// The number of action cases.
  public let cases: Int
  /// The action cases that were not reached.
  public internal(set) var neverReached: [String] = []
  /// The commands and action cases that had an effect, but never changed the state.
  public internal(set) var unchanging: [String] = []
  /// The action cases that were reached, with how often.
  public internal(set) var actions: [Tried] = []

  public func lines(_ page: Page) -> [String] {
    // What is beside the titles, of which "  transitions" is the longest.
    let width = page.columns.map { max($0 - 15, 16) } ?? .max
    var table = TextTable()
    func add(_ title: String, _ text: String, to width: Int = width) {
      for (index, line) in text.wrapped(to: width).enumerated() { table.add(index == 0 ? title : "", line) }
    }
    func add(_ title: String, _ words: [String]) {
      if !words.isEmpty { add(title, words.joined(separator: ", "), to: min(width, 90)) }
    }
    add("  not reached", neverReached)
    add("  no change", unchanging)
    add("  sequences", sequencesText)
    add("  states", variants > states ? "\(states), up to symmetry; \(variants) in all" : "\(states)")
    add("  transitions", "\(transitions)")
    add("  commands", commands.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" })
    let idle = commands.filter { $0.count == 0 }
    add("  no effect", idle.filter { $0.refusal == nil }.map(\.name))
    for (index, command) in idle.filter({ $0.refusal != nil }).enumerated() {
      add(index == 0 ? "  failed" : "", "\(command.name): \(command.refusal ?? "")")
    }
    add("  endless", endless)
    add("  actions", "\(cases - neverReached.count) of \(cases) cases")
    add("", actions.map { "\($0.name) \($0.count)" })
    return headlines.flatMap { $0.wrapped(to: page.columns, indent: 2) }
      + table.lines(palette: page.palette).map(\.controlCharactersEscaped)
  }

  private var headlines: [String] {
    let part = shards > 1 ? " (\(Self.partsText(parts)) of \(shards))" : ""
    let until = isInterrupted ? " before the interruption" : ""
    if properties.isEmpty, !problems.isEmpty { return problems }
    guard !properties.isEmpty else { return ["no issue, endless effect or divergence found\(until)\(part)"] }
    let rest = isAtRestOnly ? " with nothing in flight" : ""
    return problems + properties.map { $0.text(scope, "\(rest)\(until)\(part)") }
  }

  /// Parts by their numbers, which ascend: `part 2`, `parts 1, 3-5`.
  package static func partsText(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return "\(numbers.count == 1 ? "part" : "parts") \(texts.joined(separator: ", "))"
  }

  private var sequencesText: String {
    var extent = "all with up to \(counted(exhaustedDepth, "command"))"
    if isComplete {
      extent = "all reachable states\(scope.limits)"
    } else if randomSequences == 0, deepest > exhaustedDepth {
      extent += ", some of \(deepest)"
    }
    var parts = ["\(sequences - randomSequences) systematic (\(extent))"]
    if randomSequences > 0 { parts.append("\(randomSequences) random (up to \(counted(depth, "command")))") }
    if replayed > 0 { parts.append("after \(replayed) of the corpus") }
    return parts.joined(separator: ", ")
  }
}

/// A script that reproduces a fault found by an exploration.
public struct CounterexampleAnswer: Answer, JSONObject {
  package static let members = fields([
    "fault": "the fault",
    "property": "the property that fails",
    "commands": "the number of commands from the current moment to the fault",
    "loop": "the number of commands at the end that can be repeated forever",
    "shortenedFrom": .value("the number of commands before it was shortened") {
      $0.shortening?.from
    },
    "shortenedValues": .value("how often values were shortened") { $0.shortening?.values },
    "isMinimal": "whether each command is known to be needed",
    "script": .value("a script that reproduces it") { $0.script.joined(separator: "\n") },
  ])

  /// The fault.
  public let fault: String
  /// The property that fails; `nil` if something else is wrong.
  public let property: String?
  /// The number of commands from the current moment to the fault.
  public let commands: Int
  /// The number of commands at the end that can be repeated forever; `nil` if the fault is no loop.
  public let loop: Int?
  /// How it was shortened: from how many commands, and how often values were; `nil` if it was not.
  public let shortening: (from: Int, values: Int)?
  /// Whether it is known that without any one of the commands, the fault does not occur.
  public let isMinimal: Bool
  /// A script that reproduces it.
  public let script: [String]

  public func lines(_: Page) -> [String] { script.map(\.controlCharactersEscaped) }

  /// How commands were shortened: `shortened from 34 to 5 commands, values shortened 3 times`; empty if they were not.
  package static func text(of shortening: (from: Int, values: Int), to count: Int) -> String {
    var parts: [String] = []
    if shortening.from > count {
      parts.append("shortened from \(shortening.from) to \(counted(count, "command"))")
    }
    if shortening.values > 0 {
      parts.append("values shortened \(shortening.values == 1 ? "once" : "\(shortening.values) times")")
    }
    return parts.joined(separator: ", ")
  }
}
