import Core

/// Arranges the history of a session in rows.
struct TreeRows {
  private let session: AnySession
  private let isFull: Bool
  private let branches: [Branch]
  private let children: [Int: [Int]]
  private let marks: [Int: [String]]
  private let trials: [Int: String]
  /// The commands that the line's last what-if omitted at its end.
  private let leftOutAtTip: [Branch.LeftOut]

  /// - Parameter isFull: Whether to show all rows without folding.
  init(_ session: AnySession, isFull: Bool = false) {
    self.session = session
    self.isFull = isFull
    branches = session.branches
    children = Dictionary(grouping: branches.dropFirst()) { $0.fork ?? 0 }.mapValues { $0.map(\.number) }
    marks = Dictionary(grouping: session.sortedMarks, by: \.moment).mapValues { $0.map(\.name) }
    trials = session.trials
    leftOutAtTip = session.leftOutAtTip
  }

  /// The position at which drawing continues in a branch.
  private struct Place {
    let rows: [TreeAnswer.Content]
    let depth: Int
    var next = 0
  }

  /// The rows, from the top.
  ///
  /// - Complexity: O(*n*) in the number of moments.
  var rows: [TreeAnswer.Row] {
    var rows: [TreeAnswer.Row] = []
    var places = [Place(rows: contents(of: branches[0]), depth: 0)]
    while var place = places.popLast() {
      guard place.next < place.rows.count else { continue }
      let row = place.rows[place.next]
      rows.append(TreeAnswer.Row(depth: place.depth, isFirst: place.next == 0, content: row))
      place.next += 1
      places.append(place)
      guard case .moment(let row) = row else { continue }
      let number = row.moment.number
      for child in (children[number] ?? []).reversed() {
        places.append(Place(rows: contents(of: branches[child]), depth: place.depth + 1))
      }
      let ending = leftOutAtTip.filter { $0.after == number }
      if !ending.isEmpty { places.append(Place(rows: ending.map(content), depth: place.depth + 1)) }
    }
    return rows
  }

  private func contents(of branch: Branch) -> [TreeAnswer.Content] {
    let current = session.moment.number
    let leftOut = Dictionary(grouping: branch.leftOut, by: \.after)
    var rows = branch.fork.flatMap { leftOut[$0] }?.map(content) ?? []
    var plain: [Int] = []
    for number in branch.moments {
      let isLandmark =
        children[number] != nil || marks[number] != nil || leftOut[number] != nil || number == current
      let isEnd = number == branch.moments.first || number == branch.moments.last
      let endsTurn = endsTurn(session.moments[number])
      if isLandmark || isEnd && endsTurn {
        rows += folded(plain) + [content(number)] + (leftOut[number]?.map(content) ?? [])
        plain = []
      } else if endsTurn || number == branch.moments.last {
        plain.append(number)
      }
    }
    return rows + folded(plain)
  }

  private func folded(_ numbers: [Int]) -> [TreeAnswer.Content] {
    if isFull { return numbers.map(content) }
    return numbers.folded(content) {
      .folded(.init(count: $0.count, first: $0[$0.startIndex], last: $0[$0.endIndex - 1]))
    }
  }

  private func content(_ number: Int) -> TreeAnswer.Content {
    let moment = session.moments[number]
    let facts = session.summary(of: moment)
    return .moment(
      TreeAnswer.MomentRow(
        moment: facts,
        title: endsTurn(moment) ? facts.command ?? facts.event : facts.event,
        marks: marks[number] ?? [],
        trial: moment.turn.flatMap { trials[session.turns[$0].moments.lowerBound] },
        isOnLine: session.isOnLine(number)
      )
    )
  }

  private func content(_ leftOut: Branch.LeftOut) -> TreeAnswer.Content {
    .leftOut(TreeAnswer.LeftOut(leftOut, in: session))
  }

  private func endsTurn(_ moment: AnyMoment) -> Bool {
    guard let turn = moment.turn else { return true }
    return session.turns[turn].moments.last == moment.number
  }
}

extension AnySession {
  /// The marks, ordered by moment.
  package var sortedMarks: [(name: String, moment: Int)] {
    marks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { (name: $0.key, moment: $0.value) }
  }

  /// The labels of the what-ifs, by the moment at which each begins.
  package var trials: [Int: String] {
    let labels = movements.filter { !$0.turns.isEmpty }.map { movement in
      (turns[movement.turns.lowerBound].moments.lowerBound, movement.label ?? "")
    }
    return Dictionary(labels) { first, _ in first }
  }
}

extension TreeAnswer.LeftOut {
  /// Describes a turn that a what-if omitted.
  package init(_ leftOut: Branch.LeftOut, in session: AnySession) {
    let turn = session.turns[leftOut.turn]
    time = session.moments[leftOut.after].now
    command = turn.label ?? "the command of #\(turn.moments.lowerBound)"
    reason =
      leftOut.failure.map { "omitted: \(Diagnostic($0, at: SourceText("")).message)" } ?? "nothing happened"
  }
}
