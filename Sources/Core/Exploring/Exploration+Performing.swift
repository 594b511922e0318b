extension Exploration {
  typealias Standing = ExplorationStanding

  /// The outcome of a step.
  enum Outcome {
    /// It had no effect.
    case nothing
    /// It was impossible.
    case refused(any Error)
    /// It was stopped, so its outcome is unknown.
    case endless
    /// It was performed, with what this shows about the properties.
    case done(Judgement)
    case fault(Fault)
  }

  /// Performs a step in the current state and determines its outcome.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - standing: What is known about the state before it; afterwards, about the state after it, if it was performed.
  func perform(_ step: Step, _ standing: inout Standing) -> Outcome {
    let first = probe.session.timeline.moments.count
    let start = probe.session.timeline.current.now
    let turns = probe.session.timeline.turns.count
    let result = probe.perform(step)
    let hasHappened = probe.session.timeline.moments.count > first
    var isStopped = false
    switch result {
    case .done: coverage.note(step.group, hasHappened: hasHappened)
    case .stopped:
      coverage.note(step.group, hasHappened: hasHappened)
      isStopped = true
    case .refused(let error): coverage.note(step.group, refusedWith: error)
    case .diverged: return .fault(.divergence)
    }
    if isStopped
      || probe.session.timeline.turns[turns...].contains(where: { $0.inputs.contains(where: \.isCutShort) })
    {
      return outcome(ofEndless: step, first: first)
    }
    if case .refused(let error) = result { return .refused(error) }
    guard hasHappened else { return .nothing }
    didPerform(step, probe.session, first)
    if properties.isEmpty, let issue = probe.session.timeline.moments[first...].lazy.flatMap(\.issues).first {
      return .fault(.issue(issue))
    }
    note(step, at: standing.digest)
    standing.flight.update(from: probe.session.timeline)
    (standing.digest, standing.variant) = digests(of: standing.flight)
    if !monitored.isEmpty { stateDigests.insert(standing.digest) }
    return .done(judge(step, from: first, start, &standing))
  }

  /// Counts a step that had an effect in a state.
  private func note(_ step: Step, at state: UInt64) {
    var digest = Digest()
    digest.add(state)
    digest.add(step.text)
    if transitions.insert(digest.value).inserted { coverage.transitions += 1 }
  }

  /// An endless timer is legitimate; an endless sequence at a single instant is a fault.
  private func outcome(ofEndless step: Step, first: Int) -> Outcome {
    coverage.endlessSteps.insert(step.group)
    let moments = probe.session.timeline.moments
    let isOneInstant = moments[moments.count - 1].now == moments[(first + moments.count) / 2].now
    guard isOneInstant else { return .endless }
    // What would follow is unknown.
    hasUnknownStates = true
    return properties.isEmpty ? .fault(.endless) : .endless
  }
}
