import Core

/// What one shard of an exploration has found, as a file for `explore --merge`.
struct ExplorationPart: Codable, Equatable {
  /// The version of the format that is written.
  static let currentFormat = 1

  /// The version of the format.
  var format = currentFormat
  /// The number of the shard, from 1, and of all shards.
  var shard = 1
  var shards = 1
  /// A digest of what was searched for and from where.
  var search = ""
  var depth = 0
  var sequences = 0
  var randomSequences = 0
  var replayed = 0
  var exhaustedDepth = 0
  var deepest = 0
  /// The length up to which all sequences that could show a finding were tried; missing from files of earlier versions.
  var exhaustedLength: Int?
  var isComplete = false
  var isInterrupted = false
  var isAtRestOnly = false
  /// What was tried; missing in files of earlier versions.
  var scope: ExploredScope?
  /// The states and transitions that were reached, as digests in ascending order.
  var states: [UInt64] = []
  var transitions: [UInt64] = []
  /// The states without symmetry reduction, as digests in ascending order; missing from files of earlier versions.
  var variants: [UInt64]?
  var commands: [String: Tried] = [:]
  var endless: [String] = []
  var cases: [String] = []
  /// The commands and action cases that never changed the state; missing from files of earlier versions.
  var unchanging: [String]?
  /// The action cases that were reached, with how often.
  var actions: [String: Int] = [:]
  var properties: [Claim] = []
  var findings: [Found] = []

  /// The attempts of a command.
  struct Tried: Codable, Equatable {
    var happened = 0
    var refusal: String?
  }

  /// A property, with the verdict of the shard.
  struct Claim: Codable, Equatable {
    var name: String?
    var text: String
    var verdict: PropertyVerdict.Verdict
    /// Whether it is decided once all states have been reached, and if so, whether it fails then.
    var isDecidedByStates: Bool
    var needsState: Bool
    /// For a property that is reached, the commands.
    var way: [String]?
    /// Why it is vacuous in the shard, if it is; missing from files of earlier versions.
    var vacuity: PropertyVerdict.Vacuity?
  }

  /// A script that shows what is wrong.
  struct Found: Codable, Equatable {
    var property: Int?
    var fault: String
    /// What was found, with its place.
    var message: String
    var commands: Int
    var loop: Int?
    /// Missing from files of earlier versions.
    var isMinimal: Bool?
    var script: [String]
  }
}

// Files.
extension ExplorationPart {
  /// Reads a file.
  ///
  /// - Throws: A `SystemError`, or a diagnostic at the path if the contents are the problem.
  static func read(_ path: Located<String>) throws -> ExplorationPart {
    let bytes = try AtomicFile.contents(of: path.value)
    let decoder = JSONDecoder()
    if let form = try? decoder.decode(Form.self, from: Data(bytes)), form.format > currentFormat {
      throw path.diagnostic(
        "'\(path.value)' has format \(form.format), which this version cannot read",
        hint: "merge the parts with the version that wrote them"
      )
    }
    guard let part = try? decoder.decode(ExplorationPart.self, from: Data(bytes)), part.isValid else {
      throw path.diagnostic(
        "'\(path.value)' is not a part of an exploration",
        hint: "'explore --shard I/N --out FILE' writes one"
      )
    }
    return part
  }

  /// The part of a file that names its format.
  private struct Form: Decodable {
    let format: Int
  }

  /// Checks that a part may replace a file. The file must be another part, empty or new.
  ///
  /// - Throws: A `SystemError`, or a diagnostic at the path.
  static func checkReplacing(_ path: Located<String>) throws {
    try path.checkThatFileCanBeReplaced()
    let old = try AtomicFile.read(path.value)
    try AtomicFile.checkReplacing(path.value)
    guard let old, !old.isEmpty, (try? JSONDecoder().decode(Form.self, from: Data(old))) == nil else {
      return
    }
    throw path.diagnostic(
      "'\(path.value)' already exists and is not a part of an exploration",
      hint: "choose another name or remove the file first"
    )
  }

  /// Writes it to a file.
  ///
  /// - Throws: A `SystemError`.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(self)
    try AtomicFile.replace(path, with: Array(data) + [.newline], newMode: 0o666)
  }
}

// Merging.
extension ExplorationPart {
  /// The parts as one.
  ///
  /// - Parameters:
  ///   - parts: The parts, at least one.
  ///   - files: Where they were read from.
  /// - Throws: An error at the file of a part that does not belong to the others.
  static func merged(
    _ parts: [ExplorationPart],
    from files: [Located<String>]
  ) throws(Diagnostic) -> ExplorationPart {
    guard var whole = parts.first else { return ExplorationPart() }
    var known: [Int: String] = [whole.shard: files[0].value]
    for (part, file) in zip(parts, files).dropFirst() {
      guard part.properties.map(\.text) == whole.properties.map(\.text), part.cases == whole.cases,
        part.search == whole.search
      else {
        throw file.diagnostic(
          "'\(file.value)' is a part of another search than '\(files[0].value)'",
          hint: "all parts of a search have the same start, properties and options"
        )
      }
      guard part.shards == whole.shards else {
        throw file.diagnostic(
          "'\(file.value)' is one of \(part.shards) parts, '\(files[0].value)' one of \(whole.shards)"
        )
      }
      if let other = known[part.shard] {
        throw file.diagnostic(
          "'\(file.value)' is the same part as '\(other)': \(part.shard)/\(part.shards)"
        )
      }
      known[part.shard] = file.value
      whole.add(part)
    }
    let isWhole = whole.shards == known.count
    if isWhole {
      whole.shard = 1
      whole.shards = 1
    } else {
      whole.isComplete = false
    }
    whole.decide(isWhole: isWhole)
    return whole
  }

  /// The numbers of the parts that are missing.
  static func missing(_ parts: [ExplorationPart]) -> [Int] {
    Set(1...(parts.first?.shards ?? 1)).subtracting(parts.map(\.shard)).sorted()
  }

  private mutating func add(_ other: ExplorationPart) {
    sequences += other.sequences
    randomSequences += other.randomSequences
    replayed += other.replayed
    depth = max(depth, other.depth)
    deepest = max(deepest, other.deepest)
    exhaustedDepth = min(exhaustedDepth, other.exhaustedDepth)
    exhaustedLength = min(exhaustedLength ?? 0, other.exhaustedLength ?? 0)
    isComplete = isComplete && other.isComplete
    if let scope = other.scope { self.scope?.formUnion(scope) } else { scope = nil }
    isInterrupted = isInterrupted || other.isInterrupted
    states = Set(states).union(other.states).sorted()
    transitions = Set(transitions).union(other.transitions).sorted()
    variants = variants.flatMap { some in other.variants.map { Set(some).union($0).sorted() } }
    endless = Set(endless).union(other.endless).sorted()
    unchanging = unchanging.flatMap { some in
      other.unchanging.map { others in
        (some + others).removingDuplicates.filter { name in
          (some.contains(name) || !has(name)) && (others.contains(name) || !other.has(name))
        }
      }
    }
    for (name, tried) in other.commands {
      commands[name, default: Tried()].happened += tried.happened
      if commands[name]?.refusal == nil { commands[name]?.refusal = tried.refusal }
    }
    actions.merge(other.actions, uniquingKeysWith: +)
    for finding in other.findings {
      let same = findings.firstIndex { $0.property == finding.property }
      if let same, findings[same].commands <= finding.commands { continue }
      if let same { findings[same] = finding } else { findings.append(finding) }
    }
    for (index, claim) in other.properties.enumerated() { properties[index].add(claim) }
  }

  /// What was tried; for a file of an earlier version, its commands, with a sample of the values.
  var knownScope: ExploredScope { scope ?? ExploredScope(kinds: commands.keys.sorted(), isSample: true) }

  /// Whether a command or an action case had an effect.
  private func has(_ name: String) -> Bool { (commands[name]?.happened ?? actions[name] ?? 0) > 0 }

  /// Decides what only all parts together do.
  private mutating func decide(isWhole: Bool) {
    findings.sort { ($0.property ?? -1) < ($1.property ?? -1) }
    for index in findings.indices where isWhole {
      findings[index].compare(withAllUpTo: exhaustedLength ?? 0, knownScope)
    }
    for index in properties.indices {
      if isWhole {
        properties[index].decide(isComplete: isComplete, knownScope)
      } else {
        properties[index].leaveOpen()
      }
    }
  }
}

extension ExplorationPart.Found {
  /// Decides from what all shards have tried whether it is shortest, and updates its comment.
  fileprivate mutating func compare(withAllUpTo length: Int, _ scope: ExploredScope) {
    guard let line = script.firstIndex(of: ExplorationScript.otherShards) else { return }
    let length = loop == nil ? length : max(length - 1, 0)
    isMinimal = isMinimal == true || length >= commands - 1
    script.replaceSubrange(
      line...line,
      with: ExplorationScript.comment(on: commands, exhausted: length, scope)
    )
  }
}

extension ExplorationPart.Claim {
  /// The verdicts, with those found by one part first.
  private static var byWeight: [PropertyVerdict.Verdict] {
    [.fails, .reached, .inconclusive, .holdsUpTo, .holds]
  }

  fileprivate mutating func add(_ other: Self) {
    if let way = other.way, way.count < self.way?.count ?? .max { self.way = way }
    if vacuity != other.vacuity { vacuity = nil }
    if verdict == other.verdict { return }
    // What was found in one part is so for all, and otherwise the weaker verdict is.
    verdict = Self.byWeight.first { [verdict, other.verdict].contains($0) } ?? verdict
  }

  fileprivate mutating func decide(isComplete: Bool, _ scope: ExploredScope) {
    guard isComplete, isDecidedByStates, [.inconclusive, .holdsUpTo].contains(verdict),
      !(needsState && scope.isSample)
    else { return }
    verdict = needsState ? .fails : .holds
  }

  /// Leaves open whether it holds, which a missing part may refute.
  fileprivate mutating func leaveOpen() {
    if [.holds, .holdsUpTo].contains(verdict) { verdict = .inconclusive }
    vacuity = nil
  }
}

extension ExplorationPart {
  /// The maximum of each number, so that those of all parts can be added.
  private static var highestNumber: Int { .max / Shard.most }

  /// Whether it can have been written by an exploration: a file may be damaged.
  var isValid: Bool {
    format == Self.currentFormat && (1...Shard.most).contains(shards) && (1...shards).contains(shard)
      && numbers.allSatisfy((0...Self.highestNumber).contains) && randomSequences <= sequences
      && findings.allSatisfy { finding in
        finding.property.map(properties.indices.contains) ?? true
          && finding.loop.map { (1...max(finding.commands, 1)).contains($0) } ?? true
      }
  }

  private var numbers: [Int] {
    [depth, sequences, randomSequences, replayed, exhaustedDepth, exhaustedLength ?? 0, deepest]
      + commands.values.map(\.happened)
      + actions.values + findings.map(\.commands)
  }
}
