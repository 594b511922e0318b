import TestSupport
import Testing

/// At a terminal, an expectation that holds says so. What a script prints does not depend on where it runs.
struct ConfirmationTests {
  private let script = "add Milk\nexpect todos.count == 1   # one\n"

  @Test func atATerminalAnExpectationThatHoldsIsConfirmed() throws {
    let terminal = try ShellTerminal(arguments: ["--no-rc"])
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("expect todos.count == 1", until: "#2 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(2) == ["ok: todos.count == 1", "#2 +0s>"])
    try terminal.type("expect todos.count == 2", until: "#2 +0s> ")
    #expect(!terminal.pty.screen.text.contains("ok: todos.count == 2"))
  }

  @Test func quietOrComparedWithWhatIsExpectedItIsNot() throws {
    let home = try TemporaryFolder()
    try home.write("macro check\n  expect 1 + 1 == 2\n  print 5\nend\ncheck\n| 5\n", to: "script")
    let terminal = try ShellTerminal(home: home, arguments: ["--no-rc"])
    try home.write("expect 1 + 1 == 2\n", to: "plain")
    try terminal.type("source \(home.file("plain"))", until: "#0 +0s> ")
    try terminal.type("source \(home.file("script"))", until: "#0 +0s> ")
    try terminal.type("set quiet on", until: "#0 +0s> ")
    try terminal.type("expect 1 + 2 == 3", until: "#0 +0s> ")
    #expect(!terminal.pty.screen.text.contains("ok:"))
    #expect(!terminal.pty.screen.text.contains("error"), "\(terminal.pty.screen.text)")
  }

  @Test func inABatchNothingIsPrinted() throws {
    let run = try todoshell("-c", script)
    #expect(run.status == 0)
    #expect(!run.output.contains("ok"))
    let events = try todoshell("--format", "json", "-c", script).output
    #expect(events.contains(#"{"event":"expectation","holds":true,"#))
    #expect(!events.contains("statement"))
  }
}
