import Core

/// A session's record as a tree.
///
/// A branch goes down; where another one leaves it, that one is drawn beside it first. A row is a command, with the
/// moment that it ended at, or a moment in the middle of one that a branch leaves, that has a mark or is the current one.
public struct TreeAnswer: Answer, JSONObject {
  public static let kind = "tree"
  package static let members: [JSONMember<Self>] = [
    JSONMember("rows", "the rows of the drawing, from the top") { $0.rows }
  ]

  /// A row of the drawing.
  public struct Row: JSONObject {
    package static let title = "TreeRow"
    package static let members: [JSONMember<Self>] =
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

    /// How many branches lead to it.
    public let depth: Int
    /// Whether a branch begins here.
    public let isFirst: Bool
    /// What it shows.
    public let content: Content

    fileprivate var moment: MomentRow? { if case .moment(let row) = content { row } else { nil } }
    fileprivate var leftOut: LeftOut? { if case .leftOut(let row) = content { row } else { nil } }
    fileprivate var fold: Fold? { if case .folded(let fold) = content { fold } else { nil } }
  }

  /// What a row shows.
  public enum Content {
    case moment(MomentRow)
    case leftOut(LeftOut)
    case folded(Fold)
  }

  /// A moment, as a row shows it.
  public struct MomentRow {
    /// The moment that the row is about.
    public let moment: MomentSummary
    /// The command that ended here, or what happened in the middle of one.
    public let title: String
    /// Its names.
    public let marks: [String]
    /// The words of the what-if that began here.
    public let trial: String?
    /// Whether it is on this line.
    public let isOnLine: Bool
  }

  /// A command that a what-if left out.
  public struct LeftOut {
    /// When it was due, in virtual time.
    public let time: Duration
    /// Its words.
    public let command: String
    /// Why it was left out.
    public let reason: String
  }

  /// Commands that one row stands for.
  public struct Fold {
    /// How many there are.
    public let count: Int
    /// The first moment of them.
    public let first: Int
    /// The last moment of them.
    public let last: Int
  }

  /// The rows of the drawing, from the top.
  public let rows: [Row]
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

  public func lines(_ page: Page) -> [String] {
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
