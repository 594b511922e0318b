/// The menu of completions below the line, which is walked with Tab and arrow keys; the selected entry is in the line.
///
/// The entries run down aligned columns, as in `ls`. There are 3 spaces between columns, and at least 2 before a summary.
struct CompletionMenu {
  private var completions: [Completion]
  /// The word that was typed.
  let typed: String
  /// The entry that is in the line instead.
  private(set) var selection: Int?
  /// The first row that is shown.
  private var top = 0
  /// The action of the last key.
  var step = Step.next

  /// The width of the screen for which the entries are laid out.
  private var columns: Int
  /// The number of rows.
  private(set) var rowCount = 0
  /// The texts of the entries.
  private var cells: [String] = []
  /// The width of a column of entries, without the gap.
  private var width = 0

  /// Creates a menu in which no entry is selected.
  ///
  /// - Parameters:
  ///   - completions: The entries. Their control characters are escaped.
  ///   - word: The word that was typed.
  ///   - columns: The width of the screen. The last column stays empty.
  /// - Complexity: O(*n*) in the number of characters of all entries.
  init(_ completions: [Completion], for word: String, columns: Int) {
    self.completions = completions
    typed = word
    self.columns = columns
    layOut()
  }

  /// The text in the line.
  var inserted: String { selection.map { completions[$0].text } ?? typed }

  /// What a key does.
  enum Step {
    case next, previous, up, down, left, right
    /// Keeps the selected entry.
    case accept
    /// Restores what was typed.
    case restore
  }

  private static let backTab = Array("\u{1B}[Z".utf8)

  /// The action of keys in the menu; `nil` if they act on the line.
  func step(for keys: [KeyDecoder.Key], _ bindings: KeyBindings) -> Step? {
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
  mutating func walk() -> Bool {
    let next: Int? =
      switch step {
      case .next, .down: selection.map { ($0 + 1) % cells.count } ?? 0
      case .previous, .up: ((selection ?? 0) + cells.count - 1) % cells.count
      case .right: selection.map { $0 + rowCount < cells.count ? $0 + rowCount : $0 }
      case .left: selection.map { $0 >= rowCount ? $0 - rowCount : $0 }
      case .accept, .restore: nil
      }
    guard let next else { return false }
    selection = next
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
    layOut()
    return true
  }

  /// Makes the cells of the entries, and divides them among rows of fewer than `columns` cells.
  private mutating func layOut() {
    let entries = completions.map {
      (label: $0.label.controlCharactersEscaped, summary: $0.summary.controlCharactersEscaped)
    }
    // The last column of the terminal stays empty: a full row would wrap, and some terminals then add an empty one.
    let available = max(columns - 1, 1)
    let labelWidth = min(
      entries.map(\.label.cellWidth).max() ?? 0,
      // Leaves room for a useful summary, if there is room for both.
      available < 30 ? available : available * 2 / 3
    )
    let room = available - labelWidth - 2
    cells = entries.map { label, summary in
      guard !summary.isEmpty, room > 0 else { return label.elided(to: available) }
      return label.elided(to: labelWidth).padded(to: labelWidth + 2) + summary.elided(to: room)
    }
    width = min(cells.map(\.cellWidth).max() ?? 0, available)
    let columnCount = min(max((available + 3) / (width + 3), 1), max(cells.count, 1))
    rowCount = (cells.count + columnCount - 1) / columnCount
  }

  /// The entries of a row, with the spaces between them: their texts, and their numbers.
  func pieces(ofRow row: Int) -> [(text: String, entry: Int?)] {
    var pieces: [(text: String, entry: Int?)] = []
    for entry in stride(from: row, to: cells.count, by: rowCount) {
      if entry > row {
        let gap = width - cells[entry - rowCount].cellWidth + 3
        pieces.append((String(repeating: " ", count: gap), nil))
      }
      pieces.append((cells[entry], entry))
    }
    return pieces
  }

  /// Adds as many rows as the screen has room for, among them that of the selected entry.
  mutating func put(in image: inout LineImage, isANSI: Bool) {
    if columns != image.columns {
      columns = image.columns
      layOut()
    }
    var room = image.rows - image.end.row - 1
    guard room > 0 else { return }
    let showsPlace = rowCount > room && room > 1
    if showsPlace { room -= 1 }
    let selected = selection.map { $0 % rowCount } ?? 0
    top = min(max(top, selected - room + 1), selected, max(rowCount - room, 0))
    let rows = top..<min(top + room, rowCount)
    for row in rows {
      image.put("\n")
      for piece in pieces(ofRow: row) {
        let isSelected = piece.entry != nil && piece.entry == selection
        image.put(piece.text, isSelected && isANSI ? ScreenCodes.inverse : "")
      }
    }
    guard showsPlace else { return }
    image.put("\n")
    let place = "rows \(rows.lowerBound + 1) to \(rows.upperBound) of \(rowCount)"
    image.put(place.truncated(to: image.columns - 1), isANSI ? Style.dimmed.sequence : "")
  }
}
