import Core

/// A path through a history from the start to a moment, to be compared with another one.
package struct ComparedPath {
  let name: String
  let session: AnySession
  package let end: AnyMoment
  fileprivate let turns: [Turn]

  /// - Parameters:
  ///   - name: Its name for people; by default the mark, if any, and the number of the moment.
  ///   - session: Its session.
  ///   - moment: The number of the moment at which it ends.
  ///   - mark: The mark by which the moment was found.
  package init(_ name: String? = nil, in session: AnySession, to moment: Int, mark: String? = nil) {
    self.session = session
    self.name = name ?? mark.map { "\($0) (#\(moment))" } ?? "#\(moment)"
    end = session.moments[moment]
    turns = Self.turns(to: end, in: session)
  }

  /// What a command did on the path.
  fileprivate struct Turn {
    let command: String
    var moments: [Int]
  }

  private static func turns(to end: AnyMoment, in session: AnySession) -> [Turn] {
    var turns: [Turn] = []
    var last: Int?
    for number in sequence(first: end.number, next: { session.moments[$0].parent }) {
      let moment = session.moments[number]
      guard let turn = moment.turn else { break }
      if turn != last {
        let label = session.turns[turn].label
        turns.append(Turn(command: label ?? session.summary(of: moment).event, moments: []))
      }
      turns[turns.count - 1].moments.append(number)
      last = turn
    }
    for index in turns.indices { turns[index].moments.reverse() }
    return turns.reversed()
  }
}

extension AnyDebugger {
  /// Compares two paths command by command.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  /// - Complexity: O(*n* · *d*) in the numbers of commands and of differences, and comparing the states of two sessions is O(*n*)
  ///   in their sizes.
  package func compare(_ left: ComparedPath, with right: ComparedPath) throws -> ComparisonAnswer {
    let comparison = PathComparison(left: left, right: right)
    var rows: [ComparisonAnswer.Row] = []
    // The number of rows up to the first difference.
    var first = comparison.startsDiffer.map { (rows: 0, difference: $0) }
    for (old, new) in comparison.pairs {
      try checkInterruption()
      let difference = comparison.difference(old, new)
      if let difference, first == nil { first = (rows.count + 1, difference) }
      rows.append(.init(left: old.map(left.step), right: new.map(right.step), isSame: difference == nil))
    }
    let old = first?.difference.old.map { left.session.moments[$0] }
    let new = first?.difference.new.map { right.session.moments[$0] }
    return ComparisonAnswer(
      left: left.name,
      right: right.name,
      rows: rows,
      firstRow: first.flatMap { $0.rows > 0 ? $0.rows - 1 : nil },
      original: old.map { left.session.summary(of: $0) },
      repeated: new.map { right.session.summary(of: $0) },
      isOnlyInState: first?.difference.isOnlyInState ?? false,
      firstChange: first.map { count, difference in
        if difference.isOnlyInState, let old, let new { return StateChange(from: old, to: new) }
        let done = rows.prefix(count)
        return StateChange(
          from: left.session.moments[done.compactMap(\.left).last?.last ?? 0],
          to: right.session.moments[done.compactMap(\.right).last?.last ?? 0]
        )
      },
      change: StateChange(from: left.end, to: right.end),
      ends: (
        left.session === session ? left.end.number : nil, right.session === session ? right.end.number : nil
      )
    )
  }
}

extension ComparedPath {
  fileprivate func step(_ turn: Turn) -> ComparisonAnswer.Step {
    let last = turn.moments[turn.moments.count - 1]
    return .init(command: turn.command, first: turn.moments[0], last: last, time: session.moments[last].now)
  }
}

/// Aligns the commands of two paths, and determines whether two commands did the same.
private struct PathComparison {
  typealias Turn = ComparedPath.Turn

  /// Where two commands differ.
  struct Difference {
    let old: Int?
    let new: Int?
    var isOnlyInState = false
  }

  let left: ComparedPath
  let right: ComparedPath

  /// The difference between the first states, which only two sessions can have.
  var startsDiffer: Difference? {
    let old = left.session.moments[0]
    let new = right.session.moments[0]
    if left.session === right.session || isSame(old.state, old, new.state, new) { return nil }
    return Difference(old: 0, new: 0, isOnlyInState: true)
  }

  /// The commands side by side: the same ones beside each other, and what replaces others beside those.
  var pairs: [(Turn?, Turn?)] {
    let (old, new) = (left.turns, right.turns)
    return EditScript(old.map(\.command), new.map(\.command)).steps.map { step in
      switch step {
      case .kept(let x, let y), .replaced(let x, let y): (old[x], new[y])
      case .removed(let x): (old[x], nil)
      case .inserted(let y): (nil, new[y])
      }
    }
  }

  /// The first moment at which two commands differ; `nil` if they did the same.
  func difference(_ old: Turn?, _ new: Turn?) -> Difference? {
    let old = old?.moments ?? []
    let new = new?.moments ?? []
    if left.session === right.session, old == new { return nil }
    for (old, new) in zip(old, new) {
      let before = left.session.moments[old]
      let after = right.session.moments[new]
      let isSameEvent = left.session.summary(of: before).event == right.session.summary(of: after).event
      let isSame = isSameEvent && before.issues.map(\.message) == after.issues.map(\.message)
      if !isSame || !changedTheSame(before, after) {
        return Difference(old: old, new: new, isOnlyInState: isSame)
      }
    }
    if old.count == new.count { return nil }
    return Difference(old: old.dropFirst(new.count).first, new: new.dropFirst(old.count).first)
  }

  /// Whether two moments changed the state in the same way, even if it differed before.
  private func changedTheSame(_ old: AnyMoment, _ new: AnyMoment) -> Bool {
    let oldBefore = left.session.before(old)
    let newBefore = right.session.before(new)
    if isSame(oldBefore.state, oldBefore, newBefore.state, newBefore) {
      return isSame(old.state, old, new.state, new)
    }
    return jsonPatch(from: oldBefore, to: old) == jsonPatch(from: newBefore, to: new)
  }
}
