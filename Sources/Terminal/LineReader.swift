import Core
import TodoShellSystem

/// Reads lines interactively from a terminal, with editing, history and completion.
///
/// The keys are libedit's, emacs by default and configurable in `~/.editrc`. Input typed while the program is busy
/// appears once, in the line that reads it. A terminal without abilities (`TERM=dumb`), or input other than a terminal,
/// is read line by line without editing.
///
/// Several lines pasted at once are run one after another, as if typed; text after the last line break remains in the
/// line for editing. An interrupt discards the remaining lines.
///
/// A reader belongs to one thread.
package final class LineReader {
  /// The result of `readLine`.
  package enum Line: Equatable {
    /// A line, without its line break. Pasted or recalled text may contain line breaks.
    case line(String)
    /// `^C`: the line was discarded, `^C` is shown after it, and the cursor is on a new row.
    case interrupted
    /// `^D` on an empty line, or a disconnected terminal; the cursor is on a new row.
    case endOfInput
  }

  /// How lines are edited, and closures that are called meanwhile, on the reader's thread.
  package struct Options {
    /// Returns completions that replace the word before the cursor (the text after the last space).
    package var complete: (_ line: String, _ cursor: String.Index) -> [Completion] = { _, _ in [] }
    /// Called with problems that do not prevent reading lines, such as a history that cannot be saved.
    package var onWarning: (String) -> Void = { _ in }
    /// Called before a signal ends the program.
    package var willEnd: () -> Void = {}
    /// The time until `onTick` should be called, `nil` for never; called whenever `readLine` is about to wait.
    package var nextTick: () -> Duration? = { nil }
    /// Called when the time given by `nextTick` has passed, while `readLine` is waiting.
    package var onTick: () -> Void = {}
    /// Returns the prompt when vi's command mode begins or ends during `readLine`, as indicated by `isInCommandMode`.
    package var onModeChange: (() -> String)?
    /// Whether the latest history line that begins with the current line is shown dimmed after it, as a suggestion. A
    /// key that moves forward at the end of the line (right arrow, `^F`, `^E`, End) accepts it; `M-f` accepts a word of
    /// it.
    package var suggests = false
    /// The line that is suggested where nothing is typed; Return then returns an empty line.
    package var offer: String?
    /// The command that edits a line in a file: the program and its options, in shell syntax.
    package var editorCommand = "vi"
  }

  package var options = Options()
  /// The problems found in the user's `.editrc`.
  package let startWarnings: [String]
  /// Which program uses the terminal.
  package let lease: TerminalLease
  /// The display of the line.
  package let view: LineView
  /// The lines that can be recalled; each accepted line is saved immediately.
  package let history: HistoryFile
  private let source: InputSource
  /// The reader of keys, which edits lines; `nil` if the terminal lacks the abilities.
  private let keys: KeyReader?

  /// Whether a line can be suggested: the terminal can be drawn on, and `options.suggests` is set.
  package var isSuggesting: Bool { options.suggests && keys?.libedit.isEditing == true }

  /// Creates a reader on `terminal`.
  ///
  /// - Parameters:
  ///   - program: The name for conditional lines in `.editrc`.
  ///   - history: The history, loaded by the caller.
  /// - Throws: A `SystemError` if descriptors or memory are exhausted.
  package init(
    program: String,
    terminal: Terminal = .standard,
    history: HistoryFile
  ) throws(SystemError) {
    self.history = history
    source = try InputSource(input: terminal.input)
    let mode = terminal.mode
    let canEdit =
      terminal.isInteractive && !terminal.isDumb && Libedit.canDraw(on: terminal.size)
      && CharacterLocale.useUTF8()
    let libedit =
      canEdit ? try Libedit(program: program, terminal: terminal, historySize: history.limit) : nil
    lease = TerminalLease(terminal, mode: mode, source, libedit)
    view = LineView(on: terminal, libedit?.codes, history: history)
    keys = libedit.map { [source, lease, view] in KeyReader($0, source, lease, view, history) }
    startWarnings = keys?.start() ?? []
    for entry in history.entries { libedit?.remember(entry) }
    lease.begin()
  }

  /// Whether vi's command mode is active.
  package var isInCommandMode: Bool { keys?.isInCommandMode == true }

  /// Shows `prompt` and reads a line.
  ///
  /// A `^C` that is pending in a watch ends the line at once: first take one that was meant for something else.
  ///
  /// - Parameter prompt: The prompt, with colours and arbitrary characters. Only its last line is redrawn when
  ///   necessary.
  /// - Throws: A `SystemError` if the terminal cannot be read.
  package func readLine(prompt: String) throws(SystemError) -> Line {
    fflush(nil)  // Earlier output must appear before the prompt.
    guard let keys, keys.libedit.isEditing else { return try readPlainly(prompt) { false } ?? .endOfInput }
    // libedit queries the size of the window whenever it begins to read.
    let canEdit = { [lease] in Libedit.canDraw(on: lease.terminal.size) }
    while !canEdit() {
      let line = try lease.lend { () throws(SystemError) in try readPlainly(prompt, until: canEdit) }
      if let line { return line }
    }
    return try keys.read(prompt, options)
  }

  /// Adds a line, which may contain line breaks, to the history, subject to `HistoryFile.append`, and saves it.
  package func remember(_ line: String) {
    guard history.append(line) else { return }
    keys?.libedit.remember(line)
    if let warning = history.save() { options.onWarning(warning.description) }
  }

  /// Notes whether a line that was read failed. Until it succeeds, it is not suggested; it can still be recalled.
  package func note(_ line: String, failed: Bool) {
    let line = line.droppingTrailingNewlines
    if failed { keys?.failedLines.insert(line) } else { keys?.failedLines.remove(line) }
  }

  /// Reads without libedit: from a file or a pipe, or from a terminal without the abilities needed for editing, where
  /// the driver's line editing is preferable.
  ///
  /// - Parameter canEdit: Whether the line can be edited after all, because the window has become larger.
  /// - Returns: `nil` if the line can be edited; the keys typed so far remain in the driver.
  private func readPlainly(_ prompt: String, until canEdit: () -> Bool) throws(SystemError) -> Line? {
    let terminal = lease.terminal
    let signals = terminal.isInteractive ? try SignalWatch([SIGINT, SIGCONT, SIGWINCH]) : nil
    if signals != nil {
      view.showPlainly(prompt)
    }
    defer { view.reading = nil }
    var bytes: [UInt8] = []
    while true {
      if bytes.isEmpty, canEdit() {
        view.erase()
        return nil
      }
      switch try source.next(timeout: options.nextTick(), chunk: signals == nil ? 4096 : 1) {
      case .byte(let byte) where byte != .newline:
        bytes.append(byte)
      case .end where bytes.isEmpty:
        if signals != nil { terminal.emit("\n") }
        return .endOfInput
      case .byte, .end:
        return .line(String(decoding: bytes, as: UTF8.self))
      case .signal:
        if signals?.take(SIGCONT) == true { terminal.emit(view.plainPrompt) }
        signals?.take(SIGWINCH)
        if signals?.take(SIGINT) == true {
          terminal.emit("\n")
          return .interrupted
        }
      case .timeout: options.onTick()
      }
    }
  }
}
