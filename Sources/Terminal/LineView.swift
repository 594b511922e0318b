import Core

/// The terminal's display while a line is read: the prompt, the text in colour, a suggestion, the menu, the matches of
/// a search, and output above them.
///
/// Only this code draws the line: from libedit's text and cursor, before each wait for a key. libedit draws it, too,
/// but into memory. While libedit searches, or reads a line of its own such as vi's `/`, its text has an additional row
/// that shows this.
package final class LineView {
  /// Returns the highlighted parts of a line.
  package var highlight: ((_ line: String) -> [Highlight])?
  /// The last line of the prompt, with escape sequences. It is drawn before the next wait for a key.
  package var prompt = ""
  /// How a line is being read: the terminal driver or this view shows it. `nil` between lines.
  var reading: Reading?
  /// The suggestion shown after the line.
  var suggestion: Substring?
  /// A hint shown after the line until the next key.
  var hint: String?
  /// The completions shown below the line.
  var menu: CompletionMenu?
  /// Whether libedit may be searching the history.
  var isSearching = false
  /// The contents of the screen.
  private(set) var shown = LineImage(columns: 80, rows: 24)
  private let terminal: Terminal
  private let codes: ScreenCodes
  private let history: HistoryFile
  /// Whether the terminal has the abilities that drawing needs.
  private let canDraw: Bool

  enum Reading { case plainly, editing }

  /// - Parameters:
  ///   - codes: The terminal's sequences; `nil` if it is read without editing.
  ///   - history: The history that libedit searches.
  init(on terminal: Terminal, _ codes: ScreenCodes?, history: HistoryFile) {
    self.terminal = terminal
    self.codes = codes ?? ScreenCodes()
    self.history = history
    canDraw = codes != nil
  }

  /// The prompt without escape sequences.
  var plainPrompt: String { EscapeSequence.removed(from: prompt) }

  /// Sets the prompt, and prints its lines before the last, which is drawn with the line.
  func begin(prompt text: String) {
    let scalars = text.unicodeScalars
    let start = scalars.lastIndex(of: "\n").map(scalars.index(after:)) ?? text.startIndex
    prompt = String(text[start...])
    terminal.emit(String(text[..<start]))
  }

  /// Shows a prompt, after which the terminal driver echoes the line.
  func showPlainly(_ prompt: String) {
    reading = .plainly
    self.prompt = prompt
    forget(after: plainPrompt)
    shown.put(prompt: plainPrompt)
    shown.cursor = shown.end
  }

  /// Discards the display after and below the line.
  func closeAll() {
    suggestion = nil
    hint = nil
    menu = nil
    isSearching = false
  }
}

// Drawing.
extension LineView {
  /// Draws a line whose editing is finished, with the cursor at its end, and nothing after it.
  func drawAtEnd(_ line: String) {
    closeAll()
    draw(LineText(string: line, cursor: .max))
  }

  /// Draws the line as it is now.
  func draw(_ text: LineText) {
    var image = LineImage(columns: shown.columns, rows: shown.rows, joinsRows: codes.joinsRows)
    image.put(prompt: prompt)
    let line = text.string
    let styles = styles(of: line)
    var (index, offset) = (0, 0)
    for character in line.graphemes {
      let start = image.put(character, styles[offset])
      offset += character.utf8.count
      let next = index + character.unicodeScalars.count
      if (index..<next).contains(text.cursor) { image.cursor = start }
      index = next
    }
    if text.cursor >= index { image.cursor = image.end }
    putSuggestion(in: &image)
    menu?.put(in: &image, isANSI: codes.isANSI)
    if isSearching {
      let search = HistorySearch(line)
      isSearching = search != nil
      if codes.isANSI { search?.putMatches(of: history.entries, in: &image) }
    }
    image.keepCursorVisible(after: shown)
    terminal.emit(image.update(from: shown, codes))
    shown = image
  }

  /// The escape sequences that set the style of each byte.
  private func styles(of line: String) -> [String] {
    var styles = [String](repeating: "", count: line.utf8.count)
    // A longer line has no colours, because each key press would parse all of it.
    guard let highlight, codes.isANSI, line.unicodeScalars.count <= 2000 else { return styles }
    for highlight in highlight(line) {
      for index in highlight.range.clamped(to: styles.indices) { styles[index] = highlight.style.sequence }
    }
    return styles
  }

  /// Adds as much of the hint or the suggestion as the row has room for.
  private func putSuggestion(in image: inout LineImage) {
    guard let suggestion = hint.map({ $0[...] }) ?? suggestion else { return }
    let line = suggestion.prefix { !$0.isNewline }
    let text = String(line).controlCharactersEscaped + (line.endIndex < suggestion.endIndex ? "…" : "")
    let room = image.columns - image.end.column - 1
    let visible = room < 2 ? "" : text.truncated(to: room)
    image.put(visible, Style.dimmed.sequence)
    if visible.isEmpty { self.suggestion = nil }
  }

  /// Clears the line from the screen. The next wait for a key draws it at the terminal's cursor, which is at the start
  /// of a row, in the window as it is now.
  ///
  /// Most terminals have wrapped the rows anew if the window was resized, so the line's position follows from the new
  /// width.
  func erase() {
    let rows = shown.rowsAboveCursor(inColumns: terminal.size.columns)
    forget(after: "\r" + codes.up(rows) + codes.eraseBelow)
  }

  /// Starts to draw at the start of the cursor's row.
  func startAgain() { forget(after: "\r" + codes.eraseBelow) }

  /// Sends sequences after which nothing of the line is on the screen, and the cursor is at the start of a row.
  func forget(after sequences: String = "") {
    terminal.emit(sequences)
    let size = terminal.size
    shown = LineImage(columns: size.columns, rows: size.rows, joinsRows: codes.joinsRows)
  }

  /// Clears the screen.
  func clear() { forget(after: codes.clear) }

  /// Moves the cursor to a new row below the line.
  func leave(_ line: String, showing text: String = "") {
    drawAtEnd(line)
    forget(after: text + "\n")
  }
}

// Output around the line.
extension LineView {
  /// Lets `body` print to the terminal above the line, which keeps its content and cursor, and is drawn again below the
  /// output.
  ///
  /// Call it from `onTick`. Outside `readLine` it simply prints.
  ///
  /// - Parameter body: Prints complete lines, and may change the prompt. Control characters from data must have been
  ///   escaped.
  package func printAbove(_ body: () -> Void) {
    switch reading {
    case nil: return body()
    case .editing: erase()
    case .plainly: terminal.emit("\n")
    }
    body()
    if reading == .plainly { terminal.emit(plainPrompt) }
  }

  /// Clears the last line read, which was empty, and the output above it from the screen.
  ///
  /// - Parameter lines: The output, without line breaks.
  package func takeBack(_ lines: [String]) {
    let size = terminal.size
    let rows = lines.reduce(1) { $0 + max(1, ($1.cellWidth + size.columns - 1) / size.columns) }
    if canDraw, rows < size.rows { terminal.emit(codes.up(rows) + "\r" + codes.eraseBelow) }
  }

  /// Moves the cursor to the start of a row, after a program that may have left it in the middle of one.
  package func startRow() {
    // From the start of a row, the spaces just fill it; from the middle, they continue on the next one.
    if canDraw {
      terminal.emit(String(repeating: " ", count: terminal.size.columns) + "\r" + codes.eraseBelow)
    }
  }
}
