import CLibedit

extension LineEditor {
  /// Whether the terminal moves its cursor and erases with the usual escape sequences.
  var movesByEscapes: Bool { libedit?.movesByEscapes ?? false }

  /// Whether to ask the terminal to mark pasted text; terminals that cannot ignore the request.
  var marksPastes: Bool { movesByEscapes }

  /// Prints `text` above the line being edited, which keeps its content and cursor.
  ///
  /// Call it from `onWake` or a completion. Outside `readLine` it simply prints.
  ///
  /// - Parameter text: The text, printed as is; control characters from data must have been escaped.
  /// - Complexity: O(*n*) in the length of the text and the line.
  package func printAbove(_ text: String) {
    guard !text.isEmpty else { return }
    let text = text.hasSuffix("\n") ? text : text + "\n"
    guard let libedit else { return printPlainly(text) }
    guard signals != nil else { return libedit.emit(text) }
    eraseLine()
    libedit.emit(text)
    redraw()
  }

  /// Lets `body` print to the terminal above the line, and redraws the line below the output.
  ///
  /// Call it from `onWake` or `onTick`.
  ///
  /// - Parameters:
  ///   - prompt: Returns the new prompt, called after `body`; `nil` keeps the current one.
  ///   - body: Prints complete lines.
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

  /// Replaces the prompt of the current line.
  ///
  /// The prompt is kept if the line is longer than the screen, since all of it would have to be redrawn, and on
  /// terminals that cannot redraw.
  package func showPrompt(_ text: String) {
    let prompt = Prompt(text)
    guard signals != nil, movesByEscapes, prompt.marked != self.prompt.marked else { return }
    guard layout().end.row < terminal.size.rows else { return }
    eraseLine()
    setPrompt(prompt)
    redraw()
  }

  /// Sets the prompt that libedit draws the next time.
  func setPrompt(_ prompt: Prompt) {
    self.prompt = prompt
    promptBuffer.set(prompt.marked)
  }

  /// Redraws after the window was resized. Most terminals have rewrapped the rows, so the line's position follows from
  /// the new width.
  func resize() {
    guard let libedit else { return }
    guard !isPaging else { return interruption = .resize }
    eraseLine()
    libedit.resize(to: terminal.size)
    redraw()
  }

  /// Draws prompt and line at the terminal's cursor, at the current width of the window.
  func redraw() {
    drawnColumns = terminal.size.columns
    wasDrawnAtOnce = true
    // Also if what it draws is dropped: after a resize, its cursor may be outside of its cells, where it would write.
    libedit?.refresh()
    guard var drawing else { return }
    drawing.cursor = LineLayout(columns: drawnColumns)
    drawing.end = drawing.cursor
    self.drawing = drawing
    _ = drawsWithoutLibedit()
  }

  /// Shows that the line was discarded.
  func showInterrupt() {
    moveBehindLine()
    libedit?.emit("^C\n")
  }

  /// Moves the cursor to a new row below the line.
  func moveBelowLine() {
    moveBehindLine()
    libedit?.emit("\n")
  }

  /// Moves the cursor to the start of a row, after a program that may have left it in the middle of one.
  package func startRow() {
    guard let libedit, movesByEscapes else { return }
    // From the start of a row, the spaces just fill it; from the middle, they continue on the next one.
    libedit.emit(String(repeating: " ", count: terminal.size.columns) + "\r\u{1B}[J")
  }

  /// Moves the cursor to the first cell of the prompt and clears everything after it.
  func eraseLine() {
    guard let libedit else { return }
    guard movesByEscapes else { return libedit.emit("\n") }
    let row = layout().cursor.row(inColumns: terminal.size.columns, wasDrawnAtOnce: wasDrawnAtOnce)
    libedit.emit("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J")
  }

  private func moveBehindLine() {
    guard let libedit, movesByEscapes else { return }
    let (cursor, end) = layout()
    // Uses line feeds because they scroll at the bottom of the screen, where escape sequences stop.
    libedit.emit(String(repeating: "\n", count: end.row - cursor.row) + "\r")
    if end.column > 0 { libedit.emit("\u{1B}[\(end.column)C") }
  }

  /// The positions of the cursor and the end of the line, relative to the row where the prompt begins.
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
