import Core

// Parts of an exploration as files.
extension AnyInterpreter {
  /// Merges the parts in some files, and reports the whole.
  ///
  /// - Throws: What was found, or an error if a part is missing or does not belong to the others.
  func merge(_ files: [Located<String>]) throws {
    let parts = try usingFiles { try files.map { try ExplorationPart.read($0) } }
    let whole = try ExplorationPart.merged(parts, from: files)
    let missing = ExplorationPart.missing(parts)
    var coverage = whole.answer
    if !missing.isEmpty {
      coverage.parts = parts.map(\.shard).sorted()
      let numbers = ExplorationAnswer.partsText(missing)
      debugger.warn("\(numbers) of \(parts[0].shards) missing")
    }
    exploration = coverage
    // Without properties, it says that nothing was found.
    if !whole.properties.isEmpty || whole.findings.isEmpty { answer(coverage) }
    for found in whole.findings { answer(whole.answer(found)) }
    let failures = coverage.properties.count { $0.verdict == .fails }
    if failures > 1, whole.findings.first?.property != nil {
      throw CommandFailure("\(failures) of \(whole.properties.count) properties fail")
    }
    if let found = whole.findings.first { throw CommandFailure(found.message) }
    if failures == 1 { throw CommandFailure("no state that was reached satisfies the condition") }
    try requireDecision(
      coverage,
      isCovered: missing.isEmpty,
      hint: missing.isEmpty ? nil : "merge all of the parts"
    )
  }
}

extension ExplorationPart.Found {
  init(_ finding: Exploration<Any, Any>.Finding, _ answer: CounterexampleAnswer) {
    self.init(
      property: finding.property,
      fault: answer.fault,
      message: answer.fault + finding.place,
      commands: answer.commands,
      loop: answer.loop,
      isMinimal: answer.isMinimal,
      script: answer.script
    )
  }
}

extension ExplorationPart {
  init(
    _ exploration: Exploration<Any, Any>,
    _ answer: ExplorationAnswer,
    _ request: ExploreRequest,
    _ findings: [Found],
    cases: [String]
  ) {
    self.init()
    (shard, shards, depth) = (request.plan.shard + 1, request.plan.shards, answer.depth)
    (sequences, randomSequences) = (answer.sequences, answer.randomSequences)
    replayed = answer.replayed
    (exhaustedDepth, deepest) = (answer.exhaustedDepth, answer.deepest)
    exhaustedLength = exploration.finalLength
    (isComplete, isInterrupted) = (answer.isComplete, answer.isInterrupted)
    (isAtRestOnly, scope) = (answer.isAtRestOnly, answer.scope)
    (states, transitions) = (exploration.states.sorted(), exploration.transitions.sorted())
    variants = exploration.variants.sorted()
    for tried in answer.commands {
      commands[tried.name] = Tried(happened: tried.count, refusal: tried.refusal)
    }
    endless = answer.endless
    self.cases = cases
    unchanging = answer.unchanging
    for tried in answer.actions { actions[tried.name] = tried.count }
    properties = zip(request.properties, answer.properties).map { property, verdict in
      Claim(
        name: property.name,
        text: property.text,
        verdict: verdict.verdict.rawValue,
        isDecidedByStates: !property.isUnbounded,
        needsState: property.needsState,
        way: verdict.script,
        vacuity: verdict.vacuity?.rawValue
      )
    }
    self.findings = findings
  }

  /// The verdicts and the coverage.
  var answer: ExplorationAnswer {
    var answer = ExplorationAnswer()
    answer.properties = properties.enumerated().map { index, claim in
      var verdict = PropertyVerdict(
        name: claim.name,
        property: claim.text,
        verdict: PropertyVerdict.Verdict(rawValue: claim.verdict) ?? .inconclusive
      )
      verdict.vacuity = claim.vacuity.flatMap(PropertyVerdict.Vacuity.init)
      switch verdict.verdict {
      case .inconclusive where isComplete && claim.needsState: break
      case .holdsUpTo, .inconclusive: (verdict.upTo, verdict.random) = (exhaustedDepth, randomSequences)
      case .fails: verdict.commands = findings.first { $0.property == index }?.commands
      case .reached: (verdict.commands, verdict.script) = (claim.way?.count, claim.way)
      case .holds: break
      }
      return verdict
    }
    (answer.isAtRestOnly, answer.isInterrupted) = (isAtRestOnly, isInterrupted)
    answer.scope = knownScope
    (answer.parts, answer.shards, answer.depth) = ([shard], shards, depth)
    (answer.sequences, answer.randomSequences) = (sequences, randomSequences)
    answer.replayed = replayed
    (answer.exhaustedDepth, answer.deepest, answer.isComplete) = (exhaustedDepth, deepest, isComplete)
    (answer.states, answer.transitions) = (states.count, transitions.count)
    answer.variants = max(variants?.count ?? 0, states.count)
    answer.commands = commands.sorted { $0.key < $1.key }.map {
      ExplorationAnswer.Tried(name: $0, count: $1.happened, refusal: $1.refusal)
    }
    answer.endless = endless
    answer.cases = cases.count
    answer.unchanging = unchanging ?? []
    answer.neverReached = cases.filter { actions[$0] == nil }
    answer.actions = cases.compactMap { name in actions[name].map { .init(name: name, count: $0) } }
    return answer
  }

  /// A script that was found.
  func answer(_ found: Found) -> CounterexampleAnswer {
    CounterexampleAnswer(
      fault: found.fault,
      property: found.property.map { properties[$0].text },
      commands: found.commands,
      loop: found.loop,
      shortening: nil,
      isMinimal: found.isMinimal ?? false,
      script: found.script
    )
  }
}
