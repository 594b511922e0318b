import CLibedit
import Core
import Glibc

/// A Swift wrapper of libedit's editor with its history.
///
/// It draws the line, too, with a prompt of its own, into a stream in memory that nothing is read from but bells and the
/// answers to questions. So it need not know when the window is resized while a line is edited.
final class Libedit {
  typealias Command = @convention(c) (OpaquePointer?, wint_t) -> UInt8
  typealias Reader = @convention(c) (OpaquePointer?, UnsafeMutablePointer<wchar_t>?) -> Int32

  let handle: OpaquePointer
  private let history: OpaquePointer
  /// What libedit writes to the terminal and says about errors.
  private let output: MemoryStream
  private(set) var bindings = KeyBindings()
  /// Strings that libedit keeps pointers to.
  private var names: [UnsafeMutablePointer<wchar_t>] = []

  /// Starts libedit on `terminal`, with emacs key bindings.
  ///
  /// - Throws: A `SystemError` if memory is exhausted.
  init(program: String, terminal: Terminal, historySize: Int) throws(SystemError) {
    output = try MemoryStream()
    let file = output.file
    guard
      let history = history_winit(),
      let handle = el_init_fd(program, file, file, file, terminal.input, terminal.output, STDERR_FILENO)
    else { throw SystemError("start the line editor") }
    self.history = history
    self.handle = handle
    clibedit_history_set_size(history, Int32(clamping: historySize))
    clibedit_use_history(handle, history)
    Self.withWide("emacs") { clibedit_set_keys(handle, $0) }
  }

  deinit {
    // `el_end` would discard input typed ahead for the next program; the editor has already restored the mode.
    clibedit_set_is_editing(handle, 0)
    el_end(handle)
    history_wend(history)
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

  /// The characters of the current line, and the number of characters before the cursor.
  var line: (characters: [wchar_t], cursor: Int) {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return ([], 0) }
    let count = max(info.lastchar - start, 0)
    let all = UnsafeBufferPointer(start: start, count: count)
    return (Array(all), min(max(info.cursor - start, 0), count))
  }

  /// The number of characters in the line.
  var lineLength: Int { line.characters.count }

  /// Moves a cursor that libedit has placed outside the line to the nearer end of it.
  ///
  /// vi's `$` places it before the start of an empty line, where typing the next character would write outside the
  /// line's memory. Call this before each key.
  func keepCursorInLine() {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return }
    let distance = line.cursor - (info.cursor - start)
    if distance != 0 { el_cursor(handle, Int32(clamping: distance)) }
  }

  /// Whether libedit can draw on a window of the given size.
  ///
  /// It keeps two copies of every cell, so an absurdly large size would take gigabytes. In a window of two columns,
  /// narrower than the prompt, it miscounts the rows and writes beyond its copies; in a window of two rows it does the
  /// same if a zero-width character precedes the end of a row.
  static func canDraw(on size: (columns: Int, rows: Int)) -> Bool {
    size.columns >= fewestColumns && size.rows >= fewestRows && size.columns * size.rows <= mostCells
  }

  private static let fewestColumns = 10
  private static let fewestRows = 3
  /// 32 MiB. Any real window has far fewer than a million cells.
  private static let mostCells = 1 << 22

  /// Replaces the line and moves the cursor to its end.
  func replaceLine(with text: String) {
    moveToEnd()
    // libedit replaces nothing with an empty text.
    if text.isEmpty { return delete(lineLength) }
    Self.withWide(text) { el_wreplacestr(handle, $0) }
    moveToEnd()
  }

  /// Moves the cursor to the end of the line.
  func moveToEnd() { el_cursor(handle, Int32(clamping: lineLength - line.cursor)) }

  /// Inserts text before the cursor. NUL characters, which libedit would treat as the end, are omitted.
  func insert(_ text: String) {
    guard !text.isEmpty else { return }
    Self.withWide(text) { el_winsertstr(handle, $0) }
  }

  /// Deletes characters before the cursor.
  func delete(_ count: Int) {
    if count > 0 { el_deletestr(handle, Int32(count)) }
  }

  /// Adds a line to the lines that can be recalled.
  func remember(_ line: String) { Self.withWide(line) { clibedit_history_add(history, $0) } }

  /// Whether libedit has rung the bell since the last call, or since the last question.
  func takeBell() -> Bool { output.take().contains("\u{07}") }

  /// The sequences of the terminal's type.
  var codes: ScreenCodes {
    ScreenCodes { [handle] in clibedit_capability(handle, $0).map { String(cString: $0) } }
  }

  /// Sets a flag of the terminal's editing mode, named as in stty(1), or clears it with a leading `-`.
  func setFlag(_ flag: String) { Self.withWide(flag) { clibedit_set_editing_flag(handle, $0) } }

  /// The same for the terminal's mode between lines.
  func setRunningFlag(_ flag: String) { Self.withWide(flag) { clibedit_set_running_flag(handle, $0) } }

  /// Puts the terminal into libedit's editing mode, or into the mode between lines, whatever its current mode.
  func setMode(isEditing: Bool) {
    // libedit does nothing if it believes that the terminal is already in the mode.
    clibedit_set_editing_mode(handle, isEditing ? 0 : 1)
    clibedit_set_editing_mode(handle, isEditing ? 1 : 0)
  }

  /// Adds a command that keys can be bound to.
  func addCommand(_ name: String, _ help: String, _ command: Command) {
    let strings = [name, help].map(Self.copyWide)
    names += strings
    clibedit_add_command(handle, strings[0], strings[1], command)
  }

  /// Reads the bindings as they are now.
  func readBindings() { bindings = KeyBindings(printed: answer { clibedit_print_bindings(handle) }) }

  /// Binds keys, given as the bytes sent, to a command: in the key map of emacs or vi's insert mode, or in that of vi's
  /// command mode.
  func bind(_ keys: [UInt8], to command: String, inCommandMode: Bool = false) {
    let bind = inCommandMode ? clibedit_bind_alternative : clibedit_bind
    Self.withWide(Self.notation(keys)) { keys in
      Self.withWide(command) { _ = bind(handle, keys, $0) }
    }
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
    _ = output.take()
    body()
    return output.take()
  }

  /// Runs the lines of a file in the format of editrc(5).
  ///
  /// - Returns: The numbers of the lines that libedit could not run, and its reasons.
  func run(_ lines: some Sequence<Substring>) -> [(line: Int, problem: String)] {
    lines.enumerated().compactMap { index, line -> (line: Int, problem: String)? in
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
      var status: Int32 = 0
      let printed = answer { status = Self.withWide(String(text)) { clibedit_run(handle, $0) } }
      if status == CLIBEDIT_UNCLOSED_QUOTE { return (index + 1, "unclosed quote") }
      // It says nothing of a command that is unknown, perhaps one of another version.
      guard status != 0, var problem = printed.split(whereSeparator: \.isNewline).first else { return nil }
      if problem.last == "." { problem.removeLast() }
      return (index + 1, String(problem).controlCharactersEscaped)
    }
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

  /// libedit's characters for a text, without a terminating NUL.
  static func wide(_ text: String) -> [wchar_t] {
    text.unicodeScalars.filter { $0 != "\0" }.map { wchar_t($0.value) }
  }

  @discardableResult
  private static func withWide<R>(_ text: String, _ body: (UnsafePointer<wchar_t>) -> R) -> R {
    (wide(text) + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  private static func copyWide(_ text: String) -> UnsafeMutablePointer<wchar_t> {
    let characters = wide(text) + [0]
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: characters.count)
    copy.initialize(from: characters, count: characters.count)
    return copy
  }
}
