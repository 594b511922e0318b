import Foundation
import TestSupport
import Testing

/// `COMMAND | PROGRAM` at the prompt: the program has the terminal meanwhile.
struct PipedCommandTests {
  private func terminal() throws -> ShellTerminal { try ShellTerminal(arguments: ["--no-rc", "-q"]) }

  @Test func aProgramReadsWhatTheCommandPrints() throws {
    let terminal = try terminal()
    try terminal.type("help | sed -n 's/^Todos/found: &/p'", until: "#0 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(2) == ["found: Todos", "#0 +0s>"])
    try terminal.type("todos.count + 40 | sed 's/^/now /' | tr n N", until: "#0 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(2) == ["Now 40", "#0 +0s>"])
    try terminal.type("help | head -n 1", until: "#0 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(2) == ["Todos", "#0 +0s>"])
  }

  @Test func thePromptIsOnARowOfItsOwn() throws {
    let terminal = try terminal()
    try terminal.pty.send("clock | tr -d '\\n'\r")
    try terminal.pty.wait(for: "the prompt") {
      $0.lines.suffix(2) == ["+0s, nothing is scheduled", "#0 +0s>"]
    }
    try terminal.type("clock", until: "#0 +0s> ")
    let rows = ["+0s, nothing is scheduled", "#0 +0s> clock", "+0s, nothing is scheduled", "#0 +0s>"]
    #expect(terminal.pty.screen.lines.suffix(4) == rows)
  }

  @Test func aMissingOrKilledProgramIsReported() throws {
    let terminal = try terminal()
    try terminal.type("clock | no-such-program -x", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("error: the program 'no-such-program' was not found"))
    try terminal.type("clock | kill -9 $$", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("error: 'kill -9 $$' was killed by signal 9"))
    try terminal.type("clock | false", until: "#0 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(2) == ["#0 +0s> clock | false", "#0 +0s>"])
  }

  @Test func anInterruptIsThePrograms() throws {
    let terminal = try terminal()
    try terminal.pty.send("clock | { echo rea''dy; read word </dev/tty; echo got; }\r")
    try terminal.pty.wait(forText: "ready")
    try terminal.pty.send(Keys.control("C"))
    try terminal.pty.wait(for: "the prompt") { $0.lines.last == "#0 +0s>" }
    try terminal.type("add Milk", until: "#2 +0s> ")
    #expect(!terminal.pty.screen.lines.contains("got"))
    #expect(!terminal.pty.screen.text.contains("error"))
  }

  @Test func theRCFileMayStartPrograms() throws {
    let home = try TemporaryFolder()
    let folder = "\(home.file("config"))/todoshell"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let rc = "set pager \"sed 's/^/P:/'\"\nalias now = clock | sed 's/^/A:/'\nclock | sed 's/^/R:/'\n"
    try rc.write(toFile: "\(folder)/rc", atomically: true, encoding: .utf8)
    let terminal = try ShellTerminal(
      home: home,
      arguments: ["-q"],
      environment: ["XDG_CONFIG_HOME": home.file("config")]
    )
    #expect(terminal.pty.screen.text.contains("R:+0s, nothing is scheduled"))
    try terminal.type("now", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("A:+0s, nothing is scheduled"))
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("P:"))
  }

  @Test func aScriptThatIsSourcedRunsNoProgram() throws {
    let home = try TemporaryFolder()
    try home.write("clock | cat\n", to: "script")
    let terminal = try ShellTerminal(home: home, arguments: ["--no-rc"])
    try terminal.type("source \(home.file("script"))", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("'| PROGRAM' works only at the prompt"))
    try home.write("clock | touch x\n", to: "<typed>")
    try terminal.type("source '<typed>'", until: "#0 +0s> ")
    try home.write("set pager 'touch x; cat'\n", to: "pager")
    try terminal.type("source pager", until: "#0 +0s> ")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(!FileManager.default.fileExists(atPath: home.file("x")))
  }
}
