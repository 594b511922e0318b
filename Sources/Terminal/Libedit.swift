import CLibedit
import Core
import Glibc

/// A Swift wrapper of libedit's editor with its streams and its history.
final class Libedit {
  typealias Command = @convention(c) (OpaquePointer?, wint_t) -> UInt8
  typealias Reader = @convention(c) (OpaquePointer?, UnsafeMutablePointer<wchar_t>?) -> Int32
  typealias PromptSource = @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<wchar_t>?

  let handle: OpaquePointer
  private let history: OpaquePointer
  private let input: UnsafeMutablePointer<FILE>
  private let output: UnsafeMutablePointer<FILE>
  private let errors: UnsafeMutablePointer<FILE>
  /// Passes nothing on but bells.
  private let bells: UnsafeMutablePointer<FILE>
  /// Told of text before it is inserted.
  var willInsert: ((String) -> Void)?
  /// Whether libedit draws the line.
  var draws = true {
    didSet { clibedit_swap_stream(handle, 1, draws ? output : bells) }
  }
  /// Strings that libedit keeps pointers to.
  private var names: [UnsafeMutablePointer<wchar_t>] = []

  /// Starts libedit on `terminal`, with emacs key bindings.
  ///
  /// It uses its own streams, so that no other buffered output comes between the prompt and the line.
  ///
  /// - Throws: A `SystemError` if a stream cannot be opened or memory is exhausted.
  init(program: String, terminal: Terminal, historySize: Int) throws(SystemError) {
    input = try Self.stream(terminal.input, "r")
    output = try Self.stream(terminal.output, "w")
    errors = try Self.stream(STDERR_FILENO, "w")
    guard let bells = clibedit_open_bells(output) else { throw SystemError("start the line editor") }
    self.bells = bells
    guard
      let history = history_winit(),
      let handle = el_init_fd(program, input, output, errors, terminal.input, terminal.output, STDERR_FILENO)
    else { throw SystemError("start the line editor") }
    self.history = history
    self.handle = handle
    clibedit_history_set_size(history, Int32(clamping: historySize))
    clibedit_use_history(handle, history)
    _ = Self.withWide("emacs") { clibedit_set_keys(handle, $0) }
  }

  deinit {
    // `el_end` would discard input typed ahead for the next program; the editor has already restored the mode.
    clibedit_set_is_editing(handle, 0)
    el_end(handle)
    history_wend(history)
    for stream in [bells, input, output, errors] { fclose(stream) }
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
  var lineLength: Int {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return 0 }
    return max(info.lastchar - start, 0)
  }

  /// Moves a cursor that libedit has placed outside the line to the nearer end of it.
  ///
  /// vi's `$` places it before the start of an empty line, where typing the next character would write outside the
  /// line's memory. Call this before each key.
  func keepCursorInLine() {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return }
    let distance = line.cursor - (info.cursor - start)
    if distance != 0 { el_cursor(handle, Int32(clamping: distance)) }
  }

  /// Updates the window size, if libedit can draw on a window of that size.
  func resize(to size: (columns: Int, rows: Int)) {
    if Self.canDraw(on: size) { el_resize(handle) }
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
    willInsert?(text)
    moveToEnd()
    // libedit replaces nothing with an empty text.
    if text.isEmpty { return delete(lineLength) }
    _ = Self.withWide(text) { el_wreplacestr(handle, $0) }
    moveToEnd()
  }

  /// Moves the cursor to the end of the line.
  func moveToEnd() { el_cursor(handle, Int32(clamping: lineLength - line.cursor)) }

  /// Inserts text before the cursor. NUL characters, which libedit would treat as the end, are omitted.
  func insert(_ text: String) {
    guard !text.isEmpty else { return }
    willInsert?(text)
    _ = Self.withWide(text) { el_winsertstr(handle, $0) }
  }

  /// Deletes characters before the cursor.
  func delete(_ count: Int) {
    if count > 0 { el_deletestr(handle, Int32(count)) }
  }

  /// Adds a line to the lines that can be recalled.
  func remember(_ line: String) { _ = Self.withWide(line) { clibedit_history_add(history, $0) } }

  /// Draws prompt and line at the terminal's cursor.
  func refresh() { clibedit_refresh(handle) }

  /// Sends text, including escape sequences, to the terminal immediately.
  func emit(_ text: String) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, output) }
    fflush(output)
  }

  /// Whether the terminal moves its cursor up and erases with the usual escape sequences.
  var movesByEscapes: Bool {
    guard let up = clibedit_capability(handle, "UP"), let erase = clibedit_capability(handle, "cd") else {
      return false
    }
    return String(cString: up).hasPrefix("\u{1B}[") && String(cString: erase).hasPrefix("\u{1B}[")
  }

  /// Sets a flag of the terminal's editing mode, named as in stty(1), or clears it with a leading `-`.
  func setFlag(_ flag: String) { _ = Self.withWide(flag) { clibedit_set_editing_flag(handle, $0) } }

  /// The same for the terminal's mode between lines.
  func setRunningFlag(_ flag: String) { _ = Self.withWide(flag) { clibedit_set_running_flag(handle, $0) } }

  /// Puts the terminal into libedit's editing mode, or into the mode between lines, whatever its current mode.
  func setMode(isEditing: Bool) {
    // libedit does nothing if it believes that the terminal is already in the mode.
    clibedit_set_editing_mode(handle, isEditing ? 0 : 1)
    clibedit_set_editing_mode(handle, isEditing ? 1 : 0)
  }

  /// Makes libedit redraw the rest of a row instead of shifting it.
  ///
  /// When it shifts wide characters, it assumes a cursor position that is off by one cell.
  func neverShiftCharacters() {
    for capability in ["im", "ei", "ic", "IC", "dm", "ed", "dc", "DC"] {
      _ = Self.withWide(capability) { name in
        Self.withWide("") { clibedit_set_capability(handle, name, $0) }
      }
    }
  }

  /// Adds a command that keys can be bound to.
  func addCommand(_ name: String, help: String, _ command: Command) {
    let strings = [name, help].map(Self.copyWide)
    names += strings
    clibedit_add_command(handle, strings[0], strings[1], command)
  }

  /// Binds keys, given as the bytes sent, to a command: in the key map of emacs or vi's insert mode, or in that of vi's
  /// command mode.
  func bind(_ keys: [UInt8], to command: String, inCommandMode: Bool = false) {
    let bind = inCommandMode ? clibedit_bind_alternative : clibedit_bind
    Self.withWide(Self.notation(keys)) { keys in
      Self.withWide(command) { _ = bind(handle, keys, $0) }
    }
  }

  /// The command to which keys, given as the bytes sent, are bound in the key map of emacs or vi's insert mode, or in
  /// that of vi's command mode; `nil` if they are not bound.
  ///
  /// libedit can only print this, so its output is redirected to memory.
  func binding(of keys: [UInt8], inCommandMode: Bool = false) -> String? {
    let print = inCommandMode ? clibedit_print_alternative_binding : clibedit_print_binding
    let printed = capturingOutput {
      Self.withWide(Self.notation(keys)) { _ = print(handle, $0) }
    }
    guard let arrow = printed.range(ofFirst: "->") else { return nil }
    return String(printed[arrow...].trimmingBlanks)
  }

  /// Removes all key bindings of a command.
  func unbind(_ command: String) {
    let printed = capturingOutput { clibedit_print_bindings(handle) }
    var isOfCommandMode = false
    for line in printed.split(separator: "\n") {
      if !line.hasPrefix("\"") { isOfCommandMode = line.hasPrefix("Alternative") }
      guard line.hasSuffix(" \(command)"), let start = line.firstIndex(of: "\""),
        let end = line.lastIndex(of: "\""), start < end
      else { continue }
      let bind = isOfCommandMode ? clibedit_bind_alternative : clibedit_bind
      Self.withWide(String(line[line.index(after: start)..<end])) { keys in
        Self.withWide("ed-unassigned") { _ = bind(handle, keys, $0) }
      }
    }
  }

  /// Runs the lines of a file in the format of editrc(5).
  ///
  /// - Returns: The numbers of the lines with an unclosed quote, which are skipped.
  func run(_ lines: some Sequence<Substring>) -> [Int] {
    lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
      return Self.withWide(String(text)) { clibedit_run(handle, $0) } == 1 ? index + 1 : nil
    }
  }

  /// Keys in the notation of editrc(5), unambiguously escaped.
  private static func notation(_ keys: [UInt8]) -> String {
    keys.reduce(into: "") { result, byte in
      let octal = String(byte, radix: 8)
      result += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
    }
  }

  private func capturingOutput(_ body: () -> Void) -> String {
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let memory = open_memstream(&buffer, &size) else { return "" }
    var ignored: UnsafeMutablePointer<CChar>?
    var ignoredSize = 0
    guard let rest = open_memstream(&ignored, &ignoredSize) else {
      fclose(memory)
      free(buffer)
      return ""
    }
    clibedit_swap_stream(handle, 1, memory)
    clibedit_swap_stream(handle, 2, rest)
    body()
    clibedit_swap_stream(handle, 1, draws ? output : bells)
    clibedit_swap_stream(handle, 2, errors)
    fclose(memory)
    fclose(rest)
    defer {
      free(buffer)
      free(ignored)
    }
    return buffer.map { String(cString: $0) } ?? ""
  }

  private static func stream(_ descriptor: Int32, _ mode: String) throws(SystemError) -> UnsafeMutablePointer<
    FILE
  > {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0, let stream = fdopen(copy, mode) else { throw SystemError("open the terminal") }
    return stream
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

extension String {
  /// The index after the first occurrence of `marker`.
  fileprivate func range(ofFirst marker: String) -> Index? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(marker) { return rest.index(rest.startIndex, offsetBy: marker.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var result = drop(while: \.isWhitespace)
    while result.last?.isWhitespace == true { result.removeLast() }
    return result
  }
}
