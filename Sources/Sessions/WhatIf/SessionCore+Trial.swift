extension SessionCore {
  /// Begins a branch, performs an operation on it, and repeats turns after that.
  ///
  /// - Parameters:
  ///   - turns: The turns to repeat.
  ///   - fork: The depth on the line after which the branch begins.
  ///   - amended: The turn that the turns made by `first` replace.
  ///   - label: The text of the command.
  ///   - first: The operation to perform before the turns.
  /// - Throws: What `first` throws, ``SessionError/diverged(_:)``, or ``SessionError/interrupted``. The session's
  ///   position is then unchanged.
  func tryOut(
    _ turns: [LineTurn],
    after fork: Int,
    amending amended: LineTurn? = nil,
    label: String?,
    first: () throws -> Void = {}
  ) throws -> WhatIf {
    precondition(!isPerforming, "A session takes one turn at a time.")
    guard !isTryingOut else { throw SessionError.noAmendment }
    try policy.willChange()
    let old = Trial(
      position: timeline.position,
      movements: movements,
      current: timeline.current.number,
      line: timeline.lineParts.flatMap(\.self),
      replacement: amended.map { Replacement(turn: $0.turn.number, isPart: false, limits: []) }
    )
    let firstTurn = timeline.turns.count
    timeline.move(toDepth: fork)
    timeline.endLine()
    shared.restore(timeline.current.shared)
    wasStopped = false
    trial = old
    defer { trial = nil }
    do {
      do { try first() } catch { if !wasStopped { throw error } }
      if wasStopped { throw SessionError.interrupted }
      for turn in turns { try repeatTurn(turn) }
    } catch {
      timeline.move(to: old.position)
      movements = old.movements
      shared.restore(timeline.current.shared)
      throw error
    }
    movements.append(
      Movement(
        number: movements.count,
        from: old.current,
        to: old.line[fork],
        label: label,
        turns: firstTurn..<timeline.turns.count,
        fromTip: old.line[old.line.count - 1]
      )
    )
    // Whether values that refer to shared ones are equal depends on the moments.
    let outcome = EqualNodes.$current.withValue(shared.isUnused ? EqualNodes() : nil) {
      comparison(
        of: (amended.map { [$0] } ?? []) + turns,
        since: firstTurn,
        fork: fork,
        in: trial ?? old
      )
    }
    trial = nil
    observers.notify(.triedOut(outcome))
    return outcome
  }

  /// A what-if in progress, and the session's position before it.
  struct Trial {
    fileprivate let position: Timeline.Position
    fileprivate let movements: [Movement]
    fileprivate let current: Int
    fileprivate let line: [Int]
    /// The turn that the next turns replace.
    var replacement: Replacement?
    /// The errors of the turns that could not be repeated.
    fileprivate var failures: [(turn: Int, error: any Error)] = []
    /// The repeated turns that had no moments before.
    fileprivate var reinstated: [Int] = []
  }

  var isTryingOut: Bool { trial != nil }

  private func repeatTurn(_ lineTurn: LineTurn) throws {
    let (turnCount, movementCount) = (timeline.turns.count, movements.count)
    trial?.replacement = Replacement(
      turn: lineTurn.turn.number,
      isPart: lineTurn.isPart,
      limits: lineTurn.inputs.map(\.limit)
    )
    var failure: (any Error)?
    do {
      if try !policy.replay(Turn(record: lineTurn.turn)) {
        try turn(label: lineTurn.turn.label) {
          for input in lineTurn.inputs {
            // The amended turn may have moved the clock further than the original.
            record(try input.duration.map { .advance(to: try time(after: $0)) } ?? input.input)
          }
        }
      }
    } catch let error as SessionError where error.endsTrial {
      throw error
    } catch {
      failure = error
    }
    if wasStopped { throw SessionError.interrupted }
    guard movements.count == movementCount else { throw SessionError.noAmendment }
    if timeline.turns.count == turnCount { timeline.noteLeftOut(lineTurn, because: failure) }
    if let failure {
      trial?.failures.append((lineTurn.turn.number, failure))
    } else if lineTurn.moments.isEmpty, timeline.turns.count > turnCount {
      trial?.reinstated.append(turnCount)
    }
  }
}

/// The turn that others replace, and how much of it they repeat.
struct Replacement {
  /// The number of the turn.
  let turn: Int
  /// Whether to repeat only its beginning, because the line left it in the middle.
  let isPart: Bool
  /// Where to stop its inputs.
  fileprivate let limits: [InputLimit]
  fileprivate var inputCount = 0

  /// Whether everything to be repeated has been repeated.
  var isComplete: Bool { isPart && inputCount >= limits.count }

  /// Where to stop the next input.
  mutating func nextLimit() -> InputLimit {
    defer { inputCount += 1 }
    return inputCount < limits.count ? limits[inputCount] : InputLimit()
  }
}

extension SessionError {
  /// Whether the error also prevents all later turns.
  fileprivate var endsTrial: Bool {
    switch self {
    case .interrupted, .diverged, .refused, .noAmendment: true
    default: false
    }
  }
}

// MARK: - Comparing

extension SessionCore {
  private func comparison(
    of turns: [LineTurn],
    since firstTurn: Int,
    fork: Int,
    in trial: Trial
  ) -> WhatIf {
    // The turns that repeat one another are in the same order.
    var made = timeline.turns[firstTurn...]
    var issues: [(moment: Int, issue: SessionIssue)] = []
    var firstInState: WhatIf.Difference?
    var firstInEvents: WhatIf.Difference?
    for turn in turns {
      let repeated = made.prefix { $0.original == turn.turn.number }
      made = made.dropFirst(repeated.count)
      let moments = repeated.lazy.flatMap(\.moments)
      issues += newIssues(in: moments, comparedWith: turn.moments)
      var (old, new) = (turn.moments.makeIterator(), moments.makeIterator())
      while firstInEvents == nil {
        let pair = (old.next(), new.next())
        if pair == (nil, nil) { break }
        switch difference(pair.0, pair.1, looksAtState: firstInState == nil) {
        case let difference? where difference.isOnlyInState: firstInState = difference
        case let difference: firstInEvents = difference
        }
      }
    }
    return WhatIf(
      fork: trial.line[fork],
      originalTip: trial.line[trial.line.count - 1],
      tip: timeline.current.number,
      turns: firstTurn..<timeline.turns.count,
      failures: trial.failures,
      reinstated: trial.reinstated,
      issues: issues,
      firstDifference: firstInEvents ?? firstInState
    )
  }

  private func difference(
    _ original: Int?,
    _ repeated: Int?,
    looksAtState: Bool
  ) -> WhatIf.Difference? {
    let (old, new) = (original.map { timeline.moments[$0] }, repeated.map { timeline.moments[$0] })
    var isOnlyInState = false
    if let old, let new, isSameEvent(old, new) {
      guard looksAtState, !old.hasSameState(as: new) else { return nil }
      isOnlyInState = true
    }
    return WhatIf.Difference(original: original, repeated: repeated, isOnlyInState: isOnlyInState)
  }

  private func isSameEvent(_ old: MomentRecord, _ new: MomentRecord) -> Bool {
    switch (old.action, new.action) {
    case (nil, nil): true
    case (let old?, let new?): old.isEqual(to: new)
    default: false
    }
  }

  private func newIssues(
    in new: some Sequence<Int>,
    comparedWith old: some Sequence<Int>
  ) -> [(moment: Int, issue: SessionIssue)] {
    if new.allSatisfy({ timeline.moments[$0].issues.isEmpty }) { return [] }
    var known = Dictionary(grouping: old.flatMap { timeline.moments[$0].issues }) { $0 }.mapValues(\.count)
    return new.flatMap { moment in
      timeline.moments[moment].issues.compactMap { issue in
        if let count = known[issue], count > 0 {
          known[issue] = count - 1
          return nil
        }
        return (moment, issue)
      }
    }
  }
}
