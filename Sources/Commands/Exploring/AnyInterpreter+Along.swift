import Core

// Exploring from each command of a branch that violates a property.
extension AnyInterpreter {
  /// Finds from which command of this branch on the violation of a property was inevitable, and how likely it was after
  /// each.
  ///
  /// - Throws: An error if the property is no invariant, or is not violated on the branch.
  func exploreAlong(_ request: ExploreRequest, of source: StepSource, _ report: ExplorationReport) throws {
    guard request.properties.count == 1, case .always(let condition) = request.properties[0].claim else {
      throw CommandFailure(
        "\(optionName("--along")) applies to one property, of the form 'always EXPR'",
        hint: "give a condition that should always hold but is false here: 'explore --along always EXPR'"
      )
    }
    guard let violation = try firstViolation(of: condition, isAtRestOnly: request.choice.isAtRestOnly) else {
      throw condition.source.diagnostic(
        "the property is not violated on this branch",
        hint: "'explore --land always EXPR' goes to a violation"
      )
    }
    let samples = max(request.plan.sequences / 10, 1)
    likelihood = nil
    var stages: [LikelihoodAnswer.Stage] = []
    let ends = [0] + commandEnds
    let numbers = ends.prefix { $0 < violation }.map { session.line[$0] }
    var end: Int?
    try refusingLiveValues(request) {
      defer { console.showProgress(nil) }
      for number in numbers {
        let stage = try stage(at: number, samples: samples, condition) { properties in
          let exploration = try exploration(request, of: properties, at: number, source, report)
          exploration.didProgress = { [console] coverage in
            console.updateProgress {
              let text =
                "explored from \(stages.count) of \(counted(numbers.count, "moment")), "
                + "\(counted(coverage.sequences, "sequence")) from the next"
              return Progressed(done: stages.count, total: numbers.count, text: text)
            }
          }
          return exploration
        }
        guard let stage else {
          end = number
          break
        }
        stages.append(stage)
      }
    }
    let violated = session.line[ends.first { $0 >= violation } ?? violation]
    stages.append(.init(moment: session.summary(ofMoment: violated), outlook: .violated, violating: samples))
    let result = LikelihoodAnswer(
      property: request.properties[0].text,
      sequences: samples,
      depth: request.plan.depth,
      stages: stages,
      isInterrupted: end != nil,
      limits: ExploredScope(isChoice: request.choice.isPart, isSample: source.isSample).limits
    )
    answer(result)
    if let end { throw CommandFailure("interrupted at #\(end)") }
    likelihood = result
  }

  /// What can follow a moment that does not violate the condition.
  ///
  /// - Parameter exploration: Makes an exploration from there.
  /// - Returns: `nil` if interrupted.
  private func stage(
    at number: Int,
    samples: Int,
    _ condition: Expression,
    _ exploration: ([AnyProperty]) throws -> AnyExploration
  ) throws -> LikelihoodAnswer.Stage? {
    let summary = session.summary(ofMoment: number)
    let violation: AnyProperty.Condition = { try condition.isFalse(in: ExpressionContext($0)) }
    let search = try exploration([.eventually("the violation", violation)])
    search.endsAtGoals = true
    search.run()
    if let finding = search.findings.first(where: { $0.error != nil }) { throw finding.diagnostic }
    try checkForTrap(in: search, from: number)
    if search.coverage.isInterrupted { return nil }
    var outlook = LikelihoodAnswer.Outlook.avoidable
    var upTo: Int?
    var way: [String]?
    switch search.verdicts[0] {
    case .holds, .reached: return .init(moment: summary, outlook: .inevitable, violating: samples)
    case .fails(let finding): way = finding.steps.map(\.text)
    case .holdsUpTo(let steps, _), .inconclusive(let steps, _):
      outlook = .noWayOut
      upTo = steps
    }
    let sampling = try exploration([.sometimes("the violation", violation)])
    let violating = sampling.sample(samples)
    try checkForTrap(in: sampling, from: number)
    if outlook == .noWayOut, violating < samples { outlook = .undecided }
    return sampling.shouldStop()
      ? nil : .init(moment: summary, outlook: outlook, violating: violating, upTo: upTo, way: way)
  }

  /// Throws an error if the feature traps, because the rest is then unknown.
  private func checkForTrap(in exploration: AnyExploration, from number: Int) throws(CommandFailure) {
    guard let finding = exploration.findings.first(where: \.isTrap) else { return }
    throw CommandFailure(
      "\(finding.text([]))\(finding.place) from #\(number): \(finding.steps.map(\.text).joined(separator: "; "))"
    )
  }

  /// The positions on this branch of the last moment of each command, up to the current one.
  private var commandEnds: [Int] {
    let line = session.line
    return (0...line.currentIndex).dropFirst().filter { depth in
      depth == line.currentIndex
        || session.moments[line[depth]].turn != session.moments[line[depth + 1]].turn
    }
  }

  /// The position on this branch of the first moment at which a command or an instant ends and a condition is false.
  private func firstViolation(of condition: Expression, isAtRestOnly: Bool) throws -> Int? {
    let line = session.line
    return try (0...line.currentIndex).first { depth in
      let moment = session.moments[line[depth]]
      let next = depth < line.currentIndex ? session.moments[line[depth + 1]] : nil
      guard moment.isSettled(before: next), !isAtRestOnly || moment.isQuiescent else { return false }
      return try moment.withState { try condition.isFalse(in: ExpressionContext($0, at: moment)) }
    }
  }
}

extension Expression {
  /// Whether it has a value, which is false. Where a value that it needs is missing, the violation has yet to come.
  fileprivate func isFalse(in context: ExpressionContext) throws -> Bool {
    try Diagnostic.unlessMissing { () throws(Diagnostic) in try holds(in: context) } == false
  }
}
