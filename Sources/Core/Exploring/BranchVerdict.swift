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
    var judge = BranchJudge(property, at: moments[start].now, isAtRestOnly: isAtRestOnly)
    let line = Array(line.prefix(line.currentIndex + 1).drop { $0 != start })
    for (place, number) in line.enumerated() {
      try check()
      let record = core.timeline.moments[number]
      if place > 0, let action = record.action?.unboxed(as: Action.self), judge.sees(action) {
        return .fails(.action, moment: number, loopLength: 0)
      }
      let next = place + 1 < line.count ? core.timeline.moments[line[place + 1]] : nil
      let endsTurn = next.map { $0.turn != record.turn } ?? true
      let endsInstant = next?.now != record.now
      guard endsTurn || endsInstant else { continue }
      let moment = SettledMoment(record, in: self)
      let evidence = try record.whileViewed { try judge.judge(moment, endsTurn, endsInstant) }
      guard let evidence else { continue }
      if evidence == .reached { return .holds(isVacuous: false) }
      return try answered(.fails(evidence, moment: number, loopLength: 0), judge)
    }
    return try answered(verdict(after: judge, MomentDigests(in: self, plan, canonical: canonical)), judge)
  }

  /// - Throws: Why a condition had no answer at any moment, unless the property is violated even so.
  private func answered(_ verdict: BranchVerdict, _ judge: BranchJudge<State, Action>) throws -> BranchVerdict
  {
    let holds = if case .holds = verdict { true } else { false }
    if holds || !judge.property.needsNoAnswer, let (_, error) = judge.answers.firstUnanswered({ _ in true }) {
      throw error
    }
    return verdict
  }

  private func verdict(
    after judge: BranchJudge<State, Action>,
    _ digests: MomentDigests<State, Action>
  ) -> BranchVerdict {
    let current = core.timeline.current
    switch judge.property.claim {
    case .sometimes: return .fails(.unreachable, moment: current.number, loopLength: 0)
    case .response where judge.monitor.isWaitingWithoutLimit:
      if !digests.plan.comparesTimes, current.isAtRest, current.nextDeadline == nil {
        return .fails(.deadEnd, moment: current.number, loopLength: 0)
      }
      let length = loopLength(since: judge.waiting, digests)
      return length.map { .fails(.loop, moment: current.number, loopLength: $0) } ?? .open(until: nil)
    case .response:
      if let deadline = judge.monitor.deadline { return .open(until: deadline) }
      return .holds(isVacuous: !judge.isTested && judge.property.mayBeVacuous)
    case .after: return .holds(isVacuous: !judge.isTested)
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

/// Judges a property at the moments of a branch, in their order.
private struct BranchJudge<State, Action> {
  let property: Property<State, Action>
  private let isAtRestOnly: Bool
  /// The progress of a response.
  private(set) var monitor = Monitor.decided
  private(set) var answers = ConditionAnswers()
  /// Whether its premise was reached.
  private(set) var isTested = false
  /// The last moments of the turns since the goal became pending.
  private(set) var waiting: [Int] = []
  /// Whether an action of `after` has occurred since the last settled moment.
  private var hasOccurred = false

  init(_ property: Property<State, Action>, at start: Duration, isAtRestOnly: Bool) {
    self.property = property
    self.isAtRestOnly = isAtRestOnly
    if case .response(let response) = property.claim { monitor = response.monitor(at: start) }
  }

  /// Notes an action.
  ///
  /// - Returns: Whether it violates the property.
  mutating func sees(_ action: Action) -> Bool {
    switch property.claim {
    case .never(let matches): return matches(action)
    case .after(let matches, _): hasOccurred = hasOccurred || matches(action)
    case .always, .sometimes, .response: break
    }
    return false
  }

  /// Judges the next settled moment.
  ///
  /// - Returns: The evidence, if the moment decides the property.
  mutating func judge(
    _ moment: SettledMoment<State, Action>,
    _ endsTurn: Bool,
    _ endsInstant: Bool
  ) throws -> ExplorationFault.Evidence? {
    let isJudged = !isAtRestOnly || moment.isQuiescent
    switch property.claim {
    case .always(let condition):
      return try isJudged && !answers.ask(condition, of: 0, at: moment) ? .condition : nil
    case .sometimes(let condition):
      return try isJudged && answers.ask(condition, of: 0, at: moment) ? .reached : nil
    case .after(_, let condition):
      defer { hasOccurred = false }
      guard isJudged, hasOccurred else { return nil }
      isTested = true
      return try answers.ask(condition, of: 0, at: moment) ? nil : .condition
    case .never: return nil
    case .response(let response):
      let judgement = try response.advance(&monitor, to: moment, isAtRestOnly: isAtRestOnly) {
        try answers.ask($0, of: 0, isGoal: $1, at: $2)
      }
      switch judgement {
      // What followed at the deadline can still reach the goal.
      case .late(moment.now) where !endsInstant: isTested = true
      case .late: return .late
      case .tooEarly: return .condition
      case .pending: isTested = true
      case .met: isTested = isTested || response.trigger != nil
      case .nothing: break
      }
      if !monitor.isWaitingWithoutLimit {
        waiting = []
      } else if endsTurn {
        waiting.append(moment.moment.number)
      }
      return nil
    }
  }
}
