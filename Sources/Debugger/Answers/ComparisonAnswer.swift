import Core

/// Two paths through a history, or through those of two sessions, aligned by their commands.
public struct ComparisonAnswer: Answer, JSONObject {
  public static let kind = "comparison"
  package static let members = fields([
    "left": "the name of the first path", "right": "the name of the second path",
    "rows": "the commands of both, side by side",
    "firstRow": "the first row that differs, counted from 0; omitted if none does",
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

    fileprivate var sign: String {
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
  /// The first row that differs.
  public let firstRow: Int?
  /// The moment of the first path at which it first differs.
  public let original: MomentSummary?
  /// The moment of the second path in its place.
  public let repeated: MomentSummary?
  /// Whether only the state differs there.
  public let isOnlyInState: Bool
  /// The difference between the states at the first difference, if only they differ.
  let firstChange: StateChange?
  /// The change from the state at the end of the first path to that of the second.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] {
    let commands = counted(rows.count, "command")
    guard firstRow != nil else {
      return [page.dimmed("\(left) and \(right) are the same: \(commands)".controlCharactersEscaped)]
    }
    return firstDifference(page) + [""] + table(page) + ["", "at the end:"] + change.linesBesideCause(page)
  }

  private func firstDifference(_ page: Page) -> [String] {
    func text(_ moment: MomentSummary) -> String { "#\(moment.number) \(moment.event.elided(to: 60))" }
    switch (original, repeated) {
    case (let old?, let new?):
      guard let firstChange else { return page.firstDifference(old, new) }
      return ["first difference: the state after \(text(old)) and #\(new.number)"]
        + firstChange.linesBesideCause(page)
    case (let old?, nil): return ["first difference: only on the left: \(text(old))"]
    case (nil, let new?): return ["first difference: only on the right: \(text(new))"]
    case (nil, nil): return []
    }
  }

  /// The number of consecutive rows without a difference that are not folded.
  private static var longest: Int { 6 }
  /// The number of such rows kept at each end of a fold.
  private static var kept: Int { 2 }

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
    for run in rows.runs(where: \.isSame) {
      let isFolded = run.first?.isSame == true && run.count > Self.longest
      let shown = isFolded ? Array(run.prefix(Self.kept)) + Array(run.suffix(Self.kept)) : Array(run)
      for (index, row) in shown.enumerated() {
        if isFolded, index == Self.kept {
          lines.append(
            page.dimmed("… \(counted(run.count - 2 * Self.kept, "more command")) without a difference")
          )
        }
        let text = line(cell(row.left), row.sign, cell(row.right))
        lines.append(row.isSame ? page.dimmed(text) : text)
      }
    }
    return lines
  }
}

extension Array {
  /// The longest runs of consecutive elements that all satisfy a condition, or all do not.
  fileprivate func runs(where condition: (Element) -> Bool) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var start = 0
    for index in indices where index + 1 == count || condition(self[index]) != condition(self[index + 1]) {
      runs.append(self[start...index])
      start = index + 1
    }
    return runs
  }
}
