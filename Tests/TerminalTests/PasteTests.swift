import TestSupport
import Testing

struct PasteTests {
  @Test func pastedTextIsTakenAsItIs() throws {
    let editor = try startEditor()
    try editor.send("[]" + Keys.left)
    try editor.paste("a\tb \u{1}é\u{1B}[A日👍\u{7F}")
    try editor.type("", reads: "[a\tb \u{1}é\u{1B}[A日👍\u{7F}]")
    #expect(editor.screen.surprises == [])
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func pastedLinesRunInOrderAndTheRestStays(_ lineBreak: String) throws {
    let editor = try startEditor()
    try editor.send("X" + Keys.left)
    try editor.paste(["one", "", "two", "thr"].joined(separator: lineBreak))
    try editor.wait(forText: "read \"two\"")
    try editor.wait(atPrompt: "> thr")
    try editor.type("ee", reads: "three")
    #expect(
      editor.screen.lines == [
        "> oneX", "read \"oneX\"", ">", "read \"\"", "> two", "read \"two\"", "> three", "read \"three\"",
        ">",
      ]
    )
  }

  @Test func aPasteOfManyLinesArrivesWhole() throws {
    let editor = try startEditor()
    let lines = (0..<300).map { "add Todo number \($0) with some text behind it, é日👍" }
    try editor.paste(lines.map { $0 + "\n" }.joined())
    try editor.wait(forOutput: "read \(lines.last!.debugDescription)")
    try editor.wait(atPrompt: "> ")
    let read = editor.screen.text.split(separator: "read \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(read.map { $0.filter { $0 != "\n" } } == lines)
  }

  @Test func aMarkThatArrivesInPiecesIsStillOne() throws {
    let editor = try startEditor()
    for byte in Array("\u{1B}[200~a\tb\u{1B}[201~".utf8) { try editor.send([byte]) }
    try editor.type("", reads: "a\tb")
  }

  @Test func anInterruptedPasteIsDropped() throws {
    let editor = try startEditor()
    try editor.send("typed")
    try editor.wait(atPrompt: "> typed")
    try editor.send("\u{1B}[200~first\nsecond")
    try editor.send(Keys.control("C"))
    try editor.wait(for: "a new prompt") { $0.lines == ["> typed^C", "interrupted", ">"] }
    try editor.type("third", reads: "third")
  }

  @Test func longPastedLinesAreNotCutWhileAnotherRuns() throws {
    let editor = try startEditor()
    let lines = (1...5).map { String(repeating: "\($0)", count: 10_000) }
    try editor.paste(lines.joined(separator: "\n") + "\n")
    for line in lines { try editor.wait(forOutput: "read \"\(line)\"") }
  }

  @Test func aPasteIntoASearchIsSearchedFor() throws {
    let editor = try startEditor()
    for line in ["add Milk today", "undo"] { try editor.type(line, reads: line) }
    try editor.send(Keys.control("R") + "Mi")
    try editor.wait(forText: "bck:Mi")
    try editor.paste("lk\ntoday\n")
    try editor.wait(forText: "bck:Milk today  1 of 1 match")
    try editor.type(Keys.end, reads: "add Milk today")
    // After the search, lines run again.
    try editor.paste("one\ntwo\n")
    try editor.wait(forOutput: "read \"two\"")
  }
}
