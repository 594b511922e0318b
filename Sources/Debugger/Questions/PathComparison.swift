import Core

/// A path through a history from the start to a moment, to be compared with another one.
package struct ComparedPath {
  let name: String
  let session: AnySession
  let end: AnyMoment
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
    var first: (rows: Int, difference: PathComparison.Difference)? = comparison.startsDiffer.map { (0, $0) }
    for (old, new) in comparison.pairs {
      try checkInterruption()
      let difference = comparison.difference(old, new)
      if let difference, first == nil { first = (rows.count + 1, difference) }
      rows.append(
        .init(
          left: old.map { left.step($0) },
          right: new.map { right.step($0) },
          isSame: difference == nil
        )
      )
    }
    let places = first?.difference
    let isOnlyInState = places?.isOnlyInState ?? false
    let (old, new) = (
      places?.old.map { left.session.moments[$0] }, places?.new.map { right.session.moments[$0] }
    )
    return ComparisonAnswer(
      left: left.name,
      right: right.name,
      rows: rows,
      firstRow: first.flatMap { $0.rows > 0 ? $0.rows - 1 : nil },
      original: old.map { left.session.summary(of: $0) },
      repeated: new.map { right.session.summary(of: $0) },
      isOnlyInState: isOnlyInState,
      firstChange: first.map { count, difference in
        if difference.isOnlyInState, let old, let new { return StateChange(from: old, to: new) }
        let done = rows.prefix(count)
        return StateChange(
          from: left.session.moments[done.last { $0.left != nil }?.left?.last ?? 0],
          to: right.session.moments[done.last { $0.right != nil }?.right?.last ?? 0]
        )
      },
      change: StateChange(from: left.end, to: right.end),
      ends: (
        left.session === session ? left.end.number : nil, right.session === session ? right.end.number : nil
      )
    )
  }

  /// The last comparison, followed by those of the paths to the current moment, to marked moments and to the ends of branches
  /// with each other, as far as the limits of a page allow.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  package func comparisons() throws -> [ComparisonAnswer] {
    let ends =
      session.sortedMarks.map { ($0.moment, $0.name) }
      + session.branches.reversed().compactMap { $0.moments.last }.map { ($0, nil) }
    var paths = [ComparedPath(in: session, to: session.moment.number)]
    for (number, mark) in ends
    where paths.count < Self.mostCompared && !paths.contains(where: { $0.end.number == number }) {
      paths.append(ComparedPath(in: session, to: number, mark: mark))
    }
    var comparisons = [comparison].compactMap(\.self)
    var room = Self.mostComparedRows
    for (index, left) in paths.enumerated() {
      for right in paths[..<index] where room > 0 {
        let comparison = try compare(left, with: right)
        room -= comparison.rows.count
        comparisons.append(comparison)
      }
    }
    return comparisons
  }

  private static var mostCompared: Int { 10 }
  private static var mostComparedRows: Int { 50_000 }
}

extension ComparedPath {
  fileprivate func step(_ turn: Turn) -> ComparisonAnswer.Step {
    let last = turn.moments[turn.moments.count - 1]
    return .init(command: turn.command, first: turn.moments[0], last: last, time: session.moments[last].now)
  }
}

/// Aligns the commands of two paths, and determines whether two commands did the same.
private struct PathComparison {
  /// Where two commands differ.
  struct Difference {
    let old: Int?
    let new: Int?
    let isOnlyInState: Bool
  }

  let left: ComparedPath
  let right: ComparedPath

  /// The number of commands, besides those with which both paths begin and end, up to which they are aligned by content. Finding
  /// the longest common part takes memory in proportion to the square of the differences: up to 16 MB.
  private static let mostAligned = 1_000

  /// The difference between the first states, which only two sessions can have.
  var startsDiffer: Difference? {
    let (old, new) = (left.session.moments[0], right.session.moments[0])
    if left.session === right.session || isSame(old.state, old, new.state, new) { return nil }
    return Difference(old: old.number, new: new.number, isOnlyInState: true)
  }

  /// The commands side by side: the same ones beside each other, and what replaces others beside those.
  var pairs: [(ComparedPath.Turn?, ComparedPath.Turn?)] {
    let (old, new) = (left.turns, right.turns)
    let start = zip(old, new).prefix { $0.command == $1.command }.count
    let rest = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0.command == $1.command }.count
    let (removed, inserted) = changes(rest.0.dropLast(end), rest.1.dropLast(end))
    var pairs: [(ComparedPath.Turn?, ComparedPath.Turn?)] = []
    var (place, other) = (0, 0)
    while place < old.count || other < new.count {
      let removedEnd = old.indices[place...].first { !removed.contains($0) } ?? old.count
      let insertedEnd = new.indices[other...].first { !inserted.contains($0) } ?? new.count
      for index in 0..<max(removedEnd - place, insertedEnd - other) {
        pairs.append(
          (
            place + index < removedEnd ? old[place + index] : nil,
            other + index < insertedEnd ? new[other + index] : nil
          )
        )
      }
      (place, other) = (removedEnd, insertedEnd)
      guard place < old.count, other < new.count else { continue }
      pairs.append((old[place], new[other]))
      (place, other) = (place + 1, other + 1)
    }
    return pairs
  }

  /// The positions of the commands that only one path has.
  private func changes(
    _ old: ArraySlice<ComparedPath.Turn>,
    _ new: ArraySlice<ComparedPath.Turn>
  ) -> (removed: Set<Int>, inserted: Set<Int>) {
    guard max(old.count, new.count) <= Self.mostAligned else { return (Set(old.indices), Set(new.indices)) }
    // Commands that only one path has cannot be common to both. Without them, branches that share little are compared
    // quickly.
    let (oldCommands, newCommands) = (Set(old.map(\.command)), Set(new.map(\.command)))
    let oldShared = old.indices.filter { newCommands.contains(old[$0].command) }
    let newShared = new.indices.filter { oldCommands.contains(new[$0].command) }
    var (removed, inserted) = (
      Set(old.indices).subtracting(oldShared), Set(new.indices).subtracting(newShared)
    )
    for change in newShared.map({ new[$0].command }).difference(from: oldShared.map { old[$0].command }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldShared[offset])
      case .insert(let offset, _, _): inserted.insert(newShared[offset])
      }
    }
    return (removed, inserted)
  }

  /// The first moment at which two commands differ; `nil` if they did the same.
  func difference(_ old: ComparedPath.Turn?, _ new: ComparedPath.Turn?) -> Difference? {
    guard let old, let new else {
      return Difference(old: old?.moments.first, new: new?.moments.first, isOnlyInState: false)
    }
    if left.session === right.session, old.moments == new.moments { return nil }
    for index in 0..<max(old.moments.count, new.moments.count) {
      guard index < old.moments.count, index < new.moments.count else {
        return Difference(
          old: index < old.moments.count ? old.moments[index] : nil,
          new: index < new.moments.count ? new.moments[index] : nil,
          isOnlyInState: false
        )
      }
      let (before, after) = (
        left.session.moments[old.moments[index]], right.session.moments[new.moments[index]]
      )
      let isSameEvent = left.session.summary(of: before).event == right.session.summary(of: after).event
      let isSame = isSameEvent && before.issues.map(\.message) == after.issues.map(\.message)
      if !isSame || !changedTheSame(before, after) {
        return Difference(old: before.number, new: after.number, isOnlyInState: isSame)
      }
    }
    return nil
  }

  /// Whether two moments changed the state in the same way, even if it differed before.
  private func changedTheSame(_ old: AnyMoment, _ new: AnyMoment) -> Bool {
    let (oldBefore, newBefore) = (left.session.before(old), right.session.before(new))
    if isSame(oldBefore.state, oldBefore, newBefore.state, newBefore) {
      return isSame(old.state, old, new.state, new)
    }
    return jsonPatch(from: oldBefore, to: old) == jsonPatch(from: newBefore, to: new)
  }
}
