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
  /// What the line's last what-if left out at its end.
  private let leftOutAtTip: [Branch.LeftOut]

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
    leftOutAtTip = session.leftOutAtTip
  }

  /// A row of a branch.
  private enum Row {
    case moment(Int)
    case leftOut(Branch.LeftOut)
    case folded(count: Int, first: Int, last: Int)
  }

  /// Where drawing goes on in a branch.
  private struct Place {
    let rows: [Row]
    let depth: Int
    var next = 0
  }

  /// A row where it stands in the drawing.
  private struct Line {
    let row: Row
    let depth: Int
    let isFirst: Bool
  }

  /// The lines of the drawing, with numbers and times in columns.
  ///
  /// - Parameter width: How many cells a line may have; nil for any number.
  /// - Complexity: O(*n*) in the number of moments.
  func lines(width: Int? = nil) -> [String] {
    let lines = drawing
    let moments = lines.compactMap { line in
      if case .moment(let number) = line.row { text.session.moments[number] } else { nil }
    }
    let columns = Columns(
      number: moments.map { "#\($0.number)".count }.max() ?? 0,
      time: moments.map { "+\($0.now.formatted)".count }.max() ?? 0,
      all: width
    )
    return lines.map { self.line($0.row, depth: $0.depth, isFirst: $0.isFirst, columns) }
  }

  /// How wide the columns are, and all of them with what follows.
  private struct Columns {
    let number: Int
    let time: Int
    let all: Int?
  }

  private var drawing: [Line] {
    var lines: [Line] = []
    var places = [Place(rows: rows(of: branches[0]), depth: 0)]
    while var place = places.popLast() {
      guard place.next < place.rows.count else { continue }
      let row = place.rows[place.next]
      lines.append(Line(row: row, depth: place.depth, isFirst: place.next == 0))
      place.next += 1
      places.append(place)
      guard case .moment(let number) = row else { continue }
      for child in (children[number] ?? []).reversed() {
        places.append(Place(rows: rows(of: branches[child]), depth: place.depth + 1))
      }
      let ending = leftOutAtTip.filter { $0.after == number }
      if !ending.isEmpty { places.append(Place(rows: ending.map(Row.leftOut), depth: place.depth + 1)) }
    }
    return lines
  }

  private func line(_ row: Row, depth: Int, isFirst: Bool, _ columns: Columns) -> String {
    let shown = min(depth, Self.deepest)
    var indent = String(repeating: "│  ", count: max(0, shown - 1))
    if shown > 0 { indent += isFirst ? "├─ " : "│  " }
    switch row {
    case .folded(let count, let first, let last):
      let fold = "\(indent)┆  \(count) commands, #\(first) to #\(last)"
      return text.palette(.dimmed, columns.all.map { fold.truncated(to: $0) } ?? fold)
    case .leftOut(let leftOut):
      return indent + line(leftOut, after: indent, columns)
    case .moment(let number):
      return indent + line(text.session.moments[number], after: indent, columns)
    }
  }

  private func line(_ moment: Moment<State, Action>, after indent: String, _ columns: Columns) -> String {
    let session = text.session
    let number = "#\(moment.number)".padded(to: columns.number)
    let time = "+\(moment.now.formatted)".padded(to: columns.time)
    var parts = ["\(number) \(time)  \(title(moment))"]
    if let names = marks[moment.number] { parts.append("[\(names.joined(separator: ", "))]") }
    if let turn = moment.turn, let trial = trials[session.turns[turn].moments.lowerBound] {
      parts.append("(\(trial.controlCharactersEscaped.truncated(to: 40)))")
    }
    let isCurrent = moment.number == session.moment.number
    if isCurrent { parts.append("← here") }
    let whole = parts.joined(separator: " ")
    let line = columns.all.map { whole.truncated(to: max($0 - indent.cellWidth, 1)) } ?? whole
    if isCurrent { return text.palette(.strong, line) }
    return session.isOnLine(moment.number) ? line : text.palette(.dimmed, line)
  }

  /// A command that a what-if left out.
  private func line(_ leftOut: Branch.LeftOut, after indent: String, _ columns: Columns) -> String {
    let session = text.session
    let number = "-".padded(to: columns.number)
    let time = "+\(session.moments[leftOut.after].now.formatted)".padded(to: columns.time)
    let turn = session.turns[leftOut.turn]
    let command = turn.label ?? "the command of #\(turn.moments.lowerBound)"
    let reason = leftOut.failure.map { "left out: \(message(of: $0))" } ?? "nothing happened"
    let whole = "\(number) \(time)  \(command) (\(reason))".controlCharactersEscaped
    return text.palette(
      .dimmed,
      columns.all.map { whole.truncated(to: max($0 - indent.cellWidth, 1)) } ?? whole
    )
  }

  private func message(of error: any Error) -> String {
    switch error {
    case let error as Diagnostic: error.message
    case let error as CommandFailure: error.message
    case let error as SessionError: error.message
    default: "\(error)"
    }
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
    let leftOut = Dictionary(grouping: branch.leftOut, by: \.after)
    var rows: [Row] = branch.fork.flatMap { leftOut[$0] }?.map(Row.leftOut) ?? []
    var plain: [Int] = []
    for number in branch.moments {
      let isLandmark =
        children[number] != nil || marks[number] != nil || leftOut[number] != nil || number == current
      let isEnd = number == branch.moments.first || number == branch.moments.last
      if isLandmark || isEnd && endsTurn(session.moments[number]) {
        rows += folded(plain) + [.moment(number)] + (leftOut[number]?.map(Row.leftOut) ?? [])
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
