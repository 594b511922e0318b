import Core

/// The history of a session as a tree.
///
/// A row shows a command and the moment at which it ended, or a moment within a command that is marked, current, or the
/// start of a branch.
public struct TreeAnswer: Answer, JSONObject {
  package static let members = fields([
    "rows": "the rows; a branch comes right after the moment that it leaves"
  ])

  /// A row of the drawing.
  public struct Row: JSONObject {
    package static let title = "TreeRow"
    package static let members =
      fields([
        "depth": "the number of branches that lead to it",
        "isFirst": "whether it begins a branch",
      ])
      + fields(of: { $0.moment }, isRequired: false)
      + fields(of: { $0.leftOut }, isRequired: false)
      + fields(of: { $0.fold }, isRequired: false)

    /// The number of branches that lead to it.
    public let depth: Int
    /// Whether it begins a branch.
    public let isFirst: Bool
    /// The content.
    public let content: Content

    fileprivate var moment: MomentRow? { if case .moment(let row) = content { row } else { nil } }
    fileprivate var leftOut: LeftOut? { if case .leftOut(let row) = content { row } else { nil } }
    fileprivate var fold: Fold? { if case .folded(let fold) = content { fold } else { nil } }
  }

  /// The content of a row.
  public enum Content {
    /// A moment.
    case moment(MomentRow)
    /// A command that failed when its branch was replayed.
    case leftOut(LeftOut)
    /// Several rows in one.
    case folded(Fold)
  }

  /// A row for a moment.
  public struct MomentRow: JSONObject {
    package static let members = fields([
      "moment": .value("the moment") { $0.moment.number },
      "time": .value("its virtual time") { $0.moment.time },
      "title": "the command that ended there, or the event",
      "marks": .value("its marks") { $0.marks.nonEmpty },
      "trial": "the what-if that began there",
      "isCurrent": .value("whether it is the current moment") { $0.moment.isCurrent },
      "isOnLine": "whether it is on this branch",
    ])
    /// The moment.
    public let moment: MomentSummary
    /// The command that ended here, or the event if the moment is within a command.
    public let title: String
    /// Its marks.
    public let marks: [String]
    /// The label of the what-if that began here.
    public let trial: String?
    /// Whether it is on this line.
    public let isOnLine: Bool
  }

  /// A command that a what-if omitted.
  public struct LeftOut: JSONObject {
    package static let members = fields([
      "leftOut": .value("a command omitted by a what-if") { $0.command }, "reason": "why it was omitted",
    ])
    /// The virtual time at which it was due.
    public let time: Duration
    /// The label of the command.
    public let command: String
    /// Why it was omitted.
    public let reason: String
  }

  /// Commands that are folded into one row.
  public struct Fold: JSONObject {
    package static let members = fields([
      "folded": .value("the number of commands folded into the row") { $0.count },
      "first": "the first moment of the folded commands", "last": "the last moment of the folded commands",
    ])
    /// The number of commands.
    public let count: Int
    /// Their first moment.
    public let first: Int
    /// Their last moment.
    public let last: Int
  }

  /// The rows; a branch comes right after the moment that it leaves.
  public let rows: [Row]
}

// As text.
extension TreeAnswer {
  /// The widths of the columns.
  private struct Columns {
    let number: Int
    let time: Int
  }

  public func lines(_ page: Page) -> [String] {
    let moments = rows.compactMap { $0.moment?.moment }
    let columns = Columns(
      number: moments.map { "#\($0.number)".count }.max() ?? 0,
      time: moments.map { "+\($0.time.formatted)".count }.max() ?? 0
    )
    return TreeDrawing(rows, columns: page.columns).lines.map { line(rows[$0.row], $0.indent, columns, page) }
  }

  private func line(_ row: Row, _ indent: String, _ columns: Columns, _ page: Page) -> String {
    func cut(_ text: String) -> String {
      page.columns.map { text.elided(to: max($0 - indent.cellWidth, 1)) } ?? text
    }
    switch row.content {
    case .folded(let fold):
      let text = "\(indent)┆  \(fold.count) commands, #\(fold.first) to #\(fold.last)"
      return page.palette(.dimmed, page.columns.map { text.elided(to: $0) } ?? text)
    case .leftOut(let leftOut):
      let place = "-".padded(to: columns.number) + " " + "+\(leftOut.time.formatted)".padded(to: columns.time)
      let text = "\(place)  \(leftOut.command) (\(leftOut.reason))".controlCharactersEscaped
      return indent + page.palette(.dimmed, cut(text))
    case .moment(let row):
      let text = cut(text(of: row, columns))
      return indent + page.palette(row.moment.isCurrent ? .strong : row.isOnLine ? nil : .dimmed, text)
    }
  }

  private func text(of row: MomentRow, _ columns: Columns) -> String {
    let moment = row.moment
    let place =
      "#\(moment.number)".padded(to: columns.number) + " "
      + "+\(moment.time.formatted)".padded(to: columns.time)
    var parts = ["\(place)  \(row.title.controlCharactersEscaped.elided(to: 60))"]
    if !row.marks.isEmpty { parts.append("[\(row.marks.joined(separator: ", "))]") }
    if let trial = row.trial { parts.append("(\(trial.controlCharactersEscaped.elided(to: 40)))") }
    if moment.isCurrent { parts.append("← here") }
    return parts.joined(separator: " ")
  }
}
