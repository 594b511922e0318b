extension Session {
  /// Begins a branch, does something on it, and processes turns again there.
  ///
  /// - Parameters:
  ///   - turns: The turns to do again.
  ///   - fork: The depth on the line after which the branch begins.
  ///   - amended: The turn whose place that takes which `first` does.
  ///   - label: The words of the command.
  ///   - first: What to do before the turns.
  /// - Throws: What `first` throws, ``SessionError/durationTooLarge``, ``SessionError/diverged(_:)``, or
  ///   ``SessionError/interrupted``. The session then stands where it stood.
  func tryOut(
    _ turns: [LineTurn],
    after fork: Int,
    amending amended: LineTurn? = nil,
    label: String?,
    first: () throws -> Void = {}
  ) throws -> WhatIf {
    precondition(!isPerforming, "A session takes one turn at a time.")
    try willChange?()
    let old = Trial(
      position: timeline.position,
      journal: journal,
      current: timeline.current.number,
      line: Array(line)
    )
    let firstTurn = timeline.turns.count
    timeline.move(toDepth: fork)
    timeline.endLine()
    shared.restore(timeline.current.world.shared)
    wasStopped = false
    isTryingOut = true
    defer { isTryingOut = false }
    do {
      amendedTurn = amended?.turn.number
      defer { amendedTurn = nil }
      try first()
    } catch {
      try takeBack(old, because: error)
    }
    for turn in turns {
      do { try repeatTurn(turn) } catch { try takeBack(old, because: error) }
    }
    journal.note(
      from: old.current,
      fromTip: old.line[old.line.count - 1],
      to: old.line[fork],
      turn: firstTurn,
      label: label
    )
    journal.noteTurns(upTo: timeline.turns.count)
    return comparison(of: (amended.map { [$0] } ?? []) + turns, since: firstTurn, with: old.line, fork: fork)
  }

  /// The session before it tried something out.
  private struct Trial {
    let position: Timeline.Position
    let journal: Journal
    let current: Int
    let line: [Int]
  }

  private func takeBack(_ old: Trial, because error: any Error) throws -> Never {
    timeline.move(to: old.position)
    journal = old.journal
    shared.restore(timeline.current.world.shared)
    throw error
  }

  private func repeatTurn(_ lineTurn: LineTurn) throws {
    let made = try turn(label: lineTurn.turn.label, doingAgain: lineTurn.turn.number) { _ in
      for input in lineTurn.inputs where !wasStopped {
        // What was amended may have moved the clock further than before.
        let moved = try input.duration.map { .advance(to: try time(after: $0)) } ?? input.input
        record(moved, limit: input.limit)
      }
    }
    if made == nil { timeline.noteSilent(lineTurn) }
    if wasStopped { throw SessionError.interrupted }
  }
}

// MARK: - Comparing

extension Session {
  private func comparison(
    of turns: [LineTurn],
    since firstTurn: Int,
    with line: [Int],
    fork: Int
  ) -> WhatIf {
    let repeated = Dictionary(grouping: timeline.turns[firstTurn...]) { $0.original ?? -1 }
    var issues: [(moment: Int, issue: SessionIssue)] = []
    var firstInState: WhatIf.Difference?
    var firstInEvents: WhatIf.Difference?
    for turn in turns {
      let old = turn.moments.map { moments[$0] }
      let new = (repeated[turn.turn.number] ?? []).flatMap { moments[$0.moments] }
      issues += newIssues(in: new, comparedWith: old)
      for index in 0..<max(old.count, new.count) where firstInEvents == nil {
        let pair = (index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
        switch difference(pair.0, pair.1, looksAtState: firstInState == nil) {
        case let difference? where difference.isOnlyInState: firstInState = difference
        case let difference: firstInEvents = difference
        }
      }
    }
    return WhatIf(
      fork: line[fork],
      originalTip: line[line.count - 1],
      tip: timeline.current.number,
      turns: firstTurn..<timeline.turns.count,
      issues: issues,
      firstDifference: firstInEvents ?? firstInState
    )
  }

  private func difference(
    _ old: Moment<State, Action>?,
    _ new: Moment<State, Action>?,
    looksAtState: Bool
  ) -> WhatIf.Difference? {
    guard let old, let new, isSameEvent(old, new) else {
      return WhatIf.Difference(original: old?.number, repeated: new?.number, isOnlyInState: false)
    }
    guard looksAtState, !isSame(old.state, old, new.state, new) else { return nil }
    return WhatIf.Difference(original: old.number, repeated: new.number, isOnlyInState: true)
  }

  private func isSameEvent(_ old: Moment<State, Action>, _ new: Moment<State, Action>) -> Bool {
    switch (old.action, new.action) {
    case (nil, nil): true
    case (let old?, let new?): areEqual(old, new)
    default: false
    }
  }

  private func newIssues(
    in new: [Moment<State, Action>],
    comparedWith old: [Moment<State, Action>]
  ) -> [(moment: Int, issue: SessionIssue)] {
    var known = Dictionary(grouping: old.flatMap(\.issues)) { $0 }.mapValues(\.count)
    return new.flatMap { moment in
      moment.issues.compactMap { issue in
        if let count = known[issue], count > 0 {
          known[issue] = count - 1
          return nil
        }
        return (moment.number, issue)
      }
    }
  }
}
