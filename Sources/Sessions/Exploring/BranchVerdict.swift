/// What the moments of a branch show about a ``Property``. An ``Exploration`` tries everything that can follow, instead.
public enum BranchVerdict: Hashable, Sendable {
  /// The property has held so far; vacuously if nothing has tested it.
  case holds(isVacuous: Bool)
  /// The property is violated at a moment. If a loop violates it, the last `loopLength` commands can be repeated forever.
  case fails(ExplorationFault.Evidence, moment: Int, loopLength: Int)
  /// The goal may still be reached, until a virtual time if there is a limit.
  case open(until: Duration?)
}

extension Session {
  /// Judges a property at the settled moments of this branch: after each turn, and at each time within one.
  ///
  /// - Parameters:
  ///   - property: The property. ``Property/sometimes(_:_:)`` fails if its condition has not been reached.
  ///   - start: The number of the moment to begin with. It is on this branch, and not after the current moment.
  ///   - plan: Which differences between moments count when loops are searched for.
  ///   - isAtRestOnly: Whether conditions are judged only when nothing is in flight.
  ///   - check: Called before each moment is judged; an error that it throws ends this.
  ///   - canonical: Brings states into the form in which loops compare them, as ``Exploration/canonical`` does.
  /// - Throws: The error of a condition, or of `check`.
  /// - Complexity: O(*n*) evaluations in the number of moments.
  public func verdict(
    on property: Property<State, Action>,
    since start: Int = 0,
    plan: ExplorationPlan = .init(),
    isAtRestOnly: Bool = false,
    check: () throws -> Void = {},
    canonical: ((State) -> State)? = nil
  ) throws -> BranchVerdict {
    let digests = MomentDigests(in: core, plan, canonical: canonical.map(erased))
    let judge = Judge(of: [property.claim], isAtRestOnly: isAtRestOnly)
    return try core.verdict(of: judge, since: start, digests, check: check)
  }
}

/// A function of values in boxes.
func erased<Value, Result>(_ body: @escaping (Value) -> Result) -> (ErasedBox) -> Result {
  { body($0.unboxed(as: Value.self)) }
}

extension SessionCore {
  /// Judges the only property of a judge on the line up to the current moment.
  fileprivate func verdict(
    of judge: Judge,
    since start: Int,
    _ digests: MomentDigests,
    check: () throws -> Void
  ) throws -> BranchVerdict {
    var judging = Judging(monitors: judge.monitors(at: timeline.moments[start].now))
    // The last moments of the turns since the goal became pending.
    var waiting: [Int] = []
    var verdict: BranchVerdict?
    let line = Array(timeline.lineParts.joined().prefix(timeline.depth + 1).drop { $0 != start })
    for (place, number) in line.enumerated() {
      try check()
      let record = timeline.moments[number]
      if place > 0 { judge.judgeAction(of: record, &judging) }
      let next = place + 1 < line.count ? timeline.moments[line[place + 1]] : nil
      if judging.hits.isEmpty, record.isSettled(before: next) {
        let moment = AnySettledMoment(record, in: self)
        record.whileViewed { judge.judgeConditions(at: moment, before: next, &judging) }
        if judging.monitors.first?.isWaitingWithoutLimit != true {
          waiting = []
        } else if next?.turn != record.turn {
          waiting.append(number)
        }
      }
      if next == nil { judge.judgeEnd(at: record, digests.plan, &judging) }
      guard let hit = judging.hits.first else { continue }
      if let error = hit.error { throw error }
      verdict =
        hit.evidence == .reached
        ? .holds(isVacuous: false) : .fails(hit.evidence, moment: number, loopLength: 0)
      break
    }
    let answer = verdict ?? self.verdict(on: judge.claims[0], after: judging, waiting, digests)
    let holds = if case .holds = answer { true } else { false }
    if holds || !judge.claims[0].needsNoAnswer,
      let (_, error) = judging.answers.firstUnanswered({ _ in true })
    {
      // A condition had no answer at any moment, and the property is not violated even so.
      throw error
    }
    return answer
  }

  /// The verdict if nothing has decided the property.
  private func verdict(
    on claim: Claim,
    after judging: Judging,
    _ waiting: [Int],
    _ digests: MomentDigests
  ) -> BranchVerdict {
    let moment = timeline.current.number
    switch (claim, judging.monitors.first) {
    case (.sometimes, _): return .fails(.unreachable, moment: moment, loopLength: 0)
    case (_, .waiting(nil)):
      let length = loopLength(since: waiting, digests)
      return length.map { .fails(.loop, moment: moment, loopLength: $0) } ?? .open(until: nil)
    case (_, .waiting(let deadline)): return .open(until: deadline)
    default: return .holds(isVacuous: claim.mayBeVacuous && judging.premises.isEmpty)
    }
  }

  /// How many of the last turns lead from a moment to one that differs only in its time.
  ///
  /// - Parameter ends: The last moments of the turns to compare, up to the current one.
  private func loopLength(since ends: [Int], _ digests: MomentDigests) -> Int? {
    let current = timeline.current
    let earlier = ends.dropLast().map { timeline.moments[$0] }.filter { $0.now < current.now }
    guard !earlier.isEmpty else { return nil }
    func digest(_ record: MomentRecord) -> UInt64 { record.whileViewed { digests(of: record).state } }
    let expected = digest(current)
    return earlier.lastIndex { digest($0) == expected }.map { ends.count - 1 - $0 }
  }
}
