/// The menu below the line, which is walked with Tab and arrow keys; the selected entry is in the line.
struct OpenMenu {
  private var completions: [Completion]
  /// The word that was typed.
  let typed: String
  /// The entry that is in the line instead.
  private(set) var selection: Int?
  /// The first row that is shown.
  private var top = 0
  /// The action of the last key.
  var step = CompletionMenu.Step.next

  init(_ completions: [Completion], for word: String) {
    self.completions = completions
    typed = word
  }

  /// The text in the line.
  var inserted: String { selection.map { completions[$0].text } ?? typed }

  private static let backTab = Array("\u{1B}[Z".utf8)

  /// The action of keys in the menu; `nil` if they act on the line.
  func step(for keys: [KeyDecoder.Key], _ bindings: KeyBindings) -> CompletionMenu.Step? {
    guard keys.count == 1 else { return nil }
    switch keys[0] {
    case .character("\u{1B}"): return .restore
    case .character("\r"), .character("\n"): return selection.map { _ in .accept }
    case .character(let scalar):
      switch bindings.command(of: scalar) {
      case "shell-complete": return .next
      case "shell-newer": return .down
      case "shell-older": return .up
      default: return nil
      }
    case .sequence(Self.backTab): return .previous
    case .sequence(let bytes):
      switch SpecialKey(sequence: bytes) {
      case .down: return .down
      case .up: return .up
      case .right: return selection.map { _ in .right }
      case .left: return selection.map { _ in .left }
      default: return nil
      }
    }
  }

  /// Selects the entry to which the last key leads.
  ///
  /// - Returns: Whether the menu remains open.
  mutating func walk(columns: Int) -> Bool {
    guard let entry = CompletionMenu(completions, columns: columns).entry(after: selection, step) else {
      return false
    }
    selection = entry
    return true
  }

  /// The entry that the last key keeps.
  var accepted: Completion? { step == .accept ? selection.map { completions[$0] } : nil }

  /// Updates the entries, because the session that they depend on may have continued.
  ///
  /// - Returns: Whether the menu remains open: it closes if its selected entry is gone.
  mutating func update(_ completions: [Completion]) -> Bool {
    guard completions != self.completions else { return true }
    let entry = selection.flatMap { _ in completions.firstIndex { $0.text == inserted } }
    guard !completions.isEmpty, (entry == nil) == (selection == nil) else { return false }
    self.completions = completions
    selection = entry
    return true
  }

  /// Adds as many rows as the screen has room for, among them that of the selected entry.
  mutating func put(in image: inout LineImage, isANSI: Bool) {
    let layout = CompletionMenu(completions, columns: image.columns)
    var room = image.rows - image.end.row - 1
    guard room > 0 else { return }
    let showsPlace = layout.rowCount > room && room > 1
    if showsPlace { room -= 1 }
    let selected = selection.map { $0 % layout.rowCount } ?? 0
    top = min(max(top, selected - room + 1), selected, max(layout.rowCount - room, 0))
    let rows = top..<min(top + room, layout.rowCount)
    for row in rows {
      image.put("\n")
      for piece in layout.pieces(ofRow: row) {
        let isSelected = piece.entry != nil && piece.entry == selection
        image.put(piece.text, isSelected && isANSI ? ScreenCodes.inverse : "")
      }
    }
    guard showsPlace else { return }
    image.put("\n")
    let place = "rows \(rows.lowerBound + 1) to \(rows.upperBound) of \(layout.rowCount)"
    image.put(place.truncated(to: image.columns - 1), isANSI ? Style.dimmed.sequence : "")
  }
}
