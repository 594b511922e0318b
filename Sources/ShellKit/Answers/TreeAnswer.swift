import Core

/// A session's record as a tree.
///
/// A branch goes down; where another one leaves it, that one is drawn beside it first. A row is a command, with the
/// moment that it ended at, or a moment in the middle of one that a branch leaves, that has a mark or is the current one.
struct TreeAnswer: Answer {
  static let kind = "tree"
  static let members: [JSONMember<Self>] = [
    JSONMember("rows", "the rows of the drawing, from the top") { $0.rows }
  ]

  /// A row of the drawing.
  struct Row: JSONObject {
    static let title = "TreeRow"
    static let members: [JSONMember<Self>] =
      [
        JSONMember("depth", "how many branches lead to it") { $0.depth },
        JSONMember("isFirst", "whether a branch begins with it") { $0.isFirst },
        JSONMember(optional: "moment", "the moment that the row is about") { $0.moment?.moment.number },
      ] + JSONMember.optionalTime("time", "its virtual time") { $0.moment?.moment.time } + [
        JSONMember(optional: "title", "the command that ended there, or what happened") { $0.moment?.title },
        JSONMember(optional: "marks", "its names") { row in
          row.moment.flatMap { $0.marks.isEmpty ? nil : $0.marks }
        },
        JSONMember(optional: "trial", "the what-if that began there") { $0.moment?.trial },
        JSONMember(optional: "isCurrent", "whether it is the current moment") { $0.moment?.moment.isCurrent },
        JSONMember(optional: "isOnLine", "whether it is on this line") { $0.moment?.isOnLine },
        JSONMember(optional: "leftOut", "a command that a what-if left out") { $0.leftOut?.command },
        JSONMember(optional: "reason", "why it was left out") { $0.leftOut?.reason },
        JSONMember(optional: "folded", "how many commands the row stands for") { $0.fold?.count },
        JSONMember(optional: "first", "the first moment of those") { $0.fold?.first },
        JSONMember(optional: "last", "the last moment of those") { $0.fold?.last },
      ]

    let depth: Int
    /// Whether a branch begins here.
    let isFirst: Bool
    let content: Content

    fileprivate var moment: MomentRow? { if case .moment(let row) = content { row } else { nil } }
    fileprivate var leftOut: LeftOut? { if case .leftOut(let row) = content { row } else { nil } }
    fileprivate var fold: Fold? { if case .folded(let fold) = content { fold } else { nil } }
  }

  enum Content {
    case moment(MomentRow)
    case leftOut(LeftOut)
    case folded(Fold)
  }

  struct MomentRow {
    let moment: MomentSummary
    /// The command that ended here, or what happened in the middle of one.
    let title: String
    let marks: [String]
    /// The words of the what-if that began here.
    let trial: String?
    let isOnLine: Bool
  }

  /// A command that a what-if left out.
  struct LeftOut {
    let time: Duration
    let command: String
    let reason: String
  }

  struct Fold {
    let count: Int
    let first: Int
    let last: Int
  }

  let rows: [Row]
}

// As text.
extension TreeAnswer {
  /// How far branches are indented; deeper ones stand below each other.
  private static var deepest: Int { 24 }

  /// How wide the columns are.
  private struct Columns {
    let number: Int
    let time: Int
  }

  func lines(_ page: Page) -> [String] {
    let moments = rows.compactMap { $0.moment?.moment }
    let columns = Columns(
      number: moments.map { "#\($0.number)".count }.max() ?? 0,
      time: moments.map { "+\($0.time.formatted)".count }.max() ?? 0
    )
    return rows.map { line($0, columns, page) }
  }

  private func line(_ row: Row, _ columns: Columns, _ page: Page) -> String {
    let shown = min(row.depth, Self.deepest)
    var indent = String(repeating: "│  ", count: max(0, shown - 1))
    if shown > 0 { indent += row.isFirst ? "├─ " : "│  " }
    func cut(_ text: String) -> String {
      page.columns.map { text.truncated(to: max($0 - indent.cellWidth, 1)) } ?? text
    }
    switch row.content {
    case .folded(let fold):
      let text = "\(indent)┆  \(fold.count) commands, #\(fold.first) to #\(fold.last)"
      return page.palette(.dimmed, page.columns.map { text.truncated(to: $0) } ?? text)
    case .leftOut(let leftOut):
      let place = "-".padded(to: columns.number) + " " + "+\(leftOut.time.formatted)".padded(to: columns.time)
      let text = "\(place)  \(leftOut.command) (\(leftOut.reason))".controlCharactersEscaped
      return indent + page.palette(.dimmed, cut(text))
    case .moment(let row):
      let text = cut(text(of: row, columns))
      if row.moment.isCurrent { return indent + page.palette(.strong, text) }
      return indent + (row.isOnLine ? text : page.palette(.dimmed, text))
    }
  }

  private func text(of row: MomentRow, _ columns: Columns) -> String {
    let moment = row.moment
    let place =
      "#\(moment.number)".padded(to: columns.number) + " "
      + "+\(moment.time.formatted)".padded(to: columns.time)
    var parts = ["\(place)  \(row.title.controlCharactersEscaped.truncated(to: 60))"]
    if !row.marks.isEmpty { parts.append("[\(row.marks.joined(separator: ", "))]") }
    if let trial = row.trial { parts.append("(\(trial.controlCharactersEscaped.truncated(to: 40)))") }
    if moment.isCurrent { parts.append("← here") }
    return parts.joined(separator: " ")
  }
}

/// Arranges a session's record in rows.
struct TreeRows<State, Action> {
  /// How many rows in a row need nothing else to be folded.
  private static var longest: Int { 6 }
  /// How many rows are left at each end of what is folded.
  private static var kept: Int { 2 }

  private let session: Session<State, Action>
  private let isFull: Bool
  private let branches: [Branch]
  private let children: [Int: [Int]]
  private let marks: [Int: [String]]
  private let trials: [Int: String]
  /// What the line's last what-if left out at its end.
  private let leftOutAtTip: [Branch.LeftOut]

  /// - Parameter isFull: Whether nothing is folded.
  init(_ session: Session<State, Action>, isFull: Bool = false) {
    self.session = session
    self.isFull = isFull
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

  /// Where drawing goes on in a branch.
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
      if isLandmark || isEnd && endsTurn(session.moments[number]) {
        rows += folded(plain) + [content(number)] + (leftOut[number]?.map(content) ?? [])
        plain = []
      } else if endsTurn(session.moments[number]) || number == branch.moments.last {
        plain.append(number)
      }
    }
    return rows + folded(plain)
  }

  private func folded(_ numbers: [Int]) -> [TreeAnswer.Content] {
    guard !isFull, numbers.count > Self.longest else { return numbers.map(content) }
    let hidden = numbers.dropFirst(Self.kept).dropLast(Self.kept)
    let fold = TreeAnswer.Fold(
      count: hidden.count,
      first: hidden[hidden.startIndex],
      last: hidden[hidden.endIndex - 1]
    )
    return numbers.prefix(Self.kept).map(content) + [.folded(fold)] + numbers.suffix(Self.kept).map(content)
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
    let turn = session.turns[leftOut.turn]
    return .leftOut(
      TreeAnswer.LeftOut(
        time: session.moments[leftOut.after].now,
        command: turn.label ?? "the command of #\(turn.moments.lowerBound)",
        reason: leftOut.failure.map { "left out: \(message(of: $0))" } ?? "nothing happened"
      )
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

  private func endsTurn(_ moment: Moment<State, Action>) -> Bool {
    guard let turn = moment.turn else { return true }
    return session.turns[turn].moments.last == moment.number
  }
}
