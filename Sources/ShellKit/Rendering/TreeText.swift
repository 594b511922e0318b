import Core

/// A session's record, drawn as a tree.
///
/// A branch goes down; where another one leaves it, that one is drawn beside it first. A row is a command, with the
/// moment that it ended at, or a moment in the middle of one that a branch leaves, that has a mark or is the current one.
struct TreeText<State, Action> {
  /// How many rows in a row need nothing else to be folded away.
  private static var longest: Int { 6 }
  /// How many rows are left at each end of what is folded.
  private static var kept: Int { 2 }
  /// How far branches are indented; what branches off deeper stands below each other.
  private static var deepest: Int { 24 }

  private let text: MomentText<State, Action>
  private let isFull: Bool
  private let branches: [Branch]
  private let children: [Int: [Int]]
  private let marks: [Int: [String]]
  private let trials: [Int: String]

  init(_ text: MomentText<State, Action>, isFull: Bool = false) {
    self.text = text
    self.isFull = isFull
    let session = text.session
    branches = session.branches
    children = Dictionary(grouping: branches.dropFirst()) { $0.fork ?? 0 }.mapValues { $0.map(\.number) }
    marks = Dictionary(grouping: session.marks.sorted { $0.key < $1.key }, by: \.value).mapValues {
      $0.map(\.key)
    }
    let labels = session.movements.filter { !$0.turns.isEmpty }.map { movement in
      (session.turns[movement.turns.lowerBound].moments.lowerBound, movement.label ?? "")
    }
    trials = Dictionary(labels) { first, _ in first }
  }

  /// A row of a branch.
  private enum Row {
    case moment(Int)
    case folded(count: Int, first: Int, last: Int)
  }

  /// Where drawing goes on in a branch.
  private struct Place {
    let rows: [Row]
    let depth: Int
    var next = 0
  }

  /// The lines of the drawing.
  ///
  /// - Complexity: O(*n*) in the number of moments.
  func lines() -> [String] {
    var lines: [String] = []
    var places = [Place(rows: rows(of: branches[0]), depth: 0)]
    while var place = places.popLast() {
      guard place.next < place.rows.count else { continue }
      let row = place.rows[place.next]
      lines.append(line(row, depth: place.depth, isFirst: place.next == 0))
      place.next += 1
      places.append(place)
      guard case .moment(let number) = row else { continue }
      for child in (children[number] ?? []).reversed() {
        places.append(Place(rows: rows(of: branches[child]), depth: place.depth + 1))
      }
    }
    return lines
  }

  private func line(_ row: Row, depth: Int, isFirst: Bool) -> String {
    let shown = min(depth, Self.deepest)
    var indent = String(repeating: "│  ", count: max(0, shown - 1))
    if shown > 0 { indent += isFirst ? "├─ " : "│  " }
    switch row {
    case .folded(let count, let first, let last):
      return text.palette(.dimmed, "\(indent)┆  \(count) commands, #\(first) to #\(last)")
    case .moment(let number):
      return indent + line(text.session.moments[number])
    }
  }

  private func line(_ moment: Moment<State, Action>) -> String {
    let session = text.session
    var parts = ["\(text.position(moment))  \(title(moment))"]
    if let names = marks[moment.number] { parts.append("[\(names.joined(separator: ", "))]") }
    if let turn = moment.turn, let trial = trials[session.turns[turn].moments.lowerBound] {
      parts.append("(\(trial.controlCharactersEscaped.truncated(to: 40)))")
    }
    let isCurrent = moment.number == session.moment.number
    if isCurrent { parts.append("← here") }
    let line = parts.joined(separator: " ")
    if isCurrent { return text.palette(.strong, line) }
    return session.isOnLine(moment.number) ? line : text.palette(.dimmed, line)
  }

  /// The command that ended here, or what happened in the middle of one.
  private func title(_ moment: Moment<State, Action>) -> String {
    if endsTurn(moment), let command = text.command(of: moment) { return command }
    return text.event(moment).controlCharactersEscaped.truncated(to: 60)
  }

  private func endsTurn(_ moment: Moment<State, Action>) -> Bool {
    guard let turn = moment.turn else { return true }
    return text.session.turns[turn].moments.last == moment.number
  }

  private func rows(of branch: Branch) -> [Row] {
    let session = text.session
    let current = session.moment.number
    var rows: [Row] = []
    var plain: [Int] = []
    for number in branch.moments {
      let isLandmark = children[number] != nil || marks[number] != nil || number == current
      let isEnd = number == branch.moments.first || number == branch.moments.last
      if isLandmark || isEnd && endsTurn(session.moments[number]) {
        rows += folded(plain) + [.moment(number)]
        plain = []
      } else if endsTurn(session.moments[number]) || number == branch.moments.last {
        plain.append(number)
      }
    }
    return rows + folded(plain)
  }

  private func folded(_ numbers: [Int]) -> [Row] {
    guard !isFull, numbers.count > Self.longest else { return numbers.map(Row.moment) }
    let hidden = numbers.dropFirst(Self.kept).dropLast(Self.kept)
    let fold = Row.folded(
      count: hidden.count,
      first: hidden[hidden.startIndex],
      last: hidden[hidden.endIndex - 1]
    )
    return numbers.prefix(Self.kept).map(Row.moment) + [fold] + numbers.suffix(Self.kept).map(Row.moment)
  }
}
