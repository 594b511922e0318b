import CLibedit
import CPlatform
import Core
import Glibc

/// Reads lines interactively from a terminal, with editing, history and completion.
///
/// The keys are libedit's, emacs by default and configurable in `~/.editrc`. While an editor exists, the terminal does
/// not echo: input typed while the program is busy appears once, in the line that reads it. The terminal is restored
/// when the program ends, crashes or is stopped; `lendTerminal` lends it to another program. A terminal without
/// abilities (`TERM=dumb`), or input other than a terminal, is read line by line without editing.
///
/// Several lines pasted at once are run one after another, as if typed; text after the last line break remains in the
/// line for editing. `dropPaste` discards the remaining lines.
///
/// An editor belongs to one thread. Only `wake` may be called from other threads.
package final class LineEditor {
  /// The result of `readLine`.
  package enum Line: Equatable, Sendable {
    /// A line, without its line break. Pasted or recalled text may contain line breaks.
    case line(String)
    /// `^C`: the line was discarded, `^C` is shown after it, and the cursor is on a new row.
    case interrupted
    /// `^D` on an empty line, or a disconnected terminal; the cursor is on a new row.
    case endOfInput
  }

  /// Returns completions that replace the word before the cursor (the text after the last space).
  package var complete: ((_ line: String, _ cursor: String.Index) -> [Completion])?
  /// Called on the editor's thread after `wake`, while `readLine` is waiting.
  package var onWake: (() -> Void)?
  /// Called with problems that do not prevent reading lines, such as a history that cannot be saved.
  package var onWarning: ((String) -> Void)?
  /// Called before a signal ends the program.
  package var willEnd: () -> Void = {}
  /// The problems found in the user's `.editrc`.
  package private(set) var startWarnings: [String] = []
  /// The time until `onTick` should be called, `nil` for never; called whenever `readLine` is about to wait.
  package var nextTick: (() -> Duration?)?
  /// Called on the editor's thread when the time given by `nextTick` has passed, while `readLine` is waiting.
  package var onTick: (() -> Void)?
  /// Returns the highlighted parts of a line.
  package var highlight: ((_ line: String) -> [Highlight])?
  /// Whether the latest history line that begins with the current line is shown dimmed after it, as a suggestion. A key
  /// that moves forward at the end of the line (right arrow, `^F`, `^E`, End) accepts it; `M-f` accepts a word of it.
  package var suggests = false
  /// The command that edits a line in a file: the program and its options, in shell syntax.
  package var editorCommand = "vi"
  /// Returns the prompt when vi's command mode begins or ends during `readLine`, as indicated by `isInCommandMode`.
  package var onModeChange: (() -> String)?
  /// The terminal in use.
  package let terminal: Terminal
  /// The lines that can be recalled; each accepted line is saved immediately.
  package let history: HistoryFile

  let source: InputSource
  let libedit: Libedit?
  let codes: ScreenCodes
  var decoder = KeyDecoder()
  /// Characters for libedit that precede further input.
  var queue: [wchar_t] = []
  /// Whether the terminal has begun to send pasted text, and libedit is about to run the command that reads it.
  var isPasteAnnounced = false
  /// The pasted text that has not been inserted yet.
  var pasted: ArraySlice<UInt8> = []
  var ending: Ending?
  var signals: SignalWatch?
  /// The last line of the prompt, with escape sequences.
  var prompt = ""
  /// What is on the screen.
  var shown = LineImage(columns: 80, rows: 24)
  /// Whether a line is being read with editing.
  var isEditing = false
  /// How long the line was before the last key, and where in it the cursor was.
  var lineBefore = (length: 0, cursor: 0)
  /// The line and cursor after the last completion. If they are unchanged at the next one, nothing was typed in
  /// between.
  var lastCompletion: (characters: [wchar_t], cursor: Int)?
  var recall: Recall?
  var climb: Climb?
  var viMode = ViMode()
  /// The keys that interrupt, stop and quit.
  private(set) lazy var signalKeys = originalMode?.signalKeys ?? [:]
  /// The last byte typed.
  var previousByte: UInt8?
  /// The suggestion shown after the line.
  var suggestion: Substring?
  /// The lines that failed, which are not suggested. A history file does not record which of its lines failed.
  var failedLines: Set<String> = []
  /// A remark shown after the line until the next key.
  var hint: String?
  /// The completions shown below the line.
  var menu: OpenMenu?
  /// Whether libedit may be searching the history.
  var isSearching = false
  /// The terminal's mode before the editor was created.
  let originalMode: Terminal.Mode?

  /// Why libedit receives no more characters.
  enum Ending {
    case interrupted, endOfInput, failed(SystemError)
    /// The line was edited in another program.
    case edited(String)
  }

  /// Creates an editor on `terminal`.
  ///
  /// - Parameters:
  ///   - program: The name for conditional lines in `.editrc`.
  ///   - history: The history, loaded by the caller. Without one, lines can be recalled during the lifetime of the
  ///     editor.
  ///   - readsEditrc: Whether to read the user's `.editrc`.
  /// - Throws: A `SystemError` if descriptors or memory are exhausted.
  package init(
    program: String,
    terminal: Terminal = .standard,
    history: HistoryFile? = nil,
    readsEditrc: Bool = true
  ) throws(SystemError) {
    self.terminal = terminal
    self.history = history ?? HistoryFile(path: "", isPrivate: true)
    source = try InputSource(input: terminal.input)
    originalMode = terminal.mode
    guard terminal.isInteractive, !terminal.isDumb, Libedit.canDraw(on: terminal.size),
      CharacterLocale.useUTF8()
    else {
      libedit = nil
      codes = ScreenCodes()
      return
    }
    let libedit = try Libedit(program: program, terminal: terminal, historySize: self.history.limit)
    self.libedit = libedit
    codes = libedit.codes
    setUp(readsEditrc: readsEditrc)
  }

  /// Wakes `readLine` to call `onWake`; safe to call from any thread. Several calls may be merged.
  package func wake() { source.waker.wake() }

  /// A sendable object that wakes the editor without retaining it.
  package var waker: Waker { source.waker }

  deinit {
    guard libedit != nil, let originalMode else { return }
    terminal_rescue_disarm()
    // A disconnected terminal has no mode to restore.
    try? terminal.setMode(originalMode)
  }

  /// Shows `prompt`, reads a line, and adds it to the history.
  ///
  /// A `^C` that is pending in a watch ends the line at once: take one that was for something else before.
  ///
  /// - Parameters:
  ///   - prompt: The prompt, with colours and arbitrary characters. Only its last line is redrawn when necessary.
  ///   - isRemembered: Whether to add the line to the history, subject to `HistoryFile.append`. Pass `false` for a part
  ///     of a longer input, and `remember` the whole.
  /// - Throws: A `SystemError` if the terminal cannot be read.
  package func readLine(prompt: String, isRemembered: Bool = true) throws(SystemError) -> Line {
    fflush(nil)  // Earlier output must appear before the prompt.
    let result: Line
    if let libedit, clibedit_is_editing(libedit.handle) != 0 {
      // libedit queries the size of the window whenever it begins to read.
      var line: Line?
      while line == nil, !Libedit.canDraw(on: terminal.size) {
        line = try lendTerminal { () throws(SystemError) in
          try readPlainly(prompt) { Libedit.canDraw(on: terminal.size) }
        }
      }
      if let line { result = line } else { result = try readEditing(libedit, prompt) }
    } else {
      result = try readPlainly(prompt) { false } ?? .endOfInput
    }
    if isRemembered, case .line(let line) = result { remember(line) }
    return result
  }

  /// Adds a line, which may contain line breaks, to the history, and saves it.
  package func remember(_ line: String) {
    guard history.append(line) else { return }
    libedit?.remember(line)
    if let warning = history.save() { onWarning?(warning.description) }
  }

  /// Notes whether a line that was read failed. Until it succeeds, it is not suggested; it can still be recalled.
  package func note(_ line: String, failed: Bool) {
    if failed {
      failedLines.insert(line.droppingTrailingNewlines)
    } else {
      failedLines.remove(line.droppingTrailingNewlines)
    }
  }

  private func readEditing(_ libedit: Libedit, _ text: String) throws(SystemError) -> Line {
    signals = try SignalWatch(Self.signalsWhileEditing)
    isEditing = true
    defer {
      isEditing = false
      signals = nil
      ending = nil
      lastCompletion = nil
      menu = nil
      hint = nil
      isSearching = false
      recall = nil
      climb = nil
      previousByte = nil
      viMode = ViMode()
      terminal_rescue_set_farewell(nil)
    }
    if marksPastes { terminal_rescue_set_farewell(Self.farewell) }
    let wasCanonical = terminal.mode?.isCanonical == true
    libedit.setMode(isEditing: true)
    if wasCanonical { source.expectTypedAhead() }
    beginLine(text)
    let line = libedit.read()
    if ending == nil {
      // Show the line that was read, or the key that has ended the input.
      paintAtEnd(Libedit.wide(line ?? ""))
      emit((line == nil ? "^D" : "") + "\n")
    }
    if marksPastes { emit(Self.stopMarkingPastes) }
    switch ending {
    case .interrupted: return .interrupted
    case .failed(let error): throw error
    case .edited(let line): return .line(line)
    case .endOfInput: emit("\n")
    case nil: if let line { return .line(line) }
    }
    return .endOfInput
  }

  /// Prints the lines of the prompt before the last, which is drawn with the line.
  private func beginLine(_ text: String) {
    let lineFeed = text.unicodeScalars.lastIndex(of: "\n")
    let start = lineFeed.map { text.unicodeScalars.index(after: $0) } ?? text.startIndex
    prompt = String(text[start...])
    emit(String(text[..<start]) + (marksPastes ? Self.startMarkingPastes : ""))
    forgetLine()
  }

  /// Keys unknown to libedit are translated to these unused control characters, which are then bound.
  private func setUp(readsEditrc: Bool) {
    guard let libedit else { return }
    clibedit_set_client_data(libedit.handle, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_reader(libedit.handle) { handle, result in
      guard let character = editor(of: handle).nextCharacter() else { return 0 }
      result?.pointee = character
      return 1
    }
    libedit.addCommand("shell-complete", "Complete the word before the cursor") { handle, _ in
      editor(of: handle).completeWord()
    }
    libedit.addCommand("shell-walk", "Move through the completion menu") { handle, _ in
      editor(of: handle).walkMenu()
    }
    libedit.addCommand("shell-older", "Recall an older line that begins like this one") { handle, _ in
      editor(of: handle).recallOlder()
    }
    libedit.addCommand("shell-newer", "Recall a newer line that begins like this one") { handle, _ in
      editor(of: handle).recallNewer()
    }
    // libedit's own command stops before the last character with vi keys.
    libedit.addCommand("shell-end", "Move to the end of the line") { handle, _ in
      editor(of: handle).libedit?.moveToEnd()
      return UInt8(CC_CURSOR)
    }
    libedit.addCommand("shell-paste", "Insert the pasted text") { handle, _ in
      editor(of: handle).insertPaste()
    }
    libedit.addCommand("shell-accept", "Accept the suggestion") { handle, _ in
      editor(of: handle).acceptSuggestion()
    }
    libedit.addCommand("shell-accept-word", "Accept the next word of the suggestion") { handle, _ in
      editor(of: handle).acceptSuggestedWord()
    }
    libedit.addCommand("shell-vi", "Enter or leave vi's command mode") { handle, key in
      editor(of: handle).changeViMode(by: key)
    }
    libedit.addCommand("shell-edit", "Edit the line in $VISUAL or $EDITOR") { handle, _ in
      editor(of: handle).editInFile()
    }
    libedit.addCommand("shell-clear", "Clear the screen") { handle, _ in
      editor(of: handle).clearScreen()
      return UInt8(CC_NORM)
    }
    bindDefaults()
    if readsEditrc { readEditrc(libedit) }
    bindEssentials()
    for entry in history.entries { libedit.remember(entry) }
    takeTerminal()
  }

  /// Reads the file named by `EDITRC`, or `~/.editrc`, as libedit itself would, except for a named pipe, which could
  /// block.
  private func readEditrc(_ libedit: Libedit) {
    let path =
      getenv("EDITRC").map { String(path: $0) } ?? getenv("HOME").map { String(path: $0) + "/.editrc" }
    guard let path, case .file = FileKind(at: path) else { return }
    do throws(SystemError) {
      let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
      startWarnings = libedit.run(text.split(separator: "\n", omittingEmptySubsequences: false)).map {
        "\(path), line \($0.line): \($0.problem); the line was ignored"
      }
    } catch {
      startWarnings = [error.description]
    }
  }

  /// Makes the terminal hold typed input, without echo, until a line is read.
  private func takeTerminal() {
    guard let libedit, clibedit_is_editing(libedit.handle) != 0 else { return }
    // Not canonical either: line editing keys are for this editor, and so is `^D`, which ends the input in its turn.
    for flag in ["-echo", "-icanon", "-icrnl", "-inlcr"] { libedit.setRunningFlag(flag) }
    // A stop in between would set the wrong mode again.
    terminal_stop_lock()
    defer { terminal_stop_unlock() }
    originalMode?.armRescue(of: terminal)
    libedit.setMode(isEditing: false)
  }

  /// Lends the terminal to another program, in the mode that it had before the editor was created.
  ///
  /// - Parameter body: Runs the program, and returns when it has ended.
  package func lendTerminal<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    lendTerminal()
    defer { takeTerminalBack() }
    return try body()
  }

  /// Lends the terminal to another program until `takeTerminalBack`.
  func lendTerminal() {
    guard let libedit, let originalMode, clibedit_is_editing(libedit.handle) != 0 else { return }
    // Keyboard signals are for the other program, and stop or end this one as they would without an editor.
    signals?.end()
    terminal_rescue_disarm()
    // A disconnected terminal is reported by the next read from it.
    try? terminal.setMode(originalMode)
  }

  func takeTerminalBack() {
    guard let libedit, let originalMode, clibedit_is_editing(libedit.handle) != 0 else { return }
    // A stop in between would set the wrong mode again, and without the watch nothing would draw the line afterwards.
    terminal_stop_lock()
    defer { terminal_stop_unlock() }
    originalMode.armRescue(of: terminal)
    libedit.setMode(isEditing: signals != nil)
    guard signals != nil else { return }
    if marksPastes { terminal_rescue_set_farewell(Self.farewell) }
    do throws(SystemError) { signals = try SignalWatch(Self.signalsWhileEditing) } catch {
      ending = .failed(error)
    }
  }

  /// The sequence that disables paste marking when the program ends; a static string is never freed.
  static var farewell: UnsafePointer<CChar> {
    let text: StaticString = "\u{1B}[?2004l\n"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

private func editor(of handle: OpaquePointer?) -> LineEditor {
  Unmanaged<LineEditor>.fromOpaque(clibedit_client_data(handle)).takeUnretainedValue()
}
