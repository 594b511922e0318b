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
    plan: Exploration<State, Action>.Plan = .init(),
    isAtRestOnly: Bool = false,
    check: () throws -> Void = {},
    canonical: ((State) -> State)? = nil
  ) throws -> BranchVerdict {
    let judge = Judge(of: [property], isAtRestOnly: isAtRestOnly)
    var judging = Judging(monitors: judge.monitors(at: moments[start].now))
    // The last moments of the turns since the goal became pending.
    var waiting: [Int] = []
    let line = Array(line.prefix(line.currentIndex + 1).drop { $0 != start })
    for (place, number) in line.enumerated() {
      try check()
      let record = core.timeline.moments[number]
      if place > 0 { judge.judgeAction(of: record, except: PropertySet(), &judging) }
      let next = place + 1 < line.count ? core.timeline.moments[line[place + 1]] : nil
      let endsTurn = next.map { $0.turn != record.turn } ?? true
      let endsInstant = next?.now != record.now
      if judging.judgement.hits.isEmpty, endsTurn || endsInstant {
        let moment = SettledMoment(record, in: self)
        record.whileViewed {
          judge.judgeConditions(at: moment, endsInstant: endsInstant, except: PropertySet(), &judging)
        }
        if judging.monitors.first?.isWaitingWithoutLimit != true {
          waiting = []
        } else if endsTurn {
          waiting.append(number)
        }
      }
      guard let hit = judging.judgement.hits.first else { continue }
      if let error = hit.error { throw error }
      if hit.evidence == .reached { return .holds(isVacuous: false) }
      return try answered(.fails(hit.evidence, moment: number, loopLength: 0), on: property, judging)
    }
    let digests = MomentDigests(in: self, plan, canonical: canonical)
    return try answered(verdict(on: property, after: judging, waiting, digests), on: property, judging)
  }

  /// - Throws: Why a condition had no answer at any moment, unless the property is violated even so.
  private func answered(
    _ verdict: BranchVerdict,
    on property: Property<State, Action>,
    _ judging: Judging
  ) throws -> BranchVerdict {
    let holds = if case .holds = verdict { true } else { false }
    if holds || !property.needsNoAnswer,
      let (_, error) = judging.judgement.answers.firstUnanswered({ _ in true })
    {
      throw error
    }
    return verdict
  }

  private func verdict(
    on property: Property<State, Action>,
    after judging: Judging,
    _ waiting: [Int],
    _ digests: MomentDigests<State, Action>
  ) -> BranchVerdict {
    let current = core.timeline.current
    let isUntested = judging.judgement.premises.isEmpty
    switch property.claim {
    case .sometimes: return .fails(.unreachable, moment: current.number, loopLength: 0)
    case .response where judging.monitors.first?.isWaitingWithoutLimit == true:
      if !digests.plan.comparesTimes, current.isDeadEnd {
        return .fails(.deadEnd, moment: current.number, loopLength: 0)
      }
      let length = loopLength(since: waiting, digests)
      return length.map { .fails(.loop, moment: current.number, loopLength: $0) } ?? .open(until: nil)
    case .response:
      if let deadline = judging.monitors.first?.deadline { return .open(until: deadline) }
      return .holds(isVacuous: isUntested && property.mayBeVacuous)
    case .after: return .holds(isVacuous: isUntested)
    case .always, .never: return .holds(isVacuous: false)
    }
  }

  /// How many of the last turns lead from a moment to one that differs only in its time.
  ///
  /// - Parameter ends: The last moments of the turns to compare, up to the current one.
  private func loopLength(since ends: [Int], _ digests: MomentDigests<State, Action>) -> Int? {
    let current = core.timeline.current
    let earlier = ends.dropLast().map { core.timeline.moments[$0] }.filter { $0.now < current.now }
    guard !earlier.isEmpty else { return nil }
    func digest(_ record: MomentRecord) -> UInt64 { record.whileViewed { digests(of: record).state } }
    let expected = digest(current)
    return earlier.lastIndex { digest($0) == expected }.map { ends.count - 1 - $0 }
  }
}
