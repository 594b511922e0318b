import Foundation
import TestSupport
import Testing

struct FileEditingTests {
  private func startEditor(_ command: String, editrc: String = "") throws -> PseudoTerminal {
    let folder = try TemporaryFolder()
    try folder.write(editrc, to: ".editrc")
    return try TerminalTests.startEditor(
      [],
      environment: ["EDITOR": command, "HOME": folder.path],
      in: folder
    )
  }

  private let key = Keys.control("X") + Keys.control("E")

  @Test func theLineIsEditedInAFileAndRuns() throws {
    let editor = try startEditor("sed -i s/Milk/Eggs/")
    try editor.send("add Milk" + key)
    try editor.wait(forText: "read \"add Eggs\"")
    try editor.wait(atPrompt: "> ")
    #expect(editor.screen.lines == ["> add Milk", "> add Eggs", "read \"add Eggs\"", ">"])
    try editor.type("next", reads: "next")
    #expect(try editor.leave() == .exited(0))
    #expect(editor.mode == editor.initialMode)
  }

  @Test func anEmptyLineBringsTheLastOne() throws {
    let editor = try startEditor("sed -i s/Milk/Eggs/")
    try editor.type("add Milk", reads: "add Milk")
    try editor.send(key)
    try editor.wait(forText: "read \"add Eggs\"")
  }

  @Test func aFileWithoutTextRunsNothing() throws {
    let editor = try startEditor("truncate -s 0")
    try editor.send("add Milk" + key)
    try editor.wait(forText: "read \"\"")
  }

  @Test(arguments: [
    ("false", "'false' exited with code 1"), ("no-such-editor", "'no-such-editor' was not found"),
    ("kill -9 $$ #", "was killed by signal 9"),
  ])
  func anEditorThatFailsIsToldAndTheLineStays(_ command: String, _ message: String) throws {
    let editor = try startEditor(command)
    try editor.send("add Milk" + Keys.left + key)
    try editor.wait(forText: message)
    try editor.wait(for: "the line") { $0.lines.last == "> add Milk" && $0.textBeforeCursor == "> add Mil" }
    try editor.type("", reads: "add Milk")
  }

  @Test func theEditorHasTheTerminalAsItWas() throws {
    let editor = try startEditor("echo reading; cat; echo ready; read word; echo \"got $word\" >")
    try editor.send("add" + key)
    // `cat` reads what is typed, line by line, with echo, up to the end that the driver makes of `^D`.
    try editor.wait(forText: "reading")
    #expect(editor.mode == editor.initialMode)
    try editor.send("some\u{7F}\u{7F}me\n" + Keys.control("D"))
    try editor.wait(forText: "ready")
    try editor.send("word\n")
    try editor.wait(forText: "read \"got word\"")
    try editor.wait(atPrompt: "> ")
    #expect(!editor.mode.isCanonical)
  }

  @Test func severalLinesAreReadAsTheyAre() throws {
    let editor = try startEditor("printf 'one\\ntwo\\n' >")
    try editor.send(key)
    try editor.wait(forText: "read \"one\\ntwo\"")
  }

  @Test func vCallsTheEditorInViCommandMode() throws {
    let editor = try startEditor("sed -i s/Milk/Eggs/", editrc: "bind -v\n")
    try editor.send("add Milk" + Keys.escape)
    try editor.wait(atPrompt: "> add Mil")
    try editor.send("v")
    try editor.wait(forText: "read \"add Eggs\"")
  }

  @Test func stoppingTheEditorStopsTheProgramAndBothGoOn() throws {
    let folder = try TemporaryFolder()
    let gate = try Gate(at: folder.file("gate"))
    // It waits at the gate while it is stopped, since one that reads the terminal may get what is typed next: the
    // shell hears that the program has stopped, which may be before its child has.
    let shell = try PseudoTerminal(
      ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
      environment: [
        "PS1": "$ ",
        // Its path may be longer than a line of the screen.
        "PROBE": builtProgram("EditorProbe"),
        "EDITOR": "echo in; read pass <'\(folder.file("gate"))'; read word; echo \"got $word\" >",
      ],
      in: folder
    )
    try shell.wait(atPrompt: "$ ")
    try shell.send("$PROBE\n")
    try shell.wait(atPrompt: "> ")
    try shell.send("add" + key)
    try shell.wait(for: "the editor") { $0.lines.last == "in" }
    try shell.send(Keys.control("Z"))
    try shell.wait(forText: "Stopped")
    try shell.wait(atPrompt: "$ ")
    try shell.send("fg\n")
    try shell.wait(for: "the name of the program") { $0.lines.last == "$PROBE" }
    try gate.open()
    try shell.send("word\n")
    try shell.wait(forText: "read \"got word\"")
    try shell.wait(atPrompt: "> ")
  }

  @Test(arguments: [SIGHUP, SIGTERM])
  func aSignalThatEndsTheShellMeanwhileRemovesTheFile(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let editor = try TerminalTests.startEditor(
      environment: ["EDITOR": "echo editing; read word; :", "HOME": folder.path, "TMPDIR": folder.path]
    )
    try editor.send("add Milk" + key)
    try editor.wait(forText: "editing")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    editor.signal(signal)
    #expect(try editor.waitForEnd() == .signalled(signal))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
