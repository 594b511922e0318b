import CLibedit
import CPlatform
import Core
import Glibc

/// Reads lines from a person at a terminal, with editing, history and completion.
///
/// Keys are those of libedit, emacs by default, as `~/.editrc` sets them. As long as there is an editor, the terminal
/// does not echo: what is typed while the program is busy shows once, in the line that it is for. When the program
/// ends, is stopped or fails, the terminal is as it was; `lendTerminal` gives it to another program. A terminal without
/// abilities (`TERM=dumb`), or input that is no terminal, is read line by line without editing.
///
/// Several lines pasted at once are run one after the other, as if each had been typed; what follows the last
/// line break stays in the line, to be edited. `dropPaste` drops what is left of them.
///
/// An editor belongs to one thread. Only `wake` may be called from others.
package final class LineEditor {
  /// What `readLine` has read.
  package enum Line: Equatable, Sendable {
    /// A line, without its line break. Pasted or recalled text may hold line breaks.
    case line(String)
    /// `^C`: the line is dropped, `^C` shows behind it and the cursor is on a new row.
    case interrupted
    /// `^D` on an empty line, or a terminal that is gone; the cursor is on a new row.
    case endOfInput
  }

  /// Finds the completions of the word before the cursor: the blank-free text there, which each would replace.
  package var complete: ((_ line: String, _ cursor: String.Index) -> [Completion])?
  /// Called on the editor's thread, while `readLine` waits, after `wake`.
  package var onWake: (() -> Void)?
  /// Told of what went wrong without keeping lines from being read, such as a history that cannot be saved.
  package var onWarning: ((String) -> Void)?
  /// What was wrong with the user's `.editrc`.
  package private(set) var startWarnings: [String] = []
  /// How long from now until `onTick` is to be called, nil for never; asked whenever `readLine` is about to wait.
  package var nextTick: (() -> Duration?)?
  /// Called on the editor's thread, while `readLine` waits, when the time of `nextTick` has come.
  package var onTick: (() -> Void)?
  /// Finds what stands out in a line. On terminals that move their cursor by escape sequences, it is drawn so.
  package var highlight: ((_ line: String) -> [Highlight])?
  /// Whether the latest line of the history that begins like the one that is typed shows behind it, dimmed. A key
  /// that moves on from the end of the line (right arrow, `^F`, `^E`, end) takes it over, `M-f` a word of it.
  package var suggests = false
  /// The command that edits a line in a file: the program and its options, as for a shell.
  package var editorCommand = "vi"
  /// Asked for the prompt when vi's command mode begins or ends while a line is read, as `isInCommandMode` tells.
  package var onModeChange: (() -> String)?
  /// The terminal in use.
  package let terminal: Terminal
  /// Lines that can be recalled; each accepted line is saved to it at once.
  package let history: HistoryFile

  let source: InputSource
  let libedit: Libedit?
  var decoder = KeyDecoder()
  /// Characters for libedit that come before anything new.
  var queue: [wchar_t] = []
  /// The terminal has begun to send a pasted text, and libedit is about to run the command that takes it.
  var isPasteAnnounced = false
  /// What of a pasted text is still to be inserted.
  var pasted: ArraySlice<UInt8> = []
  var ending: Ending?
  var signals: SignalWatch?
  var prompt = Prompt("")
  /// The line and cursor that the last completion left behind: at the next one, they tell that nothing was
  /// typed in between.
  var lastCompletion: (characters: [wchar_t], cursor: Int)?
  var recall: Recall?
  var climb: Climb?
  /// The window's width when the line was last drawn, in cells.
  var drawnColumns = 80
  /// Whether the line was drawn at once since, not as it was typed.
  var wasDrawnAtOnce = false
  var sequenceIsBound: [[UInt8]: Bool] = [:]
  var viMode = ViMode()
  /// The keys that interrupt, stop and quit.
  private(set) lazy var signalKeys = originalMode?.signalKeys ?? [:]
  /// The last byte that was typed.
  var previousByte: UInt8?
  /// What is drawn behind the line that libedit knows nothing of.
  var suggestion: Substring?
  /// What is on the screen of a line that libedit does not draw.
  var drawing: Drawing?
  /// Whether the terminal shows a page of completions, and not the line, before the cursor.
  package var isPaging = false
  /// What happened during a page and waits for the line to be there again.
  var interruption: Interruption?
  /// The terminal's mode before there was an editor.
  let originalMode: Terminal.Mode?
  /// What to print again when the terminal driver edits the line.
  var plainPrompt = ""
  let promptBuffer = PromptBuffer()

  /// Why libedit gets no more characters.
  enum Ending {
    case interrupted, endOfInput, failed(SystemError)
    /// The line was edited by another program.
    case edited(String)
  }

  /// What puts an end to a page of completions.
  enum Interruption {
    case wake, tick
    /// The program was stopped, and goes on.
    case stop
    /// The window has another size now.
    case resize
  }

  /// Starts an editor on `terminal`.
  ///
  /// - Parameters:
  ///   - program: the name that conditions in `.editrc` are compared with.
  ///   - history: where lines are recalled from and saved to; loaded by the caller. Without one, lines are
  ///     recalled as long as the editor lives.
  ///   - readsEditrc: whether the person's `.editrc` counts.
  /// - Throws: `SystemError` when the system has no descriptors or no memory left.
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
      return
    }
    libedit = try Libedit(program: program, terminal: terminal, historySize: self.history.limit)
    setUp(readsEditrc: readsEditrc)
  }

  /// Wakes `readLine` to call `onWake`; safe from any thread. Many calls in a row may count as one.
  package func wake() { source.waker.wake() }

  /// What `wake` is to those who must not hold on to the editor: safe to send to any thread.
  package var waker: Waker { source.waker }

  deinit {
    guard libedit != nil, let originalMode else { return }
    terminal_rescue_disarm()
    // A terminal that is gone has no mode to be put back.
    try? terminal.setMode(originalMode)
  }

  /// Shows `prompt` and reads a line, which is remembered.
  ///
  /// - Parameters:
  ///   - prompt: may hold colours and any characters. Only its last line is drawn anew when need be.
  ///   - isRemembered: whether the line is one for the history, as far as `HistoryFile.append` keeps it. Part of
  ///     something longer is not: `remember` the whole.
  /// - Throws: `SystemError` when the terminal cannot be read.
  package func readLine(prompt: String, isRemembered: Bool = true) throws(SystemError) -> Line {
    fflush(nil)  // What was printed before belongs before the prompt.
    let result: Line
    if let libedit, clibedit_is_editing(libedit.handle) != 0 {
      // libedit takes over the size of the window whenever it begins to read.
      result =
        Libedit.canDraw(on: terminal.size)
        ? try readEditing(libedit, prompt)
        : try lendTerminal { () throws(SystemError) in try readPlainly(prompt) }
    } else {
      result = try readPlainly(prompt)
    }
    if isRemembered, case .line(let line) = result { remember(line) }
    return result
  }

  /// Keeps a line, which may hold line breaks, in the history, and saves that.
  package func remember(_ line: String) {
    guard history.append(line) else { return }
    libedit?.remember(line)
    if let warning = history.save() { onWarning?(warning.description) }
  }

  /// Lets keys recall what the history has, after something was removed from it.
  package func historyChanged() {
    libedit?.replaceRemembered(with: history.entries)
  }

  private func readEditing(_ libedit: Libedit, _ text: String) throws(SystemError) -> Line {
    setPrompt(Prompt(text))
    signals = try SignalWatch(Self.signalsWhileEditing)
    defer {
      signals = nil
      ending = nil
      lastCompletion = nil
      recall = nil
      climb = nil
      previousByte = nil
      viMode = ViMode()
      terminal_rescue_set_farewell(nil)
    }
    drawnColumns = terminal.size.columns
    wasDrawnAtOnce = false
    if marksPastes { terminal_rescue_set_farewell(Self.farewell) }
    let wasCanonical = terminal.mode?.isCanonical == true
    libedit.setMode(isEditing: true)
    if wasCanonical { source.expectTypedAhead() }
    signals?.take(SIGINT)  // One that came too late for the command before is not about this line.
    libedit.emit(prompt.leadingLines + (marksPastes ? Self.startMarkingPastes : ""))
    let line = libedit.read()
    finishDrawing(of: line)
    if marksPastes { libedit.emit(Self.stopMarkingPastes) }
    switch ending {
    case .interrupted: return .interrupted
    case .failed(let error): throw error
    case .edited(let line): return .line(line)
    case .endOfInput: break
    case nil: if let line { return .line(line) }
    }
    libedit.emit("\n")
    return .endOfInput
  }

  /// Keys that libedit does not know are translated to these unused control characters, and they are bound.
  private func setUp(readsEditrc: Bool) {
    guard let libedit else { return }
    clibedit_set_client_data(libedit.handle, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_prompt(libedit.handle, promptForLibedit, wchar_t(Prompt.mark.value))
    clibedit_set_reader(libedit.handle, readForLibedit)
    libedit.addCommand("shell-complete", help: "Complete the word before the cursor", completeForLibedit)
    libedit.addCommand("shell-older", help: "Recall an older line that begins like this one", olderForLibedit)
    libedit.addCommand("shell-newer", help: "Recall a newer line that begins like this one", newerForLibedit)
    // libedit's own stops before the last character when vi's keys are in use.
    libedit.addCommand("shell-end", help: "Move behind the line", endForLibedit)
    libedit.addCommand("shell-paste", help: "Insert what is being pasted", pasteForLibedit)
    libedit.addCommand("shell-accept", help: "Take over what is suggested", acceptForLibedit)
    libedit.addCommand("shell-accept-word", help: "Take over a word of it", acceptWordForLibedit)
    libedit.addCommand("shell-vi", help: "Begin or end vi's command mode", viModeForLibedit)
    libedit.addCommand("shell-edit", help: "Edit the line in $VISUAL or $EDITOR", editForLibedit)
    libedit.neverShiftCharacters()
    libedit.willInsert = { [unowned self] in beginDrawing(for: $0) }
    bindDefaults()
    if readsEditrc { readEditrc(libedit) }
    bindEssentials()
    for entry in history.entries { libedit.remember(entry) }
    takeTerminal()
  }

  /// Reads the file that `EDITRC` names, or `~/.editrc`, as libedit itself would, except for a named pipe, which could
  /// block.
  private func readEditrc(_ libedit: Libedit) {
    let path =
      getenv("EDITRC").map { String(path: $0) } ?? getenv("HOME").map { String(path: $0) + "/.editrc" }
    guard let path, case .file = FileKind(at: path) else { return }
    do throws(SystemError) {
      let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
      startWarnings = libedit.run(text.split(separator: "\n", omittingEmptySubsequences: false)).map {
        "\(path), line \($0): a quote is not closed; the line was ignored"
      }
    } catch {
      startWarnings = [error.description]
    }
  }

  /// Has the terminal keep what is typed to itself until a line is read.
  private func takeTerminal() {
    guard let libedit, clibedit_is_editing(libedit.handle) != 0 else { return }
    // Not canonical either: keys that edit the line are for this editor, and `^D` in its turn is the end.
    for flag in ["-echo", "-icanon", "-icrnl", "-inlcr"] { libedit.setRunningFlag(flag) }
    originalMode?.armRescue(of: terminal)
    libedit.setMode(isEditing: false)
  }

  /// Gives the terminal to another program, in the mode that it had before there was an editor.
  ///
  /// - Parameter body: Runs the program, and returns when that has ended.
  package func lendTerminal<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    lendTerminal()
    defer { takeTerminalBack() }
    return try body()
  }

  /// Gives the terminal to another program until `takeTerminalBack`.
  func lendTerminal() {
    guard let libedit, let originalMode, clibedit_is_editing(libedit.handle) != 0 else { return }
    // Signals from the keyboard are the other program's, and stop or end this one as they would without an editor.
    signals?.end()
    terminal_rescue_disarm()
    // A terminal that is gone is found to be so by whoever reads from it.
    try? terminal.setMode(originalMode)
  }

  func takeTerminalBack() {
    guard let libedit, let originalMode, clibedit_is_editing(libedit.handle) != 0 else { return }
    originalMode.armRescue(of: terminal)
    libedit.setMode(isEditing: signals != nil)
    guard signals != nil else { return }
    if marksPastes { terminal_rescue_set_farewell(Self.farewell) }
    do throws(SystemError) { signals = try SignalWatch(Self.signalsWhileEditing) } catch {
      ending = .failed(error)
    }
  }

  /// What unmarks pastes when the program ends: a static string lives as long as the program.
  static var farewell: UnsafePointer<CChar> {
    let text: StaticString = "\u{1B}[?2004l\n"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Memory for the prompt that stays where it is while libedit looks at it.
final class PromptBuffer {
  private(set) var start = UnsafeMutablePointer<wchar_t>.allocate(capacity: 1)

  init() { start.initialize(to: 0) }

  deinit { start.deallocate() }

  func set(_ text: String) {
    let characters = Libedit.wide(text) + [0]
    start.deallocate()
    start = .allocate(capacity: characters.count)
    start.initialize(from: characters, count: characters.count)
  }
}

private func editor(of handle: OpaquePointer?) -> LineEditor {
  Unmanaged<LineEditor>.fromOpaque(clibedit_client_data(handle)).takeUnretainedValue()
}

private let promptForLibedit: Libedit.PromptSource = { editor(of: $0).promptBuffer.start }

private let readForLibedit: Libedit.Reader = { handle, result in
  guard let character = editor(of: handle).nextCharacter() else { return 0 }
  result?.pointee = character
  return 1
}

private let completeForLibedit: Libedit.Command = { handle, _ in editor(of: handle).completeWord() }

private let olderForLibedit: Libedit.Command = { handle, _ in editor(of: handle).recallOlder() }

private let newerForLibedit: Libedit.Command = { handle, _ in editor(of: handle).recallNewer() }

private let endForLibedit: Libedit.Command = { handle, _ in
  editor(of: handle).libedit?.moveToEnd()
  return UInt8(CC_CURSOR)
}

private let pasteForLibedit: Libedit.Command = { handle, _ in editor(of: handle).insertPaste() }

private let acceptForLibedit: Libedit.Command = { handle, _ in editor(of: handle).acceptSuggestion() }

private let acceptWordForLibedit: Libedit.Command = { handle, _ in editor(of: handle).acceptSuggestedWord() }

private let viModeForLibedit: Libedit.Command = { handle, key in editor(of: handle).changeViMode(by: key) }

private let editForLibedit: Libedit.Command = { handle, _ in editor(of: handle).editInFile() }
