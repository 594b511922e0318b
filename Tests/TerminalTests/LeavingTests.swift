import TodoShellSystem
import TestSupport
import Testing

struct LeavingTests {
  @Test func interruptDropsTheLineAndShowsSo() throws {
    let editor = try startEditor()
    try editor.send("add Mi" + Keys.left)
    try editor.wait(for: "the line") { $0.lines == ["> add Mi"] && $0.textBeforeCursor == "> add M" }
    try editor.send(Keys.control("C"))
    try editor.wait(for: "a new prompt") { $0.lines == ["> add Mi^C", "interrupted", ">"] }
    try editor.type("undo", reads: "undo")
    #expect(try editor.leave() == .exited(0))
    #expect(editor.mode == editor.initialMode)
  }

  @Test func interruptInASearchDropsTheLineToo() throws {
    let editor = try startEditor()
    try editor.type("add Milk", reads: "add Milk")
    try editor.send(Keys.control("R") + "Mil")
    try editor.wait(forText: "bck:Mil")
    try editor.send(Keys.control("C"))
    try editor.wait(forText: "interrupted")
    try editor.wait(atPrompt: "> ")
    try editor.type("undo", reads: "undo")
  }

  @Test func endOfInputOnAnEmptyLineLeavesTheTerminalAsItWas() throws {
    let editor = try startEditor()
    #expect(!editor.mode.isCanonical)
    #expect(editor.screen.marksPastes)
    #expect(try editor.leave() == .exited(0))
    #expect(editor.mode == editor.initialMode)
    #expect(!editor.screen.marksPastes)
    #expect(editor.screen.lines == ["> ^D", "end"])
    #expect(editor.screen.cursor == (2, 0))
  }

  @Test func endOfInputThatIsTypedAheadCounts() throws {
    let editor = try startEditor()
    try editor.send("wait" + Keys.enter)
    try editor.wait(forText: "waiting")
    try editor.send("add Milk\r" + Keys.control("D"))
    editor.signal(SIGUSR2)
    #expect(try editor.waitForEnd() == .exited(0))
    #expect(editor.screen.text.contains("read \"add Milk\""))
    #expect(editor.screen.lines.last == "end")
  }

  @Test func endOfInputBehindTextDoesNothing() throws {
    let editor = try startEditor()
    try editor.type("ab" + Keys.control("D") + "c", reads: "abc")
  }

  @Test func theTerminalIsAsItWasWhileTheProgramWorks() throws {
    let editor = try startEditor()
    try editor.send("exit" + Keys.enter)
    #expect(try editor.waitForEnd() == .exited(7))
    #expect(editor.mode == editor.initialMode)
    #expect(!editor.screen.marksPastes)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func aSignalThatEndsTheProgramRestoresTheTerminalFirst(_ signal: Int32) throws {
    let editor = try startEditor()
    try editor.send("half a li")
    try editor.wait(atPrompt: "> half a li")
    editor.signal(signal)
    #expect(try editor.waitForEnd() == .signalled(signal))
    #expect(editor.mode == editor.initialMode)
    #expect(!editor.screen.marksPastes)
    #expect(editor.screen.cursor == (1, 0))
  }

  @Test func theQuitKeyRestoresTheTerminalFirst() throws {
    let editor = try startEditor()
    try editor.send("half" + Keys.control("\\"))
    #expect(try editor.waitForEnd() == .signalled(SIGQUIT))
    #expect(editor.mode == editor.initialMode)
  }

  @Test(arguments: ["crash", "abort", "leave"])
  func aProgramThatEndsInACallbackRestoresTheTerminal(_ way: String) throws {
    let editor = try startEditor(["--in-callback", way])
    try editor.send("half" + Keys.tab)
    let status = try editor.waitForEnd()
    switch way {
    case "leave": #expect(status == .exited(7))
    case "abort": #expect(status == .signalled(SIGABRT))
    default: #expect(status == .signalled(SIGILL) || status == .signalled(SIGTRAP))
    }
    #expect(editor.mode == editor.initialMode)
    #expect(!editor.screen.marksPastes)
  }

  @Test func anInterruptFromOutsideIsLikeTheKey() throws {
    let editor = try startEditor()
    try editor.send("add")
    try editor.wait(atPrompt: "> add")
    editor.signal(SIGINT)
    try editor.wait(for: "a new prompt") { $0.lines == ["> add^C", "interrupted", ">"] }
  }

  @Test func aTerminalThatGoesAwayEndsTheProgram() throws {
    let editor = try startEditor()
    editor.hangUp()
    #expect(try editor.waitForEnd() == .signalled(SIGHUP))
  }

  @Test func theStopKeyAndForegroundBringPromptAndTextBack() throws {
    let shell = try PseudoTerminal(
      ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
      environment: ["PS1": "$ "]
    )
    try shell.wait(atPrompt: "$ ")
    try shell.send("\(builtProgram("EditorProbe"))\n")
    try shell.wait(atPrompt: "> ")
    for _ in 1...3 {
      let position = shell.output.count
      try shell.send("add é日" + Keys.left)
      try shell.wait(for: "the text") { $0.lines.last == "> add é日" && $0.textBeforeCursor == "> add é" }
      try shell.send(Keys.control("Z"))
      try shell.wait(forOutput: "Stopped", from: position)
      try shell.wait(atPrompt: "$ ")
      #expect(shell.mode.isCanonical)
      #expect(!shell.screen.marksPastes)
      try shell.send("fg\n")
      try shell.wait(for: "prompt and text") { $0.lines.last == "> add é日" }
      try shell.wait(atPrompt: "> add é")
      #expect(shell.screen.marksPastes)
      try shell.type("", reads: "add é日")
    }
  }

  @Test func continuingTakesTheTerminalBackInWhateverModeItIs() throws {
    let editor = try startEditor()
    try editor.send("add Mi")
    try editor.wait(atPrompt: "> add Mi")
    let editing = editor.mode
    editor.signal(SIGSTOP)
    try editor.waitForStop()
    editor.disturbMode()
    let position = editor.output.count
    editor.signal(SIGCONT)
    try editor.wait(forOutput: "> add Mi", from: position)
    try editor.wait(atPrompt: "> add Mi")
    #expect(editor.mode == editing)
    try editor.type("lk", reads: "add Milk")
  }
}
