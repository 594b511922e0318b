import CLibedit
import Core
import Glibc

/// libedit's editor with its streams and its history, in Swift's types.
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
  /// Names that libedit keeps pointers to.
  private var names: [UnsafeMutablePointer<wchar_t>] = []

  /// Starts libedit on `terminal`, with emacs keys.
  ///
  /// It gets streams of its own, so that nobody else's buffers get between the prompt and the line.
  ///
  /// - Throws: `SystemError` when a stream cannot be opened or memory is short.
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
    // It would throw away what has been typed for the next program; the editor has put the mode back by itself.
    clibedit_set_is_editing(handle, 0)
    el_end(handle)
    history_wend(history)
    for stream in [bells, input, output, errors] { fclose(stream) }
    for name in names { name.deallocate() }
  }

  /// Reads a line: the text without its line break, or nil when the end of input was typed or the reader ended.
  func read() -> String? {
    var count: Int32 = 0
    guard let text = el_wgets(handle, &count), count > 0 else { return nil }
    var characters = UnsafeBufferPointer(start: text, count: Int(count))[...]
    if characters.last == 0x0A { characters.removeLast() }
    return Self.string(characters)
  }

  /// The characters of the line that is being edited, and how many of them are before the cursor.
  var line: (characters: [wchar_t], cursor: Int) {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return ([], 0) }
    let count = max(info.lastchar - start, 0)
    let all = UnsafeBufferPointer(start: start, count: count)
    return (Array(all), min(max(info.cursor - start, 0), count))
  }

  /// How many characters the line has.
  var lineLength: Int {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return 0 }
    return max(info.lastchar - start, 0)
  }

  /// Moves a cursor that libedit has put outside of the line back to its nearer end.
  ///
  /// vi's `$` puts it before the start of an empty line, where the next character typed would overwrite memory that is
  /// not the line's. Call this before each key.
  func keepCursorInLine() {
    guard let info = el_wline(handle)?.pointee, let start = info.buffer else { return }
    let distance = line.cursor - (info.cursor - start)
    if distance != 0 { el_cursor(handle, Int32(clamping: distance)) }
  }

  /// Takes over the size of the terminal's window, if libedit can draw on it.
  func resize(to size: (columns: Int, rows: Int)) {
    if Self.canDraw(on: size) { el_resize(handle) }
  }

  /// Whether libedit can draw on a window of a size.
  ///
  /// It keeps two copies of every cell, so that a size that no window has would take gigabytes. In a window of two
  /// columns, narrower than the prompt, it counts the rows wrongly and writes beyond its copies; in one of two rows it
  /// does so where a character without width stands before the end of a row.
  static func canDraw(on size: (columns: Int, rows: Int)) -> Bool {
    size.columns >= fewestColumns && size.rows >= fewestRows && size.columns * size.rows <= mostCells
  }

  private static let fewestColumns = 10
  private static let fewestRows = 3
  /// 32 MiB. Any real window has far less than a million cells.
  private static let mostCells = 1 << 22

  /// Replaces the line and puts the cursor behind it.
  func replaceLine(with text: String) {
    willInsert?(text)
    moveToEnd()
    // libedit replaces nothing with an empty text.
    if text.isEmpty { return delete(lineLength) }
    _ = Self.withWide(text) { el_wreplacestr(handle, $0) }
    moveToEnd()
  }

  /// Puts the cursor behind the line.
  func moveToEnd() { el_cursor(handle, Int32(clamping: lineLength - line.cursor)) }

  /// Inserts text before the cursor; NUL, which libedit would take for the end, is left out.
  func insert(_ text: String) {
    guard !text.isEmpty else { return }
    willInsert?(text)
    _ = Self.withWide(text) { el_winsertstr(handle, $0) }
  }

  /// Deletes characters before the cursor.
  func delete(_ count: Int) {
    if count > 0 { el_deletestr(handle, Int32(count)) }
  }

  /// Adds a line to those that can be recalled.
  func remember(_ line: String) { _ = Self.withWide(line) { clibedit_history_add(history, $0) } }

  /// Forgets the lines that can be recalled, for others.
  func replaceRemembered(with lines: [String]) {
    clibedit_history_clear(history)
    lines.forEach(remember)
  }

  /// Draws prompt and line where the terminal's cursor is.
  func refresh() { clibedit_refresh(handle) }

  /// Sends text, escape sequences and all, to the terminal at once.
  func emit(_ text: String) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, output) }
    fflush(output)
  }

  /// Whether the terminal moves its cursor up and erases by the escape sequences that nearly every one has.
  var movesByEscapes: Bool {
    guard let up = clibedit_capability(handle, "UP"), let erase = clibedit_capability(handle, "cd") else {
      return false
    }
    return String(cString: up).hasPrefix("\u{1B}[") && String(cString: erase).hasPrefix("\u{1B}[")
  }

  /// Sets, or clears with a `-` before it, a flag of the terminal's mode for editing, named as in stty(1).
  func setFlag(_ flag: String) { _ = Self.withWide(flag) { clibedit_set_editing_flag(handle, $0) } }

  /// The same of the terminal's mode between two lines.
  func setRunningFlag(_ flag: String) { _ = Self.withWide(flag) { clibedit_set_running_flag(handle, $0) } }

  /// Puts the terminal into libedit's mode for editing, or into that between two lines, whatever it is in.
  func setMode(isEditing: Bool) {
    // It does nothing for the mode in which it believes the terminal to be.
    clibedit_set_editing_mode(handle, isEditing ? 0 : 1)
    clibedit_set_editing_mode(handle, isEditing ? 1 : 0)
  }

  /// Lets libedit draw the rest of a row anew instead of shifting it.
  ///
  /// When it shifts wide characters, it takes the cursor to be one cell off from where it is.
  func neverShiftCharacters() {
    for capability in ["im", "ei", "ic", "IC", "dm", "ed", "dc", "DC"] {
      _ = Self.withWide(capability) { name in
        Self.withWide("") { clibedit_set_capability(handle, name, $0) }
      }
    }
  }

  /// Makes a command that keys can be bound to.
  func addCommand(_ name: String, help: String, _ command: Command) {
    let strings = [name, help].map(Self.copyWide)
    names += strings
    clibedit_add_command(handle, strings[0], strings[1], command)
  }

  /// Binds keys, given as they are sent, to a command: of emacs or of vi's insert mode, or of vi's command mode.
  func bind(_ keys: [UInt8], to command: String, inCommandMode: Bool = false) {
    let bind = inCommandMode ? clibedit_bind_alternative : clibedit_bind
    Self.withWide(Self.notation(keys)) { keys in
      Self.withWide(command) { _ = bind(handle, keys, $0) }
    }
  }

  /// The command that keys, given as they are sent, are bound to; nil when they are not. Of emacs or of vi's
  /// insert mode, or of vi's command mode.
  ///
  /// libedit only prints this, so it is told to print into memory.
  func binding(of keys: [UInt8], inCommandMode: Bool = false) -> String? {
    let print = inCommandMode ? clibedit_print_alternative_binding : clibedit_print_binding
    let printed = capturingOutput {
      Self.withWide(Self.notation(keys)) { _ = print(handle, $0) }
    }
    guard let arrow = printed.range(ofFirst: "->") else { return nil }
    return String(printed[arrow...].trimmingBlanks)
  }

  /// Takes a command away from all keys that it is bound to.
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
  /// - Returns: The numbers of the lines in which a quote is not closed, which are left out.
  func run(_ lines: some Sequence<Substring>) -> [Int] {
    lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
      return Self.withWide(String(text)) { clibedit_run(handle, $0) } == 1 ? index + 1 : nil
    }
  }

  /// Keys in the notation of editrc(5), which leaves nothing to be misread.
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

  /// Text from libedit's characters; what is no Unicode character becomes U+FFFD.
  static func string(_ characters: some Sequence<wchar_t>) -> String {
    characters.reduce(into: "") {
      $0.unicodeScalars.append(Unicode.Scalar(UInt32(bitPattern: $1)) ?? "\u{FFFD}")
    }
  }

  /// libedit's characters for a text, without a NUL at the end.
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
  /// Where the text after the first occurrence of `marker` begins.
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
