import Core

/// An alert or a dialog as the shell draws it: title, message, and buttons with the numbers that `press` takes.
struct PromptBox: Equatable {
  /// The width that text is wrapped to, in terminal cells.
  private static let width = 60

  // Two alerts may read the same and still be two: the second one has to be shown too.
  private let id: PresentationValueID
  private let title: [String]
  private let message: [String]
  private let buttons: [String]
  private let roles: [ButtonStateRole?]

  init(_ prompt: PresentedPrompt<some Any>) {
    id = prompt.id
    title = Self.lines(of: prompt.title)
    message = Self.lines(of: prompt.message)
    var table = TextTable()
    for (number, button) in prompt.buttons.enumerated() {
      table.add("\(number)", button.shownLabel.truncated(to: Self.width), button.role?.text ?? "")
    }
    buttons = table.lines(palette: Palette(isEnabled: false))
    roles = prompt.buttons.map(\.role)
  }

  /// The lines of a text, which has its own and is wrapped besides.
  private static func lines(of text: TextState?) -> [String] {
    guard let text = text.map({ String(state: $0) }), !text.isEmpty else { return [] }
    return text.dumpLines.flatMap { $0.wrapped(to: width) }
  }

  /// The box, without line breaks.
  func lines(palette: Palette) -> [String] {
    var rows: [(text: String, style: Style?)] = title.map { ($0, .strong) }
    rows += message.map { ($0, nil) }
    if !rows.isEmpty { rows.append(("", nil)) }
    rows += zip(buttons, roles).map { ($0, $1?.style) }
    let width = rows.map(\.text.cellWidth).max() ?? 0
    let edge = String(repeating: "─", count: width + 2)
    let side = palette(.dimmed, "│")
    let lines = rows.map { row in
      let blanks = String(repeating: " ", count: width - row.text.cellWidth)
      return "\(side) \(row.style.map { palette($0, row.text) } ?? row.text)\(blanks) \(side)"
    }
    return [palette(.dimmed, "┌\(edge)┐")] + lines + [palette(.dimmed, "└\(edge)┘")]
  }
}

extension PresentedPrompt.Button {
  /// What the button reads, on one line and free of control characters.
  var shownLabel: String { String(state: label).controlCharactersEscaped }
}

extension ButtonStateRole {
  /// The role as the shell names it.
  var text: String {
    switch self {
    case .cancel: "cancel"
    case .destructive: "destructive"
    }
  }

  fileprivate var style: Style {
    switch self {
    case .cancel: .dimmed
    case .destructive: .removed
    }
  }
}
