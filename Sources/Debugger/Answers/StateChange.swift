import Core

/// How the states of two moments differ. It is found out when it is asked for.
public struct StateChange {
  /// The difference in the format of CustomDump; `nil` if there is none.
  public let text: () -> String?
  /// The changes as a JSON Patch.
  package let patch: () -> JSON

  init<State, Action>(from old: Moment<State, Action>, to new: Moment<State, Action>) {
    text = { diff(old, new) }
    patch = { .array(jsonPatch(from: old, to: new).map(\.json)) }
  }

  public func lines(_ page: Page) -> [String] {
    text().map(page.difference) ?? [page.palette(.dimmed, "  (No state changes)")]
  }
}

/// How the value of an expression differs between two moments.
public struct ValueChange {
  /// What was typed.
  public let expression: String
  /// The value before, as text; `nil` where it is not there.
  public let old: String?
  /// The value after, as text.
  public let new: String?
  /// The difference in the format of CustomDump, if both can be compared.
  public let difference: () -> String?

  public func lines(_ page: Page) -> [String] {
    let name = expression.controlCharactersEscaped
    let texts = [old ?? "not there", new ?? "not there"]
    if texts.allSatisfy({ !$0.contains("\n") && $0.count <= 60 }) {
      return ["\(name): \(texts[0].controlCharactersEscaped) → \(texts[1].controlCharactersEscaped)"]
    }
    let both = zip("-+", texts).flatMap { sign, text in text.dumpLines.map { "\(sign) \($0)" } }
    return ["\(name):"] + page.difference(difference() ?? both.joined(separator: "\n"))
  }
}

extension ValueChange: JSONObject {
  package static let title = "ValueChange"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was typed") { $0.expression },
    JSONMember(optional: "old", "the value before, as text") { $0.old },
    JSONMember(optional: "new", "the value after, as text") { $0.new },
  ]
}

/// How text is laid out: its colours, and how much of it there is to be.
public struct Page {
  /// The colours.
  public let palette: Palette
  /// How many cells a line may have; `nil` for any number.
  public var columns: Int?
  /// Whether changes of the state are shown with what changed it.
  public var showsDiff: Bool
  /// What errors that have no place in a script begin with.
  public var program: String?
  /// Whether an expectation that holds is confirmed.
  public var confirmsExpectations: Bool

  /// Creates a layout, by default one without colours and of any width.
  ///
  /// - Parameters:
  ///   - palette: The colours.
  ///   - columns: How many cells a line may have; `nil` for any number.
  ///   - showsDiff: Whether changes of the state are shown with what changed it.
  ///   - program: What errors that have no place in a script begin with.
  ///   - confirmsExpectations: Whether an expectation that holds is confirmed.
  public init(
    palette: Palette = Palette(isEnabled: false),
    columns: Int? = nil,
    showsDiff: Bool = true,
    program: String? = nil,
    confirmsExpectations: Bool = false
  ) {
    self.palette = palette
    self.columns = columns
    self.showsDiff = showsDiff
    self.program = program
    self.confirmsExpectations = confirmsExpectations
  }

  /// A difference in the format of CustomDump, in colours.
  public func difference(_ text: String) -> [String] {
    text.dumpLines.map { line in
      switch line.first {
      case "-": palette(.removed, line)
      case "+": palette(.added, line)
      default: palette(.dimmed, line)
      }
    }
  }

  func lines(_ table: TextTable) -> [String] { table.lines(palette: palette, width: columns) }
}
