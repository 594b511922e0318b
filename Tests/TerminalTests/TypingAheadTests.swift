import TodoShellSystem
import TestSupport
import Testing

/// What is typed while no line is read.
struct TypingAheadTests {
  @Test func whatIsTypedWhileTheProgramWorksShowsOnce() throws {
    let editor = try startEditor()
    try editor.send("wait" + Keys.enter)
    try editor.wait(forText: "waiting")
    try editor.send("add Mx" + Keys.backspace + "ilk" + Keys.enter + "undo")
    editor.signal(SIGUSR2)
    try editor.wait(atPrompt: "> undo")
    #expect(editor.screen.lines == ["> wait", "waiting", "> add Milk", "read \"add Milk\"", "> undo"])
  }

  @Test func aPasteWithoutMarksShowsOnce() throws {
    let editor = try startEditor()
    let lines = (1...40).map { "add \($0)" }
    try editor.send(lines.map { $0 + "\r" }.joined() + "rest")
    try editor.wait(atPrompt: "> rest")
    let shown = lines.flatMap { ["> \($0)", "read \"\($0)\""] } + ["> rest"]
    #expect(editor.screen.text == shown.joined(separator: "\n"))
  }

  @Test func theKeyRightAfterAnInterruptIsTheNextLines() throws {
    let editor = try startEditor()
    for round in 1...40 {
      let position = editor.output.count
      try editor.send("abc")
      try editor.wait(atPrompt: "> abc")
      try editor.send(Keys.control("C") + "x\(round)" + Keys.enter)
      try editor.wait(forOutput: "read \"x\(round)\"", from: position)
      try editor.wait(atPrompt: "> ")
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func aSignalThatEndsAWorkingProgramRestoresTheTerminal(_ signal: Int32) throws {
    let editor = try startEditor()
    try editor.send("wait" + Keys.enter)
    try editor.wait(forText: "waiting")
    #expect(!editor.mode.echoes)
    editor.signal(signal)
    #expect(try editor.waitForEnd() == .signalled(signal))
    #expect(editor.mode == editor.initialMode)
  }

  @Test func aWorkingProgramThatIsStoppedLeavesTheTerminalAsItWas() throws {
    let shell = try PseudoTerminal(
      ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
      environment: ["PS1": "$ "]
    )
    try shell.wait(atPrompt: "$ ")
    try shell.send("\(builtProgram("EditorProbe"))\n")
    try shell.wait(atPrompt: "> ")
    try shell.send("wait" + Keys.enter)
    try shell.wait(forText: "waiting")
    try shell.send(Keys.control("Z"))
    try shell.wait(forText: "Stopped")
    try shell.wait(atPrompt: "$ ")
    #expect(shell.mode.isCanonical && shell.mode.echoes)
    try shell.send("kill -USR2 %1; fg\n")
    try shell.wait(atPrompt: "> ")
    try shell.type("undo", reads: "undo")
    #expect(try shell.screen.text.matches(of: Regex("undo")).count == 2, "what was typed shows once")
  }
}
