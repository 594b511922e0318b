import TodoShellSystem
import TestSupport
import Testing

struct EditrcTests {
  private func startEditor(editrc: String, history: String = "") throws -> PseudoTerminal {
    let folder = try TemporaryFolder()
    try folder.write(editrc, to: ".editrc")
    try folder.write(history, to: "history")
    return try TerminalTests.startEditor(
      ["--history", folder.file("history")],
      environment: ["HOME": folder.path],
      in: folder
    )
  }

  @Test func viKeysWorkWithArrowsCompletionAndPaste() throws {
    let editor = try startEditor(editrc: "bind -v\n", history: "undo\nredo\n")
    try editor.type("helo" + Keys.left + "l", reads: "hello")
    try editor.type("one two" + Keys.home + "x" + Keys.end + "y", reads: "xone twoy")
    try editor.type("adv" + Keys.tab + "1s", reads: "advance 1s")
    try editor.send("abc" + Keys.escape)
    try editor.wait(atPrompt: "> ab")
    try editor.type(":0x", reads: "bc")
    try editor.paste("a\tb")
    try editor.type("", reads: "a\tb")
    try editor.type(Keys.up + Keys.up, reads: "bc")
    #expect(editor.screen.surprises == [])
  }

  @Test func aPersonsBindingsCount() throws {
    let editor = try startEditor(
      editrc: """
        bind "^[[15~" ed-move-to-beg
        bind "^[[A" ed-move-to-end
        probe:bind "^G" ed-delete-prev-char
        other:bind "^X" ed-delete-prev-char
        """,
      history: "undo\n"
    )
    try editor.type("bc\u{1B}[15~a" + Keys.up + "d" + Keys.control("G"), reads: "abc")
  }

  @Test func linesThatCannotBeRunAreReportedByNumber() throws {
    let editor = try startEditor(
      editrc: """
        bind "^G" no-such-command
        bind "^X
        newer-command
        bind "^G" ed-move-to-beg
        """
    )
    let warnings = editor.screen.text.split(separator: "warning: ")
    try #require(warnings.count == 2)
    #expect(
      warnings[0].contains(".editrc, line 1: bind: Invalid command `no-such-command'; the line was ignored")
    )
    #expect(warnings[1].contains(".editrc, line 2: unclosed quote; the line was ignored"))
    try editor.type("bc" + Keys.control("G") + "a", reads: "abc")
  }

  @Test func editingCanBeTurnedOff() throws {
    let editor = try startEditor(editrc: "edit off\n")
    #expect(editor.mode.isCanonical)
    try editor.type("abcx" + Keys.backspace, reads: "abc")
    try editor.send("ab")
    try editor.wait(atPrompt: "> ab")
    editor.signal(SIGUSR1)
    try editor.wait(for: "the output") { $0.lines.suffix(3) == ["> ab", "woken 1", ">"] }
    try editor.type("c", reads: "abc")
  }
}
