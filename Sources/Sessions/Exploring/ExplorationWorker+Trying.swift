extension ExplorationWorker {
  /// Performs a step in the current state and determines its outcome.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - standing: What is known about the state before it.
  ///   - isTrial: Whether only the outcome matters, and neither what is covered nor which state is reached.
  func attempt(_ step: StepRecord, from standing: ExplorationStanding, isTrial: Bool = false)
    -> ExplorationAttempt
  {
    let attempt = ExplorationAttempt(step, at: standing)
    let first = core.timeline.moments.count
    let start = core.timeline.current.now
    let turns = core.timeline.turns.count
    let result = copy.perform(step)
    let moments = core.timeline.moments
    attempt.hasHappened = moments.count > first
    switch result {
    case .diverged: attempt.outcome = .fault(.divergence)
    case .trapped(let trap): attempt.outcome = .fault(.trap(trap))
    case let result where isStopped(result, since: turns):
      let isTimer = moments[moments.count - 1].now != moments[(first + moments.count) / 2 - 1].now
      attempt.stop = isTimer ? .timer : .instant
      attempt.outcome = judge.searchesMisuse && !isTimer ? .fault(.endless) : .endless
    case .refused(let error): attempt.outcome = .refused(error)
    case .done where attempt.hasHappened:
      if !isTrial {
        attempt.kinds = kinds(from: first, &attempt.changing)
        (attempt.standing.digest, attempt.standing.variant) = digests
      }
      if judge.searchesMisuse, let issue = moments[first...].lazy.flatMap(\.issues).first {
        attempt.outcome = .fault(.issue(issue))
      } else {
        attempt.outcome = .done(judge(step, from: first, start, &attempt.standing))
      }
      attempt.now = core.now
      attempt.isQuiescent = core.timeline.current.isQuiescent
      if exploration.feature.didReach != nil { attempt.state = core.timeline.current.state }
    case .done, .stopped: break
    }
    return attempt
  }

  /// Tries steps from the root, one after the other, until one of them cannot be completed.
  ///
  /// - Returns: `nil` if the root was not reproduced.
  func follow(_ steps: [StepRecord]) -> [ExplorationAttempt]? {
    guard copy.go(to: exploration.root) else { return nil }
    var (standing, attempts) = (exploration.root.standing, [ExplorationAttempt]())
    for step in steps where !exploration.shouldStop() {
      let attempt = attempt(step, from: standing)
      attempts.append(attempt)
      standing = attempt.standing
      switch attempt.outcome {
      case .nothing, .refused, .done: continue
      case .endless, .fault: return attempts
      }
    }
    return attempts
  }

  private func isStopped(_ result: SessionCopy.Result, since turns: Int) -> Bool {
    if case .stopped = result { return true }
    return core.timeline.turns[turns...].contains(where: \.isCutShort)
  }

  /// The kinds of the actions from a moment on.
  ///
  /// - Parameter changing: Receives those that changed the state and were not known to do so.
  private func kinds(from first: Int, _ changing: inout [String]) -> [String] {
    let moments = core.timeline.moments
    var kinds: [String] = []
    for number in first..<moments.count {
      guard let kind = moments[number].action.map(kind) else { continue }
      kinds.append(kind)
      guard !changingActions.contains(kind),
        !moments[number].state.isEqual(to: moments[number - 1].state)
      else { continue }
      changing.append(kind)
    }
    return kinds
  }

  private func kind(of action: ErasedAction) -> String {
    var (cases, isKnown) = (Digest(), false)
    action.withContents { isKnown = cases.add(casesOf: actionShape, at: $0) }
    if isKnown, let kind = actionKinds[cases.value] { return kind }
    let kind = exploration.feature.actionKind(action)
    if isKnown { actionKinds[cases.value] = kind }
    return kind
  }
}

/// The result of trying a step.
///
/// A class, because it passes through several lists, and its parts would be copied each time.
final class ExplorationAttempt {
  let step: StepRecord
  /// The digest of the state before it.
  let before: UInt64
  var outcome = StepOutcome.nothing
  /// Whether it made a moment.
  var hasHappened = false
  /// How it was stopped, if it was.
  var stop: StepStop?
  /// What is known about the state after it, or before it if it was not performed.
  var standing: ExplorationStanding
  /// The virtual time after it.
  var now = Duration.zero
  /// Whether nothing is in flight after it.
  var isQuiescent = false
  /// The kinds of the actions that it caused.
  var kinds: [String] = []
  /// Those of these kinds that changed the state and were not known to do so.
  var changing: [String] = []
  /// The place after it, if it was not known.
  var place: ExplorationPlace?
  /// The state after it, if ``Exploration/didReach`` is set.
  var state: ErasedBox?

  fileprivate init(_ step: StepRecord, at standing: ExplorationStanding) {
    self.step = step
    self.standing = standing
    before = standing.digest
  }
}

/// The outcome of a step.
enum StepOutcome {
  /// It had no effect.
  case nothing
  /// It was impossible.
  case refused(any Error)
  /// It was stopped, so its outcome is unknown.
  case endless
  /// It was performed, with what this shows about the properties.
  case done(Judging)
  case fault(ExplorationFault)
}

/// Where a step was stopped.
enum StepStop {
  /// In an endless timer, which is legitimate.
  case timer
  /// In an endless sequence at a single instant.
  case instant
}

extension Digest {
  /// Adds the case of an enum's value, those of the values in it, and the properties that bindings in it change.
  ///
  /// - Returns: Whether all of them can be read.
  fileprivate mutating func add(casesOf shape: Shape, at address: UnsafeRawPointer) -> Bool {
    if shape.has(.propertyChange), let change = shape.value(at: address) as? any PropertyChange {
      add(change.property.hashValue)
      return true
    }
    // An existential, such as an `any Error`, can hold an enum.
    guard let choice = shape.choice else { return shape.typeKind != .existential }
    guard choice.isReadable, shape.kind == .choice else { return false }
    let element = choice.current(at: address)
    add(element.tag)
    if element.parameters.isEmpty { return true }
    return choice.readPayload(of: element, at: address) { payload in
      element.parameters.allSatisfy { part in part.read(in: payload) { add(casesOf: part.shape, at: $0) } }
    }
  }
}
