import Core

/// The attempts and findings of an exploration: the answer of `explore`, the file of a shard, or several such files
/// merged.
@dynamicMemberLookup
public struct ExplorationAnswer: Answer, JSONObject {
  package static let members =
    fields([
      "properties": .value("the verdicts on the properties") { $0.properties },
      "isAtRestOnly": .value("whether conditions were judged only with nothing in flight") {
        $0.isAtRestOnly
      },
      "isInterrupted": .value("whether it was interrupted") { $0.coverage.isInterrupted },
      "shard": .value("the number of the shard, from 1") { $0.shard },
      "parts": "the numbers of the shards that are merged in this result",
      "shards": .value("the number of shards") { $0.shards },
    ])
    + fields([
      "sequences": .value("the number of sequences tried") { $0.coverage.sequences },
      "randomSequences": .value("the number of random sequences among them") { $0.coverage.randomSequences },
      "replayed": .value("the number of sequences of the corpus that were tried first") { $0.replayed },
      "exhaustedDepth": .value("the length up to which all sequences were tried") {
        $0.coverage.exhaustedDepth
      },
      "isComplete": .value("whether all states reachable with the tried commands and values were explored") {
        $0.coverage.isComplete
      },
      "isPartial": .value("whether the feature can do more than these commands and action cases") {
        $0.scope.kinds != nil
      },
      "leftOut": .value("the action cases that were left out because no user sends them, by reason") {
        $0.scope.leftOut ?? []
      },
      "isSample": .value("whether only some values were tried: of arguments, payloads, answers or times") {
        $0.scope.isSample
      },
    ])
    + fields([
      "states": .value("the number of distinct states reached") { $0.coverage.states },
      "variants": .value("the same, distinguishing UUIDs and the order of unordered collections, too") {
        $0.coverage.variants
      },
      "transitions": .value(
        "the number of distinct pairs of a state and a command that had an effect in it"
      ) { $0.coverage.transitions },
      "curve": "how the number of states grew",
      "seconds": "how long it took",
    ])
    + fields([
      "commands": .value("the commands, with how often each had an effect") { $0.commands },
      "endless": .value("the commands whose effects never end") { $0.endless },
      "cases": .value("the number of action cases") { $0.cases },
      "neverReached": .value("the action cases that were not reached") { $0.neverReached },
      "unchanging": .value("commands and action cases that had an effect, but never changed the state") {
        $0.unchanging
      },
      "actions": .value("the action cases that were reached, with how often") { $0.actions },
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

  var part: ExplorationPart
  /// How much was tried.
  var coverage: ExplorationCoverage
  /// The numbers of the shards that are merged in this result, in ascending order.
  public internal(set) var parts: [Int]
  /// How the number of states grew.
  public internal(set) var curve: [Point] = []
  /// Whether the text has the counters, which a prompt leaves out.
  var showsCounters = false
  /// How long it took; not part of the text, which is the same each time.
  public internal(set) var seconds: Double?

  /// How much was tried.
  public subscript<Value>(dynamicMember path: KeyPath<ExplorationCoverage, Value>) -> Value {
    coverage[keyPath: path]
  }

  /// The verdicts on the properties.
  public var properties: [PropertyVerdict] { part.properties }
  /// Whether conditions were judged only with nothing in flight.
  public var isAtRestOnly: Bool { part.isAtRestOnly }
  /// The number of shards.
  public var shards: Int { part.shards }
  /// The maximum length of a random sequence.
  public var depth: Int { part.depth }
  /// The number of the shard, from 1; of several, the first.
  public var shard: Int { parts[0] }
  /// The number of sequences of the corpus, which are tried first and not counted among the others.
  public var replayed: Int { coverage.firstSequences }
  /// The tried part of all that the feature can do. For a file of an earlier version: its commands, with a sample of
  /// the values.
  var scope: ExploredScope {
    part.scope ?? ExploredScope(kinds: coverage.groups.keys.sorted(), isSample: true)
  }
  /// The commands, with how often each had an effect.
  public var commands: [Tried] {
    coverage.groups.inOrderOfKeys
      .map { Tried(name: $0, count: $1.happened, refusal: $1.refusal) }
  }
  /// The commands whose effects never end.
  public var endless: [String] { coverage.endless }
  /// The number of action cases.
  public var cases: Int { part.cases.count }
  /// The action cases that were not reached.
  public var neverReached: [String] { part.cases.filter { coverage.actions[$0] == nil } }
  /// The commands and action cases that had an effect, but never changed the state.
  public var unchanging: [String] { part.unchanging ?? [] }
  /// The action cases that were reached, with how often.
  public var actions: [Tried] {
    part.cases.compactMap { name in coverage.actions[name].map { Tried(name: name, count: $0) } }
  }

  /// Completes the verdicts and the findings with members that follow from the rest.
  mutating func complete() {
    for (position, finding) in part.findings.enumerated() {
      part.findings[position].property = finding.index.map { part.properties[$0].property }
    }
    for index in part.properties.indices {
      var verdict = part.properties[index]
      switch verdict.verdict {
      case .holdsUpTo, .inconclusive:
        verdict.upTo = coverage.isComplete && verdict.needsState ? nil : coverage.exhaustedDepth
        verdict.random = coverage.randomSequences
      case .fails: verdict.commands = part.findings.first { $0.index == index }?.commands
      case .reached: verdict.commands = verdict.script?.count
      case .holds: break
      }
      part.properties[index] = verdict
    }
  }

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
    let leftOut = scope.leftOut ?? []
    let cases = Set(leftOut.flatMap(\.actions))
    add("  not reached", neverReached.filter { !cases.contains($0) })
    for (index, part) in leftOut.enumerated() {
      add(index == 0 ? "  left out" : "", ["\(part.reason): \(part.actions.joined(separator: ", "))"])
    }
    add("  no change", unchanging)
    add("  endless", endless)
    if page.isBrief, !showsCounters {
      let tried = "  \(coverage.sequences) sequences, \(coverage.states) states (--stats prints the counters)"
      let facts = table.lines(palette: page.palette).map(\.controlCharactersEscaped)
      return headlines.flatMap { "\($0.mark) \($0.text)".wrapped(to: page.columns, indent: 2) }
        .map { page.palette(.strong, $0) }
        + (facts + tried.wrapped(to: page.columns, indent: 2)).map(page.dimmed)
    }
    add("  sequences", sequencesText)
    let (states, variants) = (coverage.states, coverage.variants)
    add("  states", variants > states ? "\(states), up to symmetry; \(variants) in all" : "\(states)")
    add("  transitions", "\(coverage.transitions)")
    add("  commands", commands.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" })
    let idle = commands.filter { $0.count == 0 }
    add("  no effect", idle.filter { $0.refusal == nil }.map(\.name))
    for (index, command) in idle.filter({ $0.refusal != nil }).enumerated() {
      add(index == 0 ? "  failed" : "", "\(command.name): \(command.refusal ?? "")")
    }
    add("  actions", "\(self.cases - neverReached.count) of \(self.cases) cases")
    add("", actions.map { "\($0.name) \($0.count)" })
    return headlines.flatMap { $0.text.wrapped(to: page.columns, indent: 2) }
      + table.lines(palette: page.palette).map(\.controlCharactersEscaped)
  }

  /// The verdicts, each with a mark.
  private var headlines: [(mark: String, text: String)] {
    let part = shards > 1 ? " (\(Self.partsText(parts)) of \(shards))" : ""
    let until = coverage.isInterrupted ? " before the interruption" : ""
    let problems = self.part.findings.filter { $0.index == nil }.map(\.fault)
    guard !properties.isEmpty else {
      let sequences = scope.sequences
      let tried = sequences.isEmpty ? "" : " in sequences\(sequences)"
      let none = ("✓", "no issue, endless effect or divergence found\(tried)\(until)\(part)")
      return problems.isEmpty ? [none] : problems.map { ("✗", $0) }
    }
    let rest = isAtRestOnly ? " with nothing in flight" : ""
    return problems.map { ("✗", $0) }
      + properties.map { ($0.mark, $0.text(scope, "\(rest)\(until)\(part)")) }
  }

  /// Parts by their numbers, which ascend: `part 2`, `parts 1, 3-5`.
  static func partsText(_ numbers: [Int]) -> String {
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
    let (exhausted, random) = (coverage.exhaustedDepth, coverage.randomSequences)
    var extent = "all with up to \(counted(exhausted, "command"))"
    if coverage.isComplete {
      extent = "all reachable states\(scope.limits)"
    } else if random == 0, coverage.deepest > exhausted {
      extent += ", some of \(coverage.deepest)"
    }
    var parts = ["\(coverage.sequences - random) systematic (\(extent))"]
    if random > 0 { parts.append("\(random) random (up to \(counted(depth, "command")))") }
    if replayed > 0 { parts.append("after \(replayed) of the corpus") }
    return parts.joined(separator: ", ")
  }
}

/// A script that reproduces a fault found by an exploration.
public struct CounterexampleAnswer: Answer, JSONObject, Codable {
  package static let members = fields([
    "fault": "the fault",
    "property": "the property that fails",
    "commands": "the number of commands from the current moment to the fault",
    "loop": "the number of commands at the end that can be repeated forever",
    "shortenedFrom": .value("the number of commands before it was shortened") {
      $0.shortening?.from
    },
    "shortenedValues": .value("how often values were shortened") { $0.shortening?.values },
    "isMinimal": .value("whether each command is known to be needed") { $0.isMinimal },
    "script": .value("a script that reproduces it") { $0.script.joined(separator: "\n") },
  ])

  /// The fault.
  public let fault: String
  /// The property that fails; `nil` if something else is wrong.
  public var property: String?
  /// The number of commands from the current moment to the fault.
  public let commands: Int
  /// The number of commands at the end that can be repeated forever; `nil` if the fault is no loop.
  public let loop: Int?
  /// How it was shortened: from how many commands, and how often values were; `nil` if it was not.
  public var shortening: (from: Int, values: Int)?
  /// Whether it is known that without any one of the commands, the fault does not occur.
  public var isMinimal: Bool { needsEach ?? false }
  /// The value of `isMinimal`; missing from files of earlier versions.
  var needsEach: Bool?
  /// A script that reproduces it.
  public var script: [String]
  /// The position of the property among those of the exploration, if it is about one.
  var index: Int?
  /// The fault, with its location.
  var message = ""

  /// A file lacks the members that follow from the rest, and how it was shortened.
  private enum CodingKeys: String, CodingKey {
    case fault, message, commands, loop, script
    case needsEach = "isMinimal"
    case index = "property"
  }

  public func lines(_ page: Page) -> [String] {
    let script = script.map(\.controlCharactersEscaped)
    guard page.isBrief else { return script }
    // At a prompt, it is what was found; in a file, a script.
    let comments = script.prefix { $0.hasPrefix("#") }
    let facts = comments.filter { !$0.contains(fault.controlCharactersEscaped) }
    return [page.palette(.strong, "✗ " + (message.nonEmpty ?? fault).controlCharactersEscaped)]
      + facts.map { page.dimmed("  " + $0.dropFirst(2)) }
      + script.dropFirst(comments.count).map { "    " + $0 }
  }

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
