import Foundation
import TestSupport
import Testing

/// A feature that traps ends neither the session nor a shell at a terminal.
struct TrapTests {
  private static let begin = "# blinker session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\n"

  private func blinker(_ arguments: String..., in folder: TemporaryFolder) throws -> TodoShellRun {
    try run(
      builtProgram("Blinker"),
      arguments,
      in: folder.url,
      environment: ["HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"]
    )
  }

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  @Test(arguments: [".trap", ".overflow", ".abort", "repeat 2 .trap"])
  func aTrapLeadsBackToThePromptWithTheSession(command: String) throws {
    let terminal = try ShellTerminal("Blinker")
    let pty = terminal.pty
    try terminal.type(".tick", until: "#1 +0s> ")
    for count in 1...2 {
      let position = pty.output.count
      try pty.send(command + "\r")
      let fatal = command.split(separator: " ").last ?? ""
      try pty.wait(forOutput: "warning: the feature traps after: \(fatal)", from: position)
      try pty.wait(atPrompt: "#\(count) +0s> ")
      #expect(!pty.mode.echoes)
      let name = try String(contentsOfFile: "/proc/\(pty.process)/comm", encoding: .utf8)
      #expect(name == "Blinker\n")
      try terminal.type("print 40 + count", until: "#\(count) +0s> ")
      #expect(pty.screen.lines.contains("\(40 + count)"))
      try terminal.type(".tick", until: "#\(count + 1) +0s> ")
    }
    try pty.send(Keys.control("D"))
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.mode == terminal.modeBefore)
    let kept = try text(terminal.home, ".local/state/blinker/kept/1.todoscript")
    let commands = kept.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
    #expect(commands == [".tick", ".tick", ".tick"])
    #expect(try blinker("--continue", "-q", "-c", "count", in: terminal.home).output == "3\n")
  }

  @Test func aTrapInTheFirstCommandLeadsBackToThePrompt() throws {
    let terminal = try ShellTerminal("Blinker", arguments: ["-q", "--private"])
    try terminal.pty.send(".abort\r")
    try terminal.pty.wait(forText: "warning: the feature traps after: .abort")
    try terminal.pty.wait(atPrompt: "#0 +0s> ")
    try terminal.type(".tick", until: "#1 +0s> ")
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
  }

  @Test func aRecordedSessionGoesOnInItsFile() throws {
    let home = try TemporaryFolder()
    let terminal = try ShellTerminal("Blinker", home: home, arguments: ["-q", "--session", home.file("s")])
    try terminal.type(".tick", until: "#1 +0s> ")
    try terminal.pty.send(".trap\r")
    try terminal.pty.wait(forText: "warning: the feature traps after: .trap")
    try terminal.pty.wait(atPrompt: "#1 +0s> ")
    try terminal.type("advance 1s", until: "#2 +1s> ")
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    let rest = ".tick\n# the feature traps after: .trap\nadvance 1s\n"
    #expect(try text(home, "s") == Self.begin + rest)
  }

  @Test func aBatchThatTrapsNamesTheCommandAndItsSessionOpensAgain() throws {
    let folder = try TemporaryFolder()
    try folder.write(".tick\n\nrepeat 2 .trap\n", to: "script")
    let run = try blinker("-q", "--session", "s", "script", in: folder)
    #expect(run.status == 128 + SIGILL, "\(run)")
    #expect(run.errors.hasSuffix("script:3: error: the feature traps (SIGILL) in: .trap\n"), "\(run)")
    #expect(try text(folder, "s") == Self.begin + ".tick\n# the feature traps after: .trap\n")
    let next = try blinker("-q", "--session", "s", "-c", "count", in: folder)
    #expect(next.output == "1\n" && next.status == 0, "\(next)")
    #expect(next.errors.hasPrefix("warning: the feature traps after: .trap\n"), "\(next)")
  }

  /// The comment about it is cut between characters.
  @Test(arguments: 0...1) func aLongCommandThatTrapsLeavesAValidSession(offset: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "a", count: offset) + String(repeating: "é", count: 300)
    let run = try blinker("-q", "--session", "s", "-c", ".tick", "-c", ".shout(\"\(text)\")", in: folder)
    #expect(run.errors.contains("error: the feature traps (SIG"), "\(run)")
    let next = try blinker("-q", "--session", "s", "-c", "count", in: folder)
    #expect(next.output == "1\n" && next.status == 0, "\(next)")
  }

  /// As when memory runs out.
  @Test func aBatchThatAbortsKeepsTheSessionUpToThatCommand() throws {
    let folder = try TemporaryFolder()
    let run = try blinker("-q", "--session", "s", "-c", ".tick", "-c", ".abort", in: folder)
    let trap = "SIGABRT, perhaps out of memory"
    #expect(run.errors.hasSuffix("error: the feature traps (\(trap)) in: .abort\n"), "\(run)")
    #expect(try text(folder, "s") == Self.begin + ".tick\n# the feature traps after: .abort\n")
  }

  /// An older version recorded the command in which the feature trapped.
  @Test func aSessionThatTrapsWhenItIsOpenedEndsTheShell() throws {
    let home = try TemporaryFolder()
    try home.write(Self.begin + ".tick\n.trap\n", to: "s")
    let pty = try PseudoTerminal(
      [builtProgram("Blinker"), "--session", home.file("s")],
      environment: ["HOME": home.path],
      in: home
    )
    #expect(try pty.waitForEnd() == .signalled(SIGILL))
    let text = pty.screen.text.replacing("\n", with: "")
    #expect(text.contains("s:4: error: the feature traps (SIGILL) in: .trap"), "\(pty.screen.text)")
  }

  /// The user ends the program, not the feature.
  @Test func aSignalFromAnotherProcessIsNotATrap() throws {
    let terminal = try ShellTerminal("Blinker", arguments: ["-q"])
    try terminal.type(".tick", until: "#1 +0s> ")
    terminal.pty.signal(SIGSEGV)
    #expect(try terminal.pty.waitForEnd() == .signalled(SIGSEGV))
    #expect(!terminal.pty.screen.text.contains("traps"))
  }
}
