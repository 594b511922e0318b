import CLibedit

extension LineEditor {
  /// Whether the terminal moves its cursor and erases by the usual escape sequences.
  var movesByEscapes: Bool { libedit?.movesByEscapes ?? false }

  /// Whether the terminal can be asked to mark pasted text; those that cannot ignore being asked.
  var marksPastes: Bool { movesByEscapes }

  /// Prints `text` above the line that is being edited, which stays as it is, with its cursor.
  ///
  /// Call it from `onWake` or a completion. Outside of `readLine` it just prints.
  ///
  /// - Parameter text: shown as it is, so control characters that come from data must have been escaped.
  /// - Complexity: O(n), n the text and the line.
  package func printAbove(_ text: String) {
    guard !text.isEmpty else { return }
    let text = text.hasSuffix("\n") ? text : text + "\n"
    guard let libedit else { return printPlainly(text) }
    guard signals != nil else { return libedit.emit(text) }
    eraseLine()
    libedit.emit(text)
    redraw()
  }

  /// Prints above the line whatever `body` prints to the terminal by itself, and draws the line again below it.
  ///
  /// Call it from `onWake` or `onTick`.
  ///
  /// - Parameters:
  ///   - prompt: what stands before the line from now on, asked for after `body`; nil for what stands there now.
  ///   - body: prints whole lines.
  package func printAbove(prompt: (() -> String)? = nil, _ body: () -> Void) {
    guard signals != nil else { return body() }
    if libedit == nil { leavePlainLine() } else { eraseLine() }
    body()
    if let text = prompt?() {
      setPrompt(Prompt(text))
      plainPrompt = EscapeSequence.removed(from: text)
    }
    if libedit == nil { showPlainPrompt() } else { redraw() }
  }

  /// Takes the line off the screen that was read last, in which there was no text, and what was printed above it.
  ///
  /// - Parameter lines: What was printed, without line breaks.
  package func takeBack(_ lines: [String]) {
    let size = terminal.size
    let rows = lines.reduce(1) { $0 + max(1, ($1.cellWidth + size.columns - 1) / size.columns) }
    if movesByEscapes, rows < size.rows { libedit?.emit("\u{1B}[\(rows)A\r\u{1B}[J") }
  }

  /// Shows another prompt before the line from now on.
  ///
  /// It is left as it is where the line is longer than the screen, which would have to be drawn anew, and on terminals
  /// that cannot draw anything anew.
  package func showPrompt(_ text: String) {
    let prompt = Prompt(text)
    guard signals != nil, movesByEscapes, prompt.marked != self.prompt.marked else { return }
    guard layout().end.row < terminal.size.rows else { return }
    eraseLine()
    setPrompt(prompt)
    redraw()
  }

  /// Has libedit draw another prompt the next time it draws.
  func setPrompt(_ prompt: Prompt) {
    self.prompt = prompt
    promptBuffer.set(prompt.marked)
  }

  /// After the window has changed: most terminals have wrapped the rows anew, so the line is where the new width
  /// puts it.
  func resize() {
    guard let libedit else { return }
    guard !isPaging else { return interruption = .resize }
    eraseLine()
    libedit.resize(to: terminal.size)
    redraw()
  }

  /// Draws prompt and line where the terminal's cursor is, at the width that the window has now.
  func redraw() {
    drawnColumns = terminal.size.columns
    wasDrawnAtOnce = true
    guard var drawing else {
      libedit?.refresh()
      return
    }
    drawing.cursor = LineLayout(columns: drawnColumns)
    drawing.end = drawing.cursor
    self.drawing = drawing
    _ = drawsWithoutLibedit()
  }

  /// Shows that the line is dropped.
  func showInterrupt() {
    moveBehindLine()
    libedit?.emit("^C\n")
  }

  /// Puts the cursor on a new row below the line.
  func moveBelowLine() {
    moveBehindLine()
    libedit?.emit("\n")
  }

  /// Puts the cursor on the prompt's first cell and clears everything from there on.
  func eraseLine() {
    guard let libedit else { return }
    guard movesByEscapes else { return libedit.emit("\n") }
    let row = layout().cursor.row(inColumns: terminal.size.columns, wasDrawnAtOnce: wasDrawnAtOnce)
    libedit.emit("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J")
  }

  private func moveBehindLine() {
    guard let libedit, movesByEscapes else { return }
    let (cursor, end) = layout()
    // Line feeds, as they also move where escape sequences stop: at the bottom of the screen.
    libedit.emit(String(repeating: "\n", count: end.row - cursor.row) + "\r")
    if end.column > 0 { libedit.emit("\u{1B}[\(end.column)C") }
  }

  /// Where the cursor and the end of the line are, from the row where the prompt begins.
  func layout() -> (cursor: LineLayout, end: LineLayout) {
    if let drawing { return (drawing.cursor, drawing.end) }
    var cursor = LineLayout(columns: drawnColumns)
    guard let (characters, count) = libedit?.line else { return (cursor, cursor) }
    cursor.put(prompt: prompt.visible)
    cursor.put(line: characters[..<count])
    var end = cursor
    end.put(line: characters[count...])
    return (cursor, end)
  }
}
