/// A property of a ``Machine``.
enum MachineProperty: Hashable {
  /// A variable, or that of a child, has a value. A child that is not there has the value -1.
  struct Condition: Hashable {
    /// `nil` for whether something is in flight, which is 0 or 1.
    var variable: Int?
    var value: Int

    func holds(_ values: [Int], isQuiescent: Bool) -> Bool {
      guard let variable else { return value == (isQuiescent ? 0 : 1) }
      return values.indices.contains(variable) && values[variable] == value
    }

    func holds(at point: MachineModel.Point) -> Bool {
      holds(point.values, isQuiescent: point.isQuiescent)
    }
  }

  case never(MachineModel.Event)
  case alwaysNot(Condition)
  case sometimes(Condition, Condition)
  case after(MachineModel.Event, Condition)
  /// From each trigger to a goal, within tenths of a second if there is a limit.
  case leadsTo(from: Condition, to: Condition, within: Int?)
  /// From the start to a goal, before which a condition may have to be false.
  case eventually(Condition, within: Int?, never: Condition? = nil)

  /// What shows that a property is decided.
  enum Evidence: Hashable { case condition, action, late, deadEnd, loop, reached, unreachable }
}

extension MachineProperty {
  /// What has been seen of a property so far: all that its verdict on what follows depends on.
  struct Watch: Hashable {
    enum Progress: Hashable {
      case idle, met
      /// For so many tenths of a second, if there is a limit.
      case waiting(Int?)
    }

    fileprivate(set) var progress = Progress.idle

    /// Whether the goal must be reached at any time.
    var isWaiting: Bool { progress == .waiting(nil) }
  }

  /// What a point shows.
  struct Judgement {
    var evidence: Evidence?
    /// Whether a goal was reached.
    var isMet = false
    /// Whether the property has been put to the test.
    var isTested = false
  }

  /// The watch before the start.
  var watch: Watch {
    if case .eventually(_, let within, _) = self { Watch(progress: .waiting(within)) } else { Watch() }
  }

  /// Judges a point.
  ///
  /// - Parameters:
  ///   - isAtRestOnly: Whether conditions are judged only while nothing is in flight.
  ///   - next: The point after it.
  func judge(
    _ point: MachineModel.Point,
    before next: MachineModel.Point? = nil,
    _ watch: inout Watch,
    isAtRestOnly: Bool
  ) -> Judgement {
    let endsInstant = next?.passed != 0
    let isJudged = !isAtRestOnly || point.isQuiescent
    func shows(_ evidence: Evidence, if isShown: Bool) -> Judgement {
      Judgement(evidence: isShown ? evidence : nil)
    }
    switch self {
    case .never(let event): return shows(.action, if: point.events.contains(event))
    case .alwaysNot(let condition): return shows(.condition, if: isJudged && condition.holds(at: point))
    case .sometimes(let first, let second):
      return shows(.reached, if: isJudged && first.holds(at: point) && second.holds(at: point))
    case .after(let event, let condition):
      guard isJudged, point.events.contains(event) else { return Judgement() }
      return Judgement(evidence: condition.holds(at: point) ? nil : .condition, isTested: true)
    case .leadsTo(let trigger, let goal, let within):
      return respond(point, &watch, isJudged, endsInstant, trigger, goal, within, nil)
    case .eventually(let goal, let within, let never):
      return respond(point, &watch, isJudged, endsInstant, nil, goal, within, never)
    }
  }

  private func respond(
    _ point: MachineModel.Point,
    _ watch: inout Watch,
    _ isJudged: Bool,
    _ endsInstant: Bool,
    _ trigger: Condition?,
    _ goal: Condition,
    _ within: Int?,
    _ never: Condition?
  ) -> Judgement {
    if watch.progress == .met { return Judgement() }
    if case .waiting(let left?) = watch.progress {
      // The goal was not reached at the last instant.
      if left < point.passed { return Judgement(evidence: .late, isTested: true) }
      watch.progress = .waiting(left - point.passed)
    }
    func isLate() -> Bool { watch.progress == .waiting(0) && point.isSettled && endsInstant }
    guard isJudged else { return isLate() ? Judgement(evidence: .late, isTested: true) : Judgement() }
    let wasIdle = watch.progress == .idle
    if wasIdle, trigger?.holds(at: point) == false { return Judgement() }
    if goal.holds(at: point) {
      watch.progress = trigger == nil ? .met : .idle
      return Judgement(isMet: true, isTested: trigger != nil)
    }
    if wasIdle { watch.progress = .waiting(within) }
    if never?.holds(at: point) == true { return Judgement(evidence: .condition, isTested: true) }
    return Judgement(evidence: isLate() ? .late : nil, isTested: true)
  }
}
