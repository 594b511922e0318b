import Core

/// The findings of an exploration, of one shard or of several together, besides their coverage.
struct ExplorationPart: Codable {
  /// The number of the shard, from 1.
  let shard: Int
  /// The number of shards.
  var shards: Int
  /// The maximum length of a random sequence.
  var depth: Int
  /// Whether conditions were judged only with nothing in flight.
  let isAtRestOnly: Bool
  /// The length up to which all sequences that could show a finding were tried; missing from files of earlier versions.
  var exhaustedLength: Int?
  /// The extent of the search; missing from files of earlier versions.
  var scope: ExploredScope?
  /// The action cases.
  let cases: [String]
  /// The commands and action cases that never changed the state; missing from files of earlier versions.
  var unchanging: [String]?
  /// The verdicts on the properties.
  var properties: [PropertyVerdict]
  /// The scripts that reproduce the faults.
  var findings: [CounterexampleAnswer]
  /// In a file, a digest of the settings and the start of the search.
  var search = ""
  /// In a file, the states and transitions that were reached, as digests in ascending order.
  var states: [UInt64] = []
  var transitions: [UInt64] = []
  /// In a file, the states without symmetry reduction; missing from files of earlier versions.
  var variants: [UInt64]?
}

// Files.
extension ExplorationAnswer: Codable {
  /// Reads the contents of a file.
  public init(from decoder: any Decoder) throws {
    part = try ExplorationPart(from: decoder)
    coverage = try ExplorationCoverage(from: decoder)
    parts = [part.shard]
  }

  public func encode(to encoder: any Encoder) throws {
    try part.encode(to: encoder)
    try coverage.encode(to: encoder)
    try Form().encode(to: encoder)
  }

  /// Reads a file.
  ///
  /// - Throws: A `SystemError`, or a diagnostic at the path if the contents are the problem.
  static func read(_ path: Located<String>) throws -> Self {
    let bytes = try AtomicFile.contents(of: path.value)
    let decoder = JSONDecoder()
    let form = try? decoder.decode(Form.self, from: Data(bytes))
    if let form, form.format > Form().format {
      throw path.diagnostic(
        "'\(path.value)' has format \(form.format), which this version cannot read",
        hint: "merge the parts with the version that wrote them"
      )
    }
    guard let answer = try? decoder.decode(Self.self, from: Data(bytes)), answer.isValid, form == Form()
    else {
      throw path.diagnostic(
        "'\(path.value)' is not a part of an exploration",
        hint: "'explore --shard I/N --out FILE' writes one"
      )
    }
    return answer
  }

  /// The version of the file format; by default, that of new files.
  private struct Form: Codable, Equatable {
    var format = 1
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
extension ExplorationAnswer {
  /// The combined findings of several shards.
  ///
  /// - Parameters:
  ///   - answers: The answer of each shard, at least one.
  ///   - files: Where they were read from.
  /// - Throws: An error at the file of a shard that does not belong to the others.
  static func merged(_ answers: [Self], from files: [Located<String>]) throws(Diagnostic) -> Self {
    var whole = answers[0]
    var known: [Int: String] = [whole.part.shard: files[0].value]
    for (answer, file) in zip(answers, files).dropFirst() {
      let part = answer.part
      guard part.properties.map(\.property) == whole.properties.map(\.property),
        part.cases == whole.part.cases, part.search == whole.part.search
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
      whole.add(answer)
    }
    let isWhole = whole.shards == known.count
    whole.parts = isWhole ? [1] : known.keys.sorted()
    if isWhole { whole.part.shards = 1 } else { whole.coverage.isComplete = false }
    whole.part.decide(isWhole: isWhole, isComplete: whole.coverage.isComplete, whole.scope)
    whole.countStates()
    whole.complete()
    return whole
  }

  private mutating func add(_ other: Self) {
    part.unchanging = part.unchanging.flatMap { some in
      other.part.unchanging.map { others in
        (some + others).removingDuplicates.filter { name in
          (some.contains(name) || !has(name)) && (others.contains(name) || !other.has(name))
        }
      }
    }
    part.add(other.part)
    coverage.add(other.coverage)
  }

  /// Whether a command or an action case had an effect.
  private func has(_ name: String) -> Bool {
    (coverage.groups[name]?.happened ?? coverage.actions[name] ?? 0) > 0
  }

  /// Counts the states and transitions reached; only a file needs the digests.
  private mutating func countStates() {
    coverage.states = part.states.count
    coverage.transitions = part.transitions.count
    coverage.variants = max(part.variants?.count ?? 0, coverage.states)
    part.states = []
    part.transitions = []
    part.variants = nil
  }
}

extension ExplorationPart {
  /// Adds the findings of another shard, except for the commands and actions that never changed the state.
  fileprivate mutating func add(_ other: Self) {
    depth = max(depth, other.depth)
    exhaustedLength = min(exhaustedLength ?? 0, other.exhaustedLength ?? 0)
    if let scope = other.scope { self.scope?.formUnion(scope) } else { scope = nil }
    states = Set(states).union(other.states).sorted()
    transitions = Set(transitions).union(other.transitions).sorted()
    variants = variants.flatMap { some in other.variants.map { Set(some).union($0).sorted() } }
    findings += other.findings
    for (index, verdict) in other.properties.enumerated() { properties[index].add(verdict) }
  }

  /// Decides what only all parts together do.
  fileprivate mutating func decide(isWhole: Bool, isComplete: Bool, _ scope: ExploredScope) {
    // The shortest for each property.
    findings.sort { ($0.index ?? -1, $0.commands) < ($1.index ?? -1, $1.commands) }
    findings = findings.indices.filter { $0 == 0 || findings[$0 - 1].index != findings[$0].index }
      .map { findings[$0] }
    for index in findings.indices where isWhole {
      findings[index].compare(withAllUpTo: exhaustedLength ?? 0, scope)
    }
    for index in properties.indices {
      if isWhole {
        properties[index].decide(isComplete: isComplete, scope)
      } else {
        properties[index].leaveOpen()
      }
    }
  }
}

extension CounterexampleAnswer {
  /// Decides from what all shards have tried whether it is shortest, and updates its comment.
  fileprivate mutating func compare(withAllUpTo length: Int, _ scope: ExploredScope) {
    guard let line = script.firstIndex(of: ExplorationScript.otherShards) else { return }
    let length = loop == nil ? length : max(length - 1, 0)
    needsEach = isMinimal || length >= commands - 1
    script.replaceSubrange(
      line...line,
      with: ExplorationScript.comment(on: commands, exhausted: length, scope)
    )
  }
}

extension ExplorationAnswer {
  /// Whether it can have been written by an exploration: a file may be damaged.
  private var isValid: Bool {
    let numbers =
      [
        part.depth, coverage.sequences, coverage.randomSequences, coverage.firstSequences,
        coverage.exhaustedDepth, part.exhaustedLength ?? 0, coverage.deepest,
      ] + coverage.groups.values.map(\.happened) + coverage.actions.values + part.findings.map(\.commands)
    // So that the sum over all shards does not overflow.
    return (1...Shard.most).contains(part.shards) && (1...part.shards).contains(part.shard)
      && numbers.allSatisfy((0...Int.max / Shard.most).contains)
      && coverage.randomSequences <= coverage.sequences
      && part.findings.allSatisfy { finding in
        finding.index.map(part.properties.indices.contains) ?? true
          && finding.loop.map { (1...max(finding.commands, 1)).contains($0) } ?? true
      }
  }
}
