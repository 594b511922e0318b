import Testing

@testable import TodoShellTerminal

struct KeyDecoderTests {
  private func keys(_ bytes: some Sequence<UInt8>) -> [KeyDecoder.Key] {
    var decoder = KeyDecoder()
    return bytes.flatMap { decoder.decode($0) } + decoder.flush()
  }

  private func characters(_ text: String) -> [KeyDecoder.Key] { text.unicodeScalars.map { .character($0) } }

  private func sequence(_ text: String) -> KeyDecoder.Key { .sequence(Array(text.utf8)) }

  @Test func textBecomesItsCharacters() {
    #expect(keys("aé日👍".utf8) == characters("aé日👍"))
  }

  @Test func sequencesAreWhole() {
    let sequences = ["\u{1B}[A", "\u{1B}OA", "\u{1B}[1;5C", "\u{1B}[200~", "\u{1B}[[A", "\u{1B}[<0;1;2M"]
    #expect(keys(sequences.joined().utf8) == sequences.map { sequence($0) })
  }

  @Test func anEscapeAloneIsAKey() {
    #expect(keys([0x1B]) == characters("\u{1B}"))
    #expect(keys("\u{1B}f".utf8) == characters("\u{1B}f"))
    #expect(keys("\u{1B}\u{1B}[A".utf8) == [.character("\u{1B}"), sequence("\u{1B}[A")])
    #expect(keys("\u{1B}[".utf8) == characters("\u{1B}["))
    #expect(keys("\u{1B}[\rx".utf8) == characters("\rx"))
  }

  @Test func bytesThatAreNoTextBecomeOneMarkEach() {
    let cases: [([UInt8], String)] = [
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xE6, 0x97, 0x61], "\u{FFFD}a"), ([0x80], "\u{FFFD}"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}"),
      ([0xC3, 0x1B, 0x66], "\u{FFFD}\u{1B}f"),
      ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"),
    ]
    for (bytes, text) in cases { #expect(keys(bytes) == characters(text)) }
  }

  @Test func noSequenceSwallowsTheRestForGood() {
    let digits = String(repeating: "1", count: 100)
    #expect(keys("\u{1B}[\(digits)x".utf8).last == .character("x"))
  }
}
