import Foundation
import TestSupport
import Testing

/// Leaving a shell at a terminal keeps a session that is in no file.
struct KeptSessionTests {
  private static let file = ".local/state/todoshell/last"

  private func todoshell(_ home: TemporaryFolder, _ arguments: String...) throws -> TodoShellRun {
    try run(builtProgramPath, arguments, environment: ["HOME": home.path])
  }

  @Test func aSessionIsKeptAndContinued() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(terminal.pty.screen.text.contains("kept 3 moments: todoshell --continue"))
    let run = try todoshell(terminal.home, "--continue", "-q", "-c", "list")
    #expect(run.output == "0 [ ] Milk\n", "\(run)")
  }

  @Test(arguments: [
    ["set keep off", "add Milk"], ["add Milk", "save FILE"], ["record FILE", "add Milk"], ["list"],
  ])
  func nothingIsKeptThatIsNotToBeOrIsInAFile(commands: [String]) throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for command in commands {
      try terminal.pty.send(command.replacing("FILE", with: terminal.home.file("session")) + "\r")
    }
    try terminal.pty.send("quit\r")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: terminal.home.file(Self.file)))
  }

  @Test(arguments: [SIGHUP, SIGTERM]) func aSignalKeepsItToo(signal: Int32) throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    terminal.pty.signal(signal)
    #expect(try terminal.pty.waitForEnd() == .signalled(signal))
    let text = String(decoding: try terminal.home.bytes(of: Self.file), as: UTF8.self)
    #expect(text.hasSuffix("\nadd Milk\n"))
  }

  @Test func withoutAKeptSessionThereIsNothingToContinue() throws {
    let run = try todoshell(TemporaryFolder(), "--continue", "-c", "list")
    #expect(run.status == 66)
    #expect(run.errors.contains("error: there is no session to continue: none was kept"), "\(run.errors)")
    #expect(try todoshell(TemporaryFolder(), "--continue", "--session", "s").status == 64)
  }

  @Test func aNewBranchIsNoticedOnce() throws {
    let terminal = try ShellTerminal()
    let notice = "a new branch: 'goto 2' returns to the end of the previous one, 'tree' shows both"
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("undo", until: "#0 of 2 +0s> ")
    try terminal.type("add Eggs", until: "#4 +0s> ")
    try terminal.type("undo", until: "#0 of 4 +0s> ")
    try terminal.type("add Bread", until: "#6 +0s> ")
    #expect(
      terminal.pty.screen.text.components(separatedBy: notice).count == 2,
      "\(terminal.pty.screen.text)"
    )
    #expect(!terminal.pty.screen.text.contains("'goto 4'"))
  }
}
