import Core

/// The difference between the states of two moments, computed lazily.
public struct StateChange {
  let from: AnyMoment
  let to: AnyMoment
  /// The presentations at the second moment that the first does not have. They are described instead of the
  /// changes of the state that present them.
  var presented: () -> [ScreenAnswer.Presented] = { [] }

  /// The difference in CustomDump's format; `nil` if there is none.
  public func text() -> String? { diff(from, to, format: .withMoves) }

  /// The changes as a JSON Patch, in a form.
  package func patch(_ form: JSONForm) -> JSON { jsonPatch(from: from, to: to, as: form).map(\.json).json }

  /// The difference as text.
  public func lines(_ page: Page) -> [String] {
    text().map(page.difference) ?? [page.dimmed("  (No state changes)")]
  }

  /// The difference in the page's style, next to what caused it.
  package func linesBesideCause(_ page: Page) -> [String] {
    switch page.diff {
    case .full: return lines(page)
    case .net, .moments:
      var lines = ChangeLines(page, presented: presented())
      forEachChange(from: from, to: to, findsMoves: true, isWhole: ValueOutline.areShort) { lines.add($0) }
      return lines.lines
    case .off: return []
    }
  }
}

/// The change of an expression's value between two moments.
public struct ValueChange: JSONObject {
  package static let members = fields([
    "expression": "the expression as typed",
    "old": "the value before, as text",
    "new": "the value after, as text",
  ])

  /// The expression as typed.
  public let expression: String
  /// The value before, as text; `nil` if there is none.
  public let old: String?
  /// The value after, as text.
  public let new: String?
  /// The difference in CustomDump's format, if the values can be compared.
  public let difference: () -> String?

  /// The old and the new value on one line if both are short, or else the difference.
  public func lines(_ page: Page) -> [String] {
    let name = expression.controlCharactersEscaped
    let texts = [old ?? "missing", new ?? "missing"]
    if texts.allSatisfy({ !$0.contains("\n") && $0.count <= 60 }) {
      return ["\(name): \(texts[0].controlCharactersEscaped) → \(texts[1].controlCharactersEscaped)"]
    }
    let both = zip("-+", texts).flatMap { sign, text in text.dumpLines.map { "\(sign) \($0)" } }
    return ["\(name):"] + page.difference(difference() ?? both.joined(separator: "\n"))
  }
}

/// How changes of the state are shown with their cause.
public enum DiffStyle: Sendable {
  /// What a command changed in all, and the actions that effects sent meanwhile.
  case net
  /// Each moment with its action: a line for each change, and for each effect that started or ended.
  case moments
  /// In CustomDump's format.
  case full
  /// Not at all.
  case off
}

/// The layout of text: its colours, width, and level of detail.
public struct Page {
  /// The colours.
  public var palette: Palette
  /// The maximum width of a line in cells; `nil` for no limit.
  public var columns: Int?
  /// How changes of the state are shown with their cause.
  public var diff: DiffStyle
  /// The prefix of errors without a location in a script.
  public var program: String?
  /// Whether an expectation that holds is confirmed.
  public var confirmsExpectations: Bool

  /// Creates a layout, by default without colours or a maximum width.
  ///
  /// - Parameters:
  ///   - palette: The colours.
  ///   - columns: The maximum width of a line in cells; `nil` for no limit.
  ///   - diff: How changes of the state are shown with their cause.
  ///   - program: The prefix of errors without a location in a script.
  ///   - confirmsExpectations: Whether an expectation that holds is confirmed.
  public init(
    palette: Palette = Palette(isEnabled: false),
    columns: Int? = nil,
    diff: DiffStyle = .full,
    program: String? = nil,
    confirmsExpectations: Bool = false
  ) {
    self.palette = palette
    self.columns = columns
    self.diff = diff
    self.program = program
    self.confirmsExpectations = confirmsExpectations
  }

  /// Whether answers leave out what the user can ask for, as with ``DiffStyle/net``.
  package var isBrief: Bool { diff == .net }

  /// The width of a line in cells where there is no window.
  private static let usualWidth = 100

  /// The width of a line in cells.
  var width: Int { max(columns ?? Self.usualWidth, 40) }

  /// A coloured difference in CustomDump's format.
  public func difference(_ text: String) -> [String] {
    text.dumpLines.map { line in
      let style: Style =
        switch line.first {
        case "-": .removed
        case "+": .added
        case "~": .note
        default: .dimmed
        }
      return palette(style, line)
    }
  }

  /// The lines of a table.
  ///
  /// - Parameter none: What to say if it has no rows.
  package func lines(_ table: TextTable, orSay none: String? = nil) -> [String] {
    let lines = table.lines(palette: palette, width: columns)
    return lines.isEmpty ? none.map { [dimmed($0)] } ?? [] : lines
  }

  /// The lines of a table with a row for each element.
  package func table<Rows: Sequence>(
    of rows: Rows,
    orSay none: String? = nil,
    cells: (Rows.Element) -> [String]
  ) -> [String] {
    var table = TextTable()
    for row in rows { table.add(cells(row)) }
    return lines(table, orSay: none)
  }
}
