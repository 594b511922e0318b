/// What a step shows about a property.
struct PropertyHit {
  let property: Int
  let evidence: ExplorationFault.Evidence
  /// For a clock move, how much of it suffices; `nil` for all of it.
  let rest: Duration?
  /// The error that a condition threw.
  let error: (any Error)?

  var fault: ExplorationFault { .property(property, evidence) }
}

/// Judges properties, given the actions and the settled moments in order.
struct Judge {
  let claims: [Claim]
  let isAtRestOnly: Bool
  /// The positions of the properties of each kind.
  private var actionProperties = PropertySet(), conditionProperties = PropertySet()
  /// The positions of those that have a monitor, in the order of the monitors.
  var monitored = PropertySet()
  let hasUnbounded: Bool

  /// - Parameters:
  ///   - claims: What the properties claim.
  ///   - isAtRestOnly: Whether conditions are judged only when nothing is in flight.
  init(of claims: [Claim], isAtRestOnly: Bool) {
    self.claims = claims
    self.isAtRestOnly = isAtRestOnly
    hasUnbounded = claims.contains(where: \.isUnbounded)
    for (index, claim) in claims.enumerated() {
      switch claim {
      case .never: actionProperties.insert(index)
      case .always, .sometimes: conditionProperties.insert(index)
      case .after:
        actionProperties.insert(index)
        conditionProperties.insert(index)
      case .response: monitored.insert(index)
      }
    }
  }

  /// Whether misuse is searched for, because there are no properties.
  var searchesMisuse: Bool { claims.isEmpty }

  /// The monitors before anything has been judged.
  func monitors(at start: Duration) -> [Monitor] {
    monitored.map { property in
      guard case .response(let response) = claims[property] else { return .decided }
      return response.monitor(at: start)
    }
  }

  /// Judges the action of a moment.
  ///
  /// - Parameters:
  ///   - decided: The properties that are no longer judged.
  ///   - judging: What has been seen so far.
  func judgeAction(
    of record: MomentRecord,
    except decided: PropertySet = PropertySet(),
    _ judging: inout Judging
  ) {
    guard !actionProperties.isEmpty, let action = record.action else { return }
    for property in actionProperties where !decided.contains(property) {
      switch claims[property] {
      case .never(let matches) where matches(action): judging.note(property, .action, at: record.now)
      case .after(let matches, _) where matches(action): judging.occurred.insert(property)
      default: break
      }
    }
  }

  /// Judges the conditions at a settled moment.
  ///
  /// - Parameter next: The moment after it.
  func judgeConditions(
    at moment: AnySettledMoment,
    before next: MomentRecord?,
    except decided: PropertySet = PropertySet(),
    _ judging: inout Judging
  ) {
    let isJudged = !isAtRestOnly || moment.isQuiescent
    for property in conditionProperties where isJudged && !decided.contains(property) {
      func judge(_ condition: Claim.Condition, isGoal: Bool = false) throws {
        let holds = try judging.answers.ask(condition, of: property, at: moment)
        if holds == isGoal { judging.note(property, isGoal ? .reached : .condition, at: moment.now) }
      }
      do {
        switch claims[property] {
        case .always(let condition): try judge(condition)
        case .sometimes(let condition): try judge(condition, isGoal: true)
        case .after(_, let condition) where judging.occurred.contains(property):
          judging.premises.insert(property)
          try judge(condition)
        case .after, .never, .response: break
        }
      } catch {
        judging.note(property, .error("\(error)"), at: moment.now, error)
      }
    }
    judging.occurred = PropertySet()
    for (monitor, property) in monitored.enumerated() where !decided.contains(property) {
      guard case .response(let response) = claims[property] else { continue }
      do {
        let judgement = try response.advance(
          &judging.monitors[monitor],
          to: moment,
          isAtRestOnly: isAtRestOnly,
          asking: &judging.answers,
          of: property
        )
        switch judgement {
        case .nothing: continue
        case .pending:
          judging.premises.insert(property)
          continue
        case .met:
          judging.met.insert(monitor)
          if response.trigger != nil { judging.premises.insert(property) }
          continue
        // Later moments at the deadline can still reach the goal.
        case .late(moment.now) where next?.now == moment.now:
          judging.premises.insert(property)
          continue
        case .late(let deadline): judging.note(property, .late, at: deadline)
        case .tooEarly: judging.note(property, .condition, at: moment.now)
        }
      } catch {
        judging.note(property, .error("\(error)"), at: moment.now, error)
      }
      judging.monitors[monitor] = .decided
    }
  }
}

extension Judge {
  /// Finds the properties whose goal is never reached if nothing is done after a moment.
  func judgeEnd(
    at moment: MomentRecord,
    _ plan: ExplorationPlan,
    except decided: PropertySet = PropertySet(),
    _ judging: inout Judging
  ) {
    guard hasUnbounded, moment.isDeadEnd else { return }
    for (monitor, property) in monitored.enumerated() where !decided.contains(property) {
      // If a property may depend on the time, the passing of time alone may reach its goal.
      guard case .response(let response) = claims[property], response.isTimeless || !plan.comparesTimes,
        judging.monitors[monitor].isWaitingWithoutLimit
      else { continue }
      judging.note(property, .deadEnd, at: moment.now)
    }
  }
}

extension ExplorationWorker {
  /// Judges the moments of a step.
  ///
  /// - Parameters:
  ///   - step: The step; `nil` for the start.
  ///   - first: The number of its first moment.
  ///   - start: The virtual time before it.
  ///   - standing: What is known about the state.
  func judge(
    _ step: StepRecord?,
    from first: Int,
    _ start: Duration,
    _ standing: inout ExplorationStanding
  ) -> Judging {
    let decided = exploration.outcome.decided
    guard decided.count < judge.claims.count else { return Judging(monitors: standing.monitors) }
    let moments = core.timeline.moments
    // A step that travels leaves moments that are not part of the sequence.
    let last = core.timeline.current.number
    let move = step?.move.map { _ in start..<moments[last].now }
    var judging = Judging(move: move, monitors: standing.monitors)
    for number in (last == moments.count - 1 ? first : last)...last {
      let record = moments[number]
      judge.judgeAction(of: record, except: decided, &judging)
      let next = number == last ? nil : moments[number + 1]
      guard record.isSettled(before: next) else { continue }
      func settle() {
        judge.judgeConditions(at: SettledMoment(record, in: core), before: next, except: decided, &judging)
      }
      // The shared values are those of the last moment.
      if next == nil { settle() } else { record.whileViewed(settle) }
    }
    judge.judgeEnd(at: core.timeline.current, plan, except: decided, &judging)
    standing.monitors = judging.monitors
    return judging
  }
}

extension MomentRecord {
  /// Whether conditions are judged at it: it is the last of its turn, or of its instant.
  ///
  /// - Parameter next: The moment after it on a path.
  func isSettled(before next: MomentRecord?) -> Bool { next?.now != now || next?.turn != turn }
}

extension Moment {
  /// Whether properties are judged at it: it is the last of its turn, or of its instant.
  ///
  /// - Parameter next: The moment after it on a path.
  package func isSettled(before next: Self?) -> Bool { record.isSettled(before: next?.record) }
}

/// What has been seen of properties.
struct Judging {
  /// The start and the end of a clock move.
  var move: Range<Duration>?
  var monitors: [Monitor]
  var hits: [PropertyHit] = []
  /// The monitors whose goal was reached.
  var met = PropertySet()
  /// The properties that are not vacuous.
  var premises = PropertySet()
  var answers = ConditionAnswers()
  /// The properties whose action has occurred since the last settled moment.
  var occurred = PropertySet()

  mutating func note(
    _ property: Int,
    _ evidence: ExplorationFault.Evidence,
    at time: Duration,
    _ error: (any Error)? = nil
  ) {
    guard !hits.contains(where: { $0.property == property }) else { return }
    let rest = move.flatMap { $0.lowerBound < time && time < $0.upperBound ? time - $0.lowerBound : nil }
    hits.append(PropertyHit(property: property, evidence: evidence, rest: rest, error: error))
  }
}
