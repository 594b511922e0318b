import Core

/// An alert or a dialog: title, message, and buttons with the numbers that `press` takes.
public struct PromptBox: Equatable, JSONObject {
  package static let title = "Prompt"
  package static let members = fields([
    "title": "its title",
    "message": "its message",
    "buttons": "its buttons",
  ])

  /// A button.
  public struct Button: Equatable, JSONObject {
    package static let members = fields([
      "number": "the number that 'press' takes",
      "label": "its label",
      "role": .value("cancel or destructive") { $0.role?.text },
    ])

    /// The number that 'press' takes.
    public let number: Int
    /// Its label.
    public let label: String
    /// Cancel or destructive.
    public let role: ButtonStateRole?
  }

  // Two alerts with the same text are still distinct: the second one must be shown as well.
  private let id: PresentationValueID
  package let title: String?
  package let message: String?
  package let buttons: [Button]

  init(_ prompt: PresentedPrompt<some Any>) {
    id = prompt.id
    title = prompt.title.map { String(state: $0) }
    message = prompt.message.map { String(state: $0) }
    buttons = prompt.buttons.enumerated().map { number, button in
      Button(number: number, label: button.shownLabel, role: button.role)
    }
  }
}

// As text.
extension PromptBox {
  /// The maximum width of text in terminal cells.
  private static let width = 60

  /// The box, without line breaks.
  public func lines(palette: Palette) -> [String] {
    var table = TextTable()
    for button in buttons {
      table.add("\(button.number)", button.label.truncated(to: Self.width), button.role?.text ?? "")
    }
    var rows: [(text: String, style: Style?)] = Self.wrapped(title).map { ($0, .strong) }
    rows += Self.wrapped(message).map { ($0, nil) }
    if !rows.isEmpty { rows.append(("", nil)) }
    rows += zip(table.lines(palette: Palette(isEnabled: false)), buttons).map { ($0, $1.role?.style) }
    let width = rows.map(\.text.cellWidth).max() ?? 0
    let edge = String(repeating: "─", count: width + 2)
    let side = palette(.dimmed, "│")
    let lines = rows.map { row in
      let spaces = "".padded(to: width - row.text.cellWidth)
      return "\(side) \(palette(row.style, row.text))\(spaces) \(side)"
    }
    return [palette(.dimmed, "┌\(edge)┐")] + lines + [palette(.dimmed, "└\(edge)┘")]
  }

  /// The lines of a text, wrapped in addition to its own line breaks.
  private static func wrapped(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    return text.dumpLines.flatMap { $0.wrapped(to: width) }
  }
}

extension PresentedPrompt.Button {
  /// The label of the button on one line, without control characters.
  public var shownLabel: String { String(state: label).controlCharactersEscaped }
}

extension ButtonStateRole {
  /// The name of the role in the shell.
  public var text: String {
    "\(self)"
  }

  fileprivate var style: Style {
    switch self {
    case .cancel: .dimmed
    case .destructive: .removed
    }
  }
}
