import FuzzSubjects
import TodoShellServers
import TestSupport
import Testing

struct MessageReaderTests {
  private func frames(
    _ framing: MessageReader.Framing,
    mostBytes: Int = 1 << 20,
    _ pieces: [[UInt8]]
  ) -> [MessageReader.Frame] {
    MessageReader(framing, mostBytes: mostBytes).frames(of: pieces)
  }

  private func message(_ text: String) -> MessageReader.Frame { .message(Array(text.utf8)) }

  @Test func aLineIsAMessageEvenWithoutAnEnd() {
    #expect(frames(.lines, [Array("a\r\n\nb".utf8)]) == [message("a"), message(""), message("b")])
  }

  @Test func aHeaderMayHaveOtherFieldsInAnyCase() {
    let stream = "Content-Type: x\r\ncontent-length:  2\r\n\r\n{}Content-Length: 1\n\n1"
    #expect(frames(.headers, [Array(stream.utf8)]) == [message("{}"), message("1")])
  }

  @Test(arguments: ["Length: 2\r\n\r\n", "Content-Length: -2\r\n\r\n", "Content-Length: two\r\n\r\n", "\r\n"])
  func afterABadHeaderTheNextMessageIsRead(header: String) {
    let stream = header + "Content-Length: 2\r\n\r\n{}"
    let problem = MessageReader.Frame.invalid("the header has no valid Content-Length")
    #expect(frames(.headers, [Array(stream.utf8)]) == [problem, message("{}")])
  }

  @Test func aMessageThatIsTooLargeIsSkipped() {
    func problem(_ noun: String) -> MessageReader.Frame { .invalid("the \(noun) is larger than 0 MiB") }
    let line = String(repeating: "x", count: 100)
    #expect(frames(.lines, mostBytes: 50, [Array("\(line)\nok\n".utf8)]) == [problem("line"), message("ok")])
    let stream = "Content-Length: 100\r\n\r\n\(line)Content-Length: 2\r\n\r\nok"
    #expect(frames(.headers, mostBytes: 50, [Array(stream.utf8)]) == [problem("message"), message("ok")])
  }

  @Test func aHeaderWithoutAnEndIsReportedOnce() {
    let noise = Array(repeating: UInt8(ascii: "x"), count: 20_000)
    let found = frames(.headers, [noise, noise, Array("\r\n\r\nContent-Length: 2\r\n\r\nok".utf8)])
    #expect(found == [.invalid("the header is not 'Content-Length: N'"), message("ok")])
  }

  @Test func aStreamThatEndsWithinAMessageIsReported() {
    let found = frames(.headers, [Array("Content-Length: 5\r\n\r\n{}".utf8)])
    #expect(found == [.invalid("the stream ended within a message")])
  }

  /// How the bytes are divided among the reads must not matter.
  @Test(arguments: 0..<rounds(63)) func thePiecesInWhichAStreamArrivesDoNotMatter(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let framing: MessageReader.Framing = random.one(of: .lines, .headers)
    var stream: [UInt8] = []
    for _ in 0..<random.below(12) {
      switch random.below(4) {
      case 0: stream += random.garbage(from: ["\n", "\r\n", "Content-Length: ", "9", "{}"]).utf8
      default:
        let body = String(repeating: "é", count: random.below(40))
        stream +=
          framing == .lines
          ? Array((body + "\n").utf8) : Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
      }
    }
    var pieces: [[UInt8]] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let count = random.below(min(rest.count, 9)) + 1
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let whole = frames(framing, mostBytes: 50, [stream])
    #expect(frames(framing, mostBytes: 50, pieces) == whole, "seed \(seed)")
  }
}
