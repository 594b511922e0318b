import CTodoShellPlatform
import Core
import TodoShellSystem

/// The current use of the terminal: by this program between two lines, by this program while it edits a line, or by
/// another program.
///
/// While a lease exists, the terminal does not echo: input typed while the program is busy appears once, in the line
/// that reads it. The terminal is restored when the program ends, crashes or is stopped. If libedit does not edit, the
/// terminal is left alone.
package final class TerminalLease {
  /// The terminal.
  package let terminal: Terminal
  /// Whether to ask the terminal to mark pasted text; a terminal without this ability ignores the request.
  let marksPastes: Bool
  /// The keys that interrupt, stop and quit, with their signals.
  let signalKeys: [UInt8: Int32]
  /// The signals that have arrived while a line is edited.
  private(set) var signals: SignalWatch?
  /// Why the signals are no longer watched.
  private(set) var failure: SystemError?
  private let source: InputSource
  private let libedit: Libedit?
  /// The mode of the terminal before.
  private let originalMode: termios?

  private static let watched = [SIGINT, SIGTSTP, SIGCONT, SIGWINCH, SIGTERM, SIGHUP, SIGQUIT]

  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - mode: The mode that it had before libedit was started.
  ///   - source: The source of the terminal's input.
  ///   - libedit: The editor of lines on it, if any.
  init(_ terminal: Terminal, mode: termios?, _ source: InputSource, _ libedit: Libedit?) {
    self.terminal = terminal
    self.source = source
    self.libedit = libedit
    originalMode = mode
    signalKeys = mode?.signalKeys ?? [:]
    marksPastes = libedit?.codes.isANSI == true
  }

  deinit {
    guard libedit != nil, let originalMode else { return }
    terminal_rescue_disarm()
    terminal.setMode(originalMode)
  }

  /// The editor of lines, and the mode without it; `nil` if the terminal is left alone.
  private var editing: (libedit: Libedit, originalMode: termios)? {
    guard let libedit, let originalMode, libedit.isEditing else { return nil }
    return (libedit, originalMode)
  }

  /// Makes the terminal hold typed input, without echo, until a line is read.
  func begin() {
    // Not canonical either: line editing keys are for this editor, and so is `^D`, which ends the input when it is
    // read.
    for flag in ["echo", "icanon", "icrnl", "inlcr"] { editing?.libedit.clearFlag(flag, whileEditing: false) }
    takeBack()
  }

  /// Lends the terminal to another program, in the mode that it had before the lease.
  ///
  /// - Parameter body: Runs the program, and returns when it has ended.
  package func lend<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    lend()
    defer { takeBack() }
    return try body()
  }

  /// Lends the terminal to another program until `takeBack`.
  func lend() {
    guard let editing else { return }
    // Keyboard signals are meant for the other program, and stop or end this one as they would without an editor.
    signals?.end()
    terminal_rescue_disarm()
    terminal.setMode(editing.originalMode)
  }

  func takeBack() {
    guard let editing else { return }
    // A stop in between would restore the wrong mode, and without the watch nothing would draw the line afterwards.
    terminal_stop_lock()
    defer { terminal_stop_unlock() }
    withUnsafePointer(to: editing.originalMode) { terminal_rescue_arm(terminal.input, $0, terminal.output) }
    editing.libedit.setMode(isEditing: signals != nil)
    if signals != nil { watchAgain() }
  }
}

// A line.
extension TerminalLease {
  /// Watches for the signals that arrive while a line is edited.
  func beginLine() throws(SystemError) {
    signals = try SignalWatch(Self.watched)
    terminal_rescue_set_marks_pastes(marksPastes ? 1 : 0)
  }

  func endLine() {
    signals = nil
    failure = nil
    terminal_rescue_set_marks_pastes(0)
  }

  /// Puts the terminal into the editing mode, whatever its mode.
  func startEditing() {
    let wasCanonical = terminal.mode?.isCanonical == true
    libedit?.setMode(isEditing: true)
    if wasCanonical { source.expectTypedAhead() }
  }

  /// Sets whether the terminal marks pasted text.
  func markPastes(_ isMarking: Bool) {
    if marksPastes { terminal.emit(isMarking ? "\u{1B}[?2004h" : "\u{1B}[?2004l") }
  }

  /// Enables the interrupt keys while the program is busy with something other than the line.
  func interruptibly(_ body: () -> Void) {
    let mode = terminal.mode
    if let mode { terminal.setMode(mode.withSignalKeys) }
    body()
    if let mode { terminal.setMode(mode) }
  }

  /// Restores the terminal and lets a signal have its original effect, to stop or end the program.
  ///
  /// - Parameters:
  ///   - takesOutput: Whether the terminal is not stopped by ^S.
  ///   - send: Sends the signal, unless it is SIGTSTP and pending.
  func leave(by signal: Int32, takesOutput: Bool, send: () -> Void) {
    if takesOutput { markPastes(false) }
    terminal_rescue_set_marks_pastes(0)
    if let originalMode { terminal.setMode(originalMode, atOnce: !takesOutput) }
    if signal == SIGTSTP {
      send()
      // Stops the program.
      signals?.end()
    } else {
      // Swift's runtime would report a typed `^\` as a crash.
      if signal == SIGQUIT { terminal_signals_use_default(SIGQUIT) }
      signals?.end()
      send()
    }
    watchAgain()
    signals?.take(SIGCONT)
  }

  private func watchAgain() {
    do throws(SystemError) { try beginLine() } catch { failure = error }
  }
}
