import Core
import TodoShellSystem
import TestSupport
import Testing

@testable import TodoShellTerminal

/// The lease of a terminal in the process of the tests. Its rescue is for one terminal, so one test runs at a time.
@Suite(.serialized)
final class TerminalLeaseTests {
  private let keyboard: Int32
  private let terminal: Terminal

  init() throws {
    let (keyboard, path) = try PseudoTerminal.openKeyboard()
    self.keyboard = keyboard
    let file = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(file >= 0)
    terminal = Terminal(input: file, output: file)
  }

  deinit {
    close(terminal.input)
    close(keyboard)
  }

  private func lease(edits: Bool = true) throws -> TerminalLease {
    let source = try InputSource(input: terminal.input)
    let mode = terminal.mode
    let libedit = edits ? try Libedit(program: "test", terminal: terminal, historySize: 10) : nil
    return TerminalLease(terminal, mode: mode, source, libedit)
  }

  private func has(_ flag: Int32) -> Bool { terminal.mode.map { $0.c_lflag & tcflag_t(flag) != 0 } ?? false }

  /// What was sent to the terminal, which arrives in order but not at once: a mark shows where it ends.
  private var output: String {
    let mark: UInt8 = 0x1E
    write(terminal.output, [mark], 1)
    var sent: [UInt8] = []
    while sent.last != mark {
      var ready = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = read(keyboard, &bytes, bytes.count)
      guard count > 0 else { break }
      sent += bytes.prefix(count)
    }
    return String(decoding: sent.dropLast(), as: UTF8.self)
  }

  @Test func betweenLinesNothingIsEchoedAndKeysSendSignals() throws {
    let original = TerminalMode(of: terminal.input)
    do {
      let lease = try lease()
      lease.begin()
      #expect(!has(ECHO) && !has(ICANON) && has(ISIG))
      #expect(lease.signalKeys[0x03] == SIGINT && lease.signalKeys[0x1A] == SIGTSTP)
      #expect(lease.signals == nil)
    }
    #expect(TerminalMode(of: terminal.input) == original, "the end of the lease restores the mode")
  }

  @Test func anotherProgramHasTheOriginalMode() throws {
    let original = TerminalMode(of: terminal.input)
    let lease = try lease()
    lease.begin()
    let between = TerminalMode(of: terminal.input)
    let lent = lease.lend { TerminalMode(of: terminal.input) }
    #expect(lent == original)
    #expect(TerminalMode(of: terminal.input) == between)
    #expect(throws: SystemError.self) {
      try lease.lend { () throws(SystemError) in throw SystemError("test", code: EIO) }
    }
    #expect(TerminalMode(of: terminal.input) == between, "an error, too, gives the terminal back")
  }

  @Test func aLineIsEditedWithoutSignalKeys() throws {
    let lease = try lease()
    lease.begin()
    let between = TerminalMode(of: terminal.input)
    lease.startEditing()
    let editing = TerminalMode(of: terminal.input)
    #expect(!has(ECHO) && !has(ICANON))
    lease.interruptibly { #expect(has(ISIG), "a command that runs meanwhile can be interrupted") }
    #expect(TerminalMode(of: terminal.input) == editing)
    lease.takeBack()
    #expect(TerminalMode(of: terminal.input) == between)
  }

  @Test func pastesAreMarkedOnRequest() throws {
    let lease = try lease()
    #expect(lease.marksPastes)
    lease.markPastes(true)
    lease.markPastes(false)
    #expect(output == "\u{1B}[?2004h\u{1B}[?2004l")
  }

  @Test func withoutAnEditorTheTerminalIsLeftAlone() throws {
    let original = TerminalMode(of: terminal.input)
    let lease = try lease(edits: false)
    lease.begin()
    lease.startEditing()
    lease.markPastes(true)
    #expect(lease.lend { TerminalMode(of: terminal.input) } == original)
    #expect(TerminalMode(of: terminal.input) == original)
    #expect(output == "" && !lease.marksPastes)
  }
}
