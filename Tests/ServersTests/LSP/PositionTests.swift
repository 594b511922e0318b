import Core
import Testing
import TodoShellValues

@testable import TodoShellCommands
@testable import TodoShellServers

/// Positions of the protocol in text with characters of all sizes and line ends of all kinds.
struct PositionTests {
  private func document(
    _ text: String,
    _ encoding: PositionEncoding = .utf16
  ) -> OpenDocument {
    let application = ShellApplication<Int, Never>(name: "none") { seed, epoch in
      Session(initialState: 0, seed: seed, epoch: epoch) { EmptyReducer() }
    }
    let parser = ScriptParser(table: application.erased.table)
    return OpenDocument(uri: "untitled:1", version: 1, text: text, encoding: encoding, parser: parser)
  }

  private func position(_ line: Int, _ character: Int) -> JSON { .position((line, character)) }

  @Test(arguments: [
    // The line, the character in UTF-16 and in UTF-8, the offset.
    (0, 0, 0, 0), (0, 1, 2, 2), (0, 3, 6, 6), (0, 4, 7, 7), (0, 99, 99, 7), (1, 0, 0, 9), (1, 2, 4, 13),
    (2, 0, 0, 14),
    (9, 0, 0, 14),
  ])
  func countsUnitsNotCharacters(line: Int, utf16: Int, utf8: Int, offset: Int) {
    let text = "é😀x\r\n😀\n"
    #expect(document(text).offset(of: position(line, utf16)) == offset)
    #expect(document(text, .utf8).offset(of: position(line, utf8)) == offset)
  }

  @Test func aPositionWithinACharacterIsAtItsStart() {
    #expect(document("é😀x").offset(of: position(0, 2)) == 2)
    #expect(document("é😀x", .utf8).offset(of: position(0, 4)) == 2)
    #expect(document("é😀x", .utf32).offset(of: position(0, 2)) == 6, "each is one code point")
  }

  @Test func everyOffsetOfACharacterHasAPositionThatLeadsBack() {
    let text = "é😀x\r\n👨‍👩‍👧\n\r\nlone\rreturn\n"
    for encoding in [PositionEncoding.utf8, .utf16, .utf32] {
      let document = document(text, encoding)
      var offset = 0
      for character in text {
        let (line, column) = document.position(of: offset)
        #expect(document.offset(of: position(line, column)) == offset, "\(encoding) \(offset)")
        offset += character.utf8.count
      }
    }
  }

  @Test func aReturnAloneEndsALineOfTheProtocol() {
    let document = document("a\rb\nc")
    #expect(document.position(of: 2) == (1, 0))
    #expect(document.position(of: 4) == (2, 0))
    #expect(document.offset(of: position(2, 0)) == 4)
  }

  @Test func changesApplyOneAfterTheOther() throws {
    let document = document("one\r\ntwo 😀\r\n")
    func change(_ start: (Int, Int), _ end: (Int, Int), _ text: String) -> JSON {
      ["range": .range((start.0, start.1), (end.0, end.1)), "text": .string(text)]
    }
    document.apply([
      change((1, 4), (1, 6), "é"), change((0, 3), (1, 0), " "), change((0, 0), (0, 0), "\r\n"),
    ])
    let text = document.script.text
    #expect(text.text(in: 0..<text.bytes.count) == "\r\none two é\r\n")
    document.apply([["text": "up"]])
    #expect(document.script.text.bytes == Array("up".utf8))
  }

  @Test(arguments: [
    "{}", "[]", "7", #"{"start":{"line":0,"character":0}}"#,
    #"{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}}"#,
    #"{"start":{"line":0,"character":"x"},"end":{"line":0,"character":0}}"#,
  ])
  func whatIsNoRangeChangesNothing(range: String) throws {
    let document = document("one\n")
    let range = try JSON(parsing: range.utf8)
    document.apply([["range": range, "text": "two"]])
    #expect(document.script.text.bytes == Array("one\n".utf8))
    #expect(throws: RPCError.self) { try document.lines(in: range) }
  }

  @Test func theRangeOfAnErrorIsInTheUnitsOfTheClient() throws {
    for (encoding, start) in [(PositionEncoding.utf16, 14), (.utf8, 17), (.utf32, 13)] {
      let document = document("# 😀\r\nprint \"😀é\" x 'y\r\n", encoding)
      let error = try #require(document.script.diagnostics.first)
      let offsets = document.script.offsets(at: error.location, length: error.length, in: error.sourceLine)
      let range = document.range(of: offsets)
      #expect(range["start"] == position(1, start), "\(range.text) \(error)")
    }
  }

  @Test func tokensAreChangedByOneEdit() {
    var (old, new) = (TokenEncoder(), TokenEncoder())
    for line in 0..<9 { old.add(line: line, character: 0, length: 2, .strong) }
    for line in 0..<9 { new.add(line: line, character: line == 4 ? 1 : 0, length: 2, .strong) }
    #expect(TokenEncoder.edit(from: old.data, to: old.data) == nil)
    #expect(
      TokenEncoder.edit(from: old.data, to: new.data)?.text == #"{"start":21,"deleteCount":1,"data":[1]}"#
    )
  }
}
