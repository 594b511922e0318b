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
    guard let firstChange else { return firstDifference(page).map(page.dimmed) }
    let first = isOnlyInState ? firstChange.linesBesideCause(page) : []
    return firstDifference(page) + first + [""] + table(page) + ["", "at the end:"]
      + change.linesBesideCause(page)
  }

  /// Where the paths first differ, in words.
  package func firstDifference(_ page: Page) -> [String] {
    func only(_ side: String, _ moment: MomentSummary) -> [String] {
      ["first difference: only on the \(side): \(moment.headline)".elided(to: page.columns ?? .max)]
    }
    switch (original, repeated) {
    case (let old?, let new?):
      guard isOnlyInState else { return page.firstDifference(old, new) }
      return [
        old.number == 0
          ? "first difference: the states at the start"
          : "first difference: the state after \(old.headline) and #\(new.number)"
      ]
    case (let old?, nil): return only("left", old)
    case (nil, let new?): return only("right", new)
    case (nil, nil):
      return ["\(left) and \(right) are the same: \(counted(rows.count, "command"))".controlCharactersEscaped]
    }
  }

  /// A row, or the number of consecutive rows without a difference that are left out.
  package enum ShownRow {
    case row(Row, isFirst: Bool)
    case more(Int)
  }

  /// The rows, with long runs of rows without a difference folded.
  package var shownRows: [ShownRow] {
    func shown(_ place: Int) -> ShownRow { .row(rows[place], isFirst: place == firstRow) }
    return rows.indices.runs { rows[$0].isSame }.flatMap { run in
      rows[run.lowerBound].isSame ? run.folded(shown) { .more($0.count) } : run.map(shown)
    }
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

extension Range<Int> {
  /// The longest ranges of consecutive elements that all satisfy a condition, or all do not.
  fileprivate func runs(where condition: (Int) -> Bool) -> [Range] {
    let starts = filter { $0 == lowerBound || condition($0) != condition($0 - 1) }
    return zip(starts, starts.dropFirst() + [upperBound]).map { $0..<$1 }
  }
}
