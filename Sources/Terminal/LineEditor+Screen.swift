import CLibedit
import Core

extension LineEditor {
  /// Whether to ask the terminal to mark pasted text; terminals that cannot ignore the request.
  var marksPastes: Bool { libedit != nil && codes.isANSI }

  /// Sends text, including escape sequences, to the terminal immediately.
  func emit(_ text: String) {
    guard !text.isEmpty else { return }
    Array(text.utf8).withUnsafeBytes {
      // A disconnected terminal also ends the input.
      _ = Descriptor.write($0, to: terminal.output, subject: "the terminal")
    }
  }

  /// Prints `text` above the line being edited, which keeps its content and cursor.
  ///
  /// Call it from `onWake` or a completion. Outside `readLine` it simply prints.
  ///
  /// - Parameter text: The text, printed as is; control characters from data must have been escaped.
  /// - Complexity: O(*n*) in the length of the text and the line.
  package func printAbove(_ text: String) {
    guard !text.isEmpty else { return }
    printAbove { emit(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// Lets `body` print to the terminal above the line, which is drawn again below the output.
  ///
  /// Call it from `onWake` or `onTick`.
  ///
  /// - Parameters:
  ///   - prompt: Returns the new prompt, called after `body`; `nil` keeps the current one.
  ///   - body: Prints complete lines.
  package func printAbove(prompt: (() -> String)? = nil, _ body: () -> Void) {
    guard signals != nil else { return body() }
    if isEditing { eraseLine() } else { emit("\n") }
    body()
    if let text = prompt?() { showPrompt(text) }
    if !isEditing { emit(plainPrompt) }
  }

  /// Takes the line off the screen that was read last, in which there was no text, and what was printed above it.
  ///
  /// - Parameter lines: What was printed, without line breaks.
  package func takeBack(_ lines: [String]) {
    let size = terminal.size
    let rows = lines.reduce(1) { $0 + max(1, ($1.cellWidth + size.columns - 1) / size.columns) }
    if libedit != nil, rows < size.rows { emit(codes.up(rows) + "\r" + codes.eraseBelow) }
  }

  /// Replaces the prompt of the current line, before the next wait for a key.
  package func showPrompt(_ text: String) { prompt = text }

  /// Moves the cursor to the start of a row, after a program that may have left it in the middle of one.
  package func startRow() {
    // From the start of a row, the spaces just fill it; from the middle, they continue on the next one.
    if libedit != nil {
      emit(String(repeating: " ", count: terminal.size.columns) + "\r" + codes.eraseBelow)
    }
  }

  /// Takes the line off the screen. The next wait for a key draws it at the terminal's cursor, which is at the start of a
  /// row, in the window as it is now.
  ///
  /// Most terminals have wrapped the rows anew if the window was resized, so the line's position follows from the new
  /// width.
  func eraseLine() {
    let rows = shown.rowsAboveCursor(inColumns: max(terminal.size.columns, 1))
    emit("\r" + codes.up(rows) + codes.eraseBelow)
    forgetLine()
  }

  /// Records that nothing of the line is on the screen, and that the cursor is at the start of a row.
  func forgetLine() {
    let size = terminal.size
    shown = LineImage(columns: size.columns, rows: size.rows, joinsRows: codes.joinsRows)
  }

  func ringBell() { emit("\u{07}") }

  /// Clears the screen.
  func clearScreen() {
    emit(codes.clear)
    forgetLine()
  }

  /// Moves the cursor to a new row below the line.
  func leaveLine(showing text: String = "") {
    paintAtEnd(libedit?.line.characters ?? [])
    emit(text + "\n")
    forgetLine()
  }
}
