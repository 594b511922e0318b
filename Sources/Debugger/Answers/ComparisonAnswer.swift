import Core

/// Two paths through a history, or through those of two sessions, aligned by their commands.
public struct ComparisonAnswer: Answer, JSONObject {
  package static let members = fields([
    "left": "the name of the first path", "right": "the name of the second path",
    "rows": "the commands of both, side by side",
    "firstRow":
      "the first row that differs, counted from 0; omitted if none does, or if the states at the start do",
    "original": "the moment of the first path at which it first differs",
    "repeated": "the moment of the second path in its place",
    "isOnlyInState": "whether only the state differs there",
    "patch": .value("the changes from the state at the end of the first path to that of the second") {
      $0.change.patch(.plain)
    },
  ])

  /// A command of one path beside one of the other.
  public struct Row: JSONObject {
    package static let title = "ComparedCommands"
    package static let members = fields([
      "left": "the command of the first path", "right": "the command of the second path",
      "isSame": "whether both are the same commands and did the same",
    ])
    /// The command of the first path.
    public let left: Step?
    /// The command of the second path.
    public let right: Step?
    /// Whether both are the same commands and did the same.
    public let isSame: Bool

    package var sign: String {
      switch (left, right) {
      case (_?, nil): "<"
      case (nil, _?): ">"
      default: isSame ? " " : left?.command == right?.command ? "≠" : "|"
      }
    }
  }

  /// A command of a path.
  public struct Step: JSONObject {
    package static let title = "ComparedCommand"
    package static let members = fields([
      "command": "its text", "first": "its first moment", "last": "its last moment",
      "time": "the virtual time after it",
    ])
    /// Its text.
    public let command: String
    /// Its first moment.
    public let first: Int
    /// Its last moment.
    public let last: Int
    /// The virtual time after it.
    public let time: Duration
  }

  /// The name of the first path.
  public let left: String
  /// The name of the second path.
  public let right: String
  /// The commands of both, side by side.
  public let rows: [Row]
  /// The first row that differs; `nil` also if the states at the start do.
  public let firstRow: Int?
  /// The moment of the first path at which it first differs.
  public let original: MomentSummary?
  /// The moment of the second path in its place.
  public let repeated: MomentSummary?
  /// Whether only the state differs there.
  public let isOnlyInState: Bool
  /// The difference between the states there: after those moments if only the state differs, otherwise after the commands
  /// of the first row that differs.
  package let firstChange: StateChange?
  /// The change from the state at the end of the first path to that of the second.
  public let change: StateChange
  /// The moments at which the paths end; `nil` for a path through another session.
  package let ends: (left: Int?, right: Int?)

  public func lines(_ page: Page) -> [String] {
    guard firstChange != nil else { return firstDifference(page).map(page.dimmed) }
    let first = isOnlyInState ? firstChange?.linesBesideCause(page) ?? [] : []
    return firstDifference(page) + first + [""] + table(page) + ["", "at the end:"]
      + change.linesBesideCause(page)
  }

  /// Where the paths first differ, in words.
  package func firstDifference(_ page: Page) -> [String] {
    func text(_ moment: MomentSummary) -> String { "#\(moment.number) \(moment.event.elided(to: 60))" }
    switch (original, repeated) {
    case (let old?, let new?):
      guard isOnlyInState else { return page.firstDifference(old, new) }
      return [
        old.number == 0
          ? "first difference: the states at the start"
          : "first difference: the state after \(text(old)) and #\(new.number)"
      ]
    case (let old?, nil): return ["first difference: only on the left: \(text(old))"]
    case (nil, let new?): return ["first difference: only on the right: \(text(new))"]
    case (nil, nil):
      return ["\(left) and \(right) are the same: \(counted(rows.count, "command"))".controlCharactersEscaped]
    }
  }

  /// The number of consecutive rows without a difference that are not folded.
  private static var longest: Int { 6 }
  /// The number of such rows kept at each end of a fold.
  private static var kept: Int { 2 }

  /// A row, or the number of consecutive rows without a difference that are left out.
  package enum ShownRow {
    case row(Row, isFirst: Bool)
    case more(Int)
  }

  /// The rows, with long runs of rows without a difference folded.
  package var shownRows: [ShownRow] {
    var shown: [ShownRow] = []
    for run in rows.indices.runs(where: { rows[$0].isSame }) {
      let isFolded = rows[run[run.startIndex]].isSame && run.count > Self.longest
      let ends = isFolded ? [run.prefix(Self.kept), run.suffix(Self.kept)] : [run]
      for (place, end) in ends.enumerated() {
        if place > 0 { shown.append(.more(run.count - 2 * Self.kept)) }
        shown += end.map { .row(rows[$0], isFirst: $0 == firstRow) }
      }
    }
    return shown
  }

  private func table(_ page: Page) -> [String] {
    let width = max(((page.columns ?? 100) - 3) / 2, 16)
    func line(_ left: String, _ sign: String, _ right: String) -> String {
      (left.elided(to: width).padded(to: width) + " \(sign) " + right.elided(to: width)).trimmingSpacesAtEnd
    }
    func cell(_ step: Step?) -> String {
      step.map { "#\($0.last) +\($0.time.formatted)  \($0.command)".controlCharactersEscaped } ?? ""
    }
    var lines = [
      page.palette(.note, line(left.controlCharactersEscaped, " ", right.controlCharactersEscaped))
    ]
    for shown in shownRows {
      switch shown {
      case .more(let count):
        lines.append(page.dimmed("… \(counted(count, "more command")) without a difference"))
      case .row(let row, _):
        let text = line(cell(row.left), row.sign, cell(row.right))
        lines.append(row.isSame ? page.dimmed(text) : text)
      }
    }
    return lines
  }
}

extension Collection where Index == Int {
  /// The longest runs of consecutive elements that all satisfy a condition, or all do not.
  fileprivate func runs(where condition: (Element) -> Bool) -> [SubSequence] {
    var runs: [SubSequence] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || condition(self[index]) != condition(self[index + 1]) {
      runs.append(self[start...index])
      start = index + 1
    }
    return runs
  }
}
