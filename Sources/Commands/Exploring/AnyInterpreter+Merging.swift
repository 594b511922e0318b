import Core

// Parts of an exploration as files.
extension AnyInterpreter {
  /// Merges the parts in some files, and reports the whole.
  ///
  /// - Throws: What was found, or an error if a part is missing or does not belong to the others.
  func merge(_ files: [Located<String>]) throws {
    let parts = try files.map { file in try using(file) { try ExplorationPart.read(file) } }
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
  // Inlining it makes the optimizer of Swift 6.3.1 fail.
  @inline(never)
  fileprivate init(_ script: ExplorationScript) {
    let answer = script.answer
    self.init(
      property: script.finding.property,
      fault: answer.fault,
      message: answer.fault + script.finding.place,
      commands: answer.commands,
      loop: answer.loop,
      isMinimal: answer.isMinimal,
      script: answer.script
    )
  }
}

extension ExplorationPart {
  /// What an exploration has found, without the digests.
  init(
    _ exploration: AnyExploration,
    _ request: ExploreRequest,
    _ scripts: [ExplorationScript],
    cases: [String]
  ) {
    let coverage = exploration.coverage
    shard = request.plan.shard + 1
    shards = request.plan.shards
    depth = request.plan.depth
    sequences = coverage.sequences
    randomSequences = coverage.randomSequences
    replayed = coverage.firstSequences
    exhaustedDepth = coverage.exhaustedDepth
    deepest = coverage.deepest
    exhaustedLength = exploration.breadthFirst.finalLength
    isComplete = coverage.isComplete
    isInterrupted = coverage.isInterrupted
    isAtRestOnly = request.isAtRestOnly
    scope = request.scope
    commands = coverage.groups.mapValues { Tried(happened: $0.happened, refusal: $0.refusal) }
    endless = coverage.endlessSteps.sorted()
    self.cases = cases
    actions = coverage.actions
    unchanging =
      coverage.groups.filter { $1.happened > 0 && !$1.changesState }.keys.sorted()
      + cases.filter { actions[$0] != nil && !coverage.changingActions.contains($0) }
    properties = request.properties.indices.map { index in
      let property = request.properties[index]
      let verdict = exploration.verdicts[index]
      var claim = Claim(
        name: property.name,
        text: property.text,
        verdict: verdict.kind,
        isDecidedByStates: !property.isUnbounded,
        needsState: property.needsState
      )
      if case .reached(let finding) = verdict { claim.way = finding.steps.map(\.text) }
      if exploration.vacuousProperties.contains(index) { claim.vacuity = property.vacuity }
      return claim
    }
    findings = scripts.map(Found.init)
  }

  /// The verdicts and the coverage.
  var answer: ExplorationAnswer {
    let verdicts = properties.enumerated().map { index, claim in
      var verdict = PropertyVerdict(
        name: claim.name,
        property: claim.text,
        verdict: claim.verdict,
        vacuity: claim.vacuity
      )
      switch verdict.verdict {
      case .holdsUpTo, .inconclusive:
        verdict.upTo = isComplete && claim.needsState ? nil : exhaustedDepth
        verdict.random = randomSequences
      case .fails: verdict.commands = findings.first { $0.property == index }?.commands
      case .reached:
        verdict.commands = claim.way?.count
        verdict.script = claim.way
      case .holds: break
      }
      return verdict
    }
    var answer = ExplorationAnswer(
      properties: verdicts,
      isAtRestOnly: isAtRestOnly,
      isInterrupted: isInterrupted,
      parts: [shard],
      shards: shards,
      depth: depth,
      sequences: sequences,
      randomSequences: randomSequences,
      replayed: replayed,
      exhaustedDepth: exhaustedDepth,
      deepest: deepest,
      isComplete: isComplete,
      scope: knownScope,
      endless: endless,
      cases: cases.count
    )
    answer.states = states.count
    answer.transitions = transitions.count
    answer.variants = max(variants?.count ?? 0, states.count)
    answer.commands = commands.sorted { $0.key < $1.key }.map {
      ExplorationAnswer.Tried(name: $0, count: $1.happened, refusal: $1.refusal)
    }
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

extension ExplorationBase.Verdict {
  fileprivate var kind: PropertyVerdict.Verdict {
    switch self {
    case .holds: .holds
    case .holdsUpTo: .holdsUpTo
    case .fails: .fails
    case .reached: .reached
    case .inconclusive: .inconclusive
    }
  }
}
