import CLibedit
import Core
import TodoShellSystem

/// A Swift wrapper of libedit's editor with its history.
///
/// It draws the line, too, with a prompt of its own, into a stream in memory, from which only bells and the output of
/// editrc(5) commands are read. So a resize of the window while a line is edited does not concern it.
final class Libedit {
  let handle: OpaquePointer
  private let history: OpaquePointer
  /// libedit's terminal output and error messages.
  private let output: UnsafeMutablePointer<clibedit_output>
  private(set) var bindings = KeyBindings()
  /// Strings that libedit keeps pointers to.
  private var names: [UnsafeMutablePointer<wchar_t>] = []

  /// Starts libedit on `terminal`, with emacs key bindings.
  ///
  /// - Throws: A `SystemError` if memory is exhausted.
  init(program: String, terminal: Terminal, historySize: Int) throws(SystemError) {
    guard let output = clibedit_output_open(), let history = history_winit(),
      let handle = clibedit_init(program, output, terminal.input, terminal.output, STDERR_FILENO)
    else { throw SystemError("start the line editor") }
    self.output = output
    self.history = history
    self.handle = handle
    clibedit_history_set_size(history, Int32(clamping: historySize))
    clibedit_use_history(handle, history)
    clibedit_use_emacs_keys(handle)
  }

  deinit {
    // `el_end` would discard input typed ahead for the next program; the editor has already restored the mode.
    clibedit_set_is_editing(handle, 0)
    el_end(handle)
    history_wend(history)
    clibedit_output_close(output)
    for name in names { name.deallocate() }
  }

  /// Reads a line, without its line break; `nil` if the end of input was typed or the reader ended.
  func read() -> String? {
    var count: Int32 = 0
    guard let text = el_wgets(handle, &count), count > 0 else { return nil }
    var characters = UnsafeBufferPointer(start: text, count: Int(count))[...]
    if characters.last == 0x0A { characters.removeLast() }
    return Self.string(characters)
  }

  /// The current line.
  var text: LineText {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return LineText() }
    let all = UnsafeBufferPointer(start: start, count: max(info.lastchar - start, 0))
    return LineText(string: Self.string(all), cursor: min(max(info.cursor - start, 0), all.count))
  }

  /// Moves a cursor that libedit has placed outside the line to the nearer end of it.
  ///
  /// vi's `$` places it before the start of an empty line, where typing the next character would write outside the
  /// line's memory. Call this before each key.
  func keepCursorInLine() { moveCursor(by: text.cursor - Int(clibedit_move_cursor(handle, 0))) }

  /// Whether libedit can draw on a window of the given size.
  ///
  /// It keeps two copies of every cell, so an absurdly large size would take gigabytes. In a window of two columns,
  /// narrower than the prompt, it miscounts the rows and writes beyond its copies; in a window of two rows it does the
  /// same if a zero-width character precedes the end of a row.
  static func canDraw(on size: (columns: Int, rows: Int)) -> Bool {
    // 32 MiB. Any real window has far fewer than a million cells.
    size.columns >= 10 && size.rows >= 3 && size.columns * size.rows <= 1 << 22
  }

  /// Replaces the line and moves the cursor to its end.
  func replaceLine(with text: String) {
    moveToEnd()
    // libedit replaces nothing with an empty text.
    if text.isEmpty { return delete(self.text.count) }
    clibedit_replace(handle, Self.wide(text))
    moveToEnd()
  }

  /// Moves the cursor to the end of the line.
  func moveToEnd() { moveCursor(by: text.afterCursor.unicodeScalars.count) }

  /// Moves the cursor forward by a number of characters.
  func moveCursor(by count: Int) { clibedit_move_cursor(handle, Int32(clamping: count)) }

  /// Inserts text before the cursor. NUL characters, which libedit would treat as the end, are omitted.
  func insert(_ text: String) {
    el_winsertstr(handle, Self.wide(text))
  }

  /// Deletes characters before the cursor.
  func delete(_ count: Int) {
    el_deletestr(handle, Int32(clamping: count))
  }

  /// Adds a line to the lines that can be recalled.
  func remember(_ line: String) { clibedit_history_add(history, Self.wide(line)) }

  /// Whether libedit has rung the bell since the last call, or since the last question.
  func takeBell() -> Bool { takeOutput().contains("\u{07}") }

  /// The sequences of the terminal's type.
  var codes: ScreenCodes {
    ScreenCodes { [handle] in clibedit_capability(handle, $0).map { String(cString: $0) } }
  }

  /// Whether libedit edits the line, rather than the terminal's driver.
  var isEditing: Bool { clibedit_is_editing(handle) != 0 }

  /// Clears a flag, named as in stty(1), of the terminal's editing mode or of its mode between lines.
  func clearFlag(_ flag: String, whileEditing: Bool) {
    clibedit_set_flag(handle, whileEditing ? 1 : 0, Self.wide("-" + flag))
  }

  /// Puts the terminal into libedit's editing mode, or into the mode between lines, whatever its current mode.
  func setMode(isEditing: Bool) {
    // libedit does nothing if it believes that the terminal is already in the mode.
    clibedit_set_editing_mode(handle, isEditing ? 0 : 1)
    clibedit_set_editing_mode(handle, isEditing ? 1 : 0)
  }

  /// Adds a command that keys can be bound to.
  func addCommand(_ name: String, _ command: @convention(c) (OpaquePointer?, wint_t) -> UInt8) {
    let characters = Self.wide(name)
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: characters.count)
    copy.initialize(from: characters, count: characters.count)
    names.append(copy)
    clibedit_add_command(handle, copy, command)
  }

  /// Reads the bindings as they are now.
  func readBindings() { bindings = KeyBindings(printed: answer { clibedit_print_bindings(handle) }) }

  /// Binds keys, given as the bytes sent, to a command: in the key map of emacs or vi's insert mode, or in that of vi's
  /// command mode.
  func bind(_ keys: [UInt8], to command: String, inCommandMode: Bool = false) {
    clibedit_bind(handle, inCommandMode ? 1 : 0, Self.wide(Self.notation(keys)), Self.wide(command))
    bindings[keys, inCommandMode: inCommandMode] = command
  }

  /// Binds the keys of a command to another one.
  func rebind(_ command: String, to other: String) {
    for (keys, inCommandMode) in bindings.keys(of: command) {
      bind(keys, to: other, inCommandMode: inCommandMode)
    }
  }

  /// What libedit prints in `body`.
  private func answer(_ body: () -> Void) -> String {
    _ = takeOutput()
    body()
    return takeOutput()
  }

  /// libedit's output since the last call.
  private func takeOutput() -> String {
    clibedit_output_flush(output)
    let bytes = UnsafeRawBufferPointer(start: output.pointee.text, count: output.pointee.size)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the file named by `EDITRC`, or `~/.editrc`, as libedit itself would, except for a named pipe, which could
  /// block.
  ///
  /// - Returns: The problems found in the file.
  func readEditrc() -> [String] {
    let path =
      getenv("EDITRC").map { String(path: $0) } ?? getenv("HOME").map { String(path: $0) + "/.editrc" }
    guard let path, case .file = FileKind(at: path) else { return [] }
    do throws(SystemError) {
      let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
      return text.allLines.enumerated().compactMap {
        index,
        line in
        problem(running: line).map { "\(path), line \(index + 1): \($0); the line was ignored" }
      }
    } catch { return [error.description] }
  }

  /// Runs a line in the format of editrc(5).
  ///
  /// - Returns: Why libedit could not run it.
  private func problem(running line: Substring) -> String? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    var status: Int32 = 0
    let printed = answer { status = clibedit_run(handle, Self.wide(String(text))) }
    if status == CLIBEDIT_UNCLOSED_QUOTE { return "unclosed quote" }
    // libedit prints nothing about an unknown command, perhaps one of another version.
    guard status != 0, var problem = printed.split(whereSeparator: \.isNewline).first else { return nil }
    if problem.last == "." { problem.removeLast() }
    return String(problem).controlCharactersEscaped
  }

  /// Keys in the notation of editrc(5), unambiguously escaped.
  private static func notation(_ keys: [UInt8]) -> String {
    keys.reduce(into: "") { result, byte in
      let octal = String(byte, radix: 8)
      result += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
    }
  }

  /// Text from libedit's characters; values that are not Unicode scalars become U+FFFD.
  static func string(_ characters: some Sequence<wchar_t>) -> String {
    characters.reduce(into: "") {
      $0.unicodeScalars.append(Unicode.Scalar(UInt32(bitPattern: $1)) ?? "\u{FFFD}")
    }
  }

  /// libedit's characters for a text, with a terminating NUL.
  static func wide(_ text: String) -> [wchar_t] {
    text.unicodeScalars.filter { $0 != "\0" }.map { wchar_t($0.value) } + [0]
  }
}
