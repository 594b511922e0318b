import Testing

@testable import Core

struct AnswerableStreamTests {
  /// What ends a stream of optionals is not `nil`.
  @Test func aStreamOfOptionalsEnds() async throws {
    func answer() -> StreamedAnswer {
      StreamedAnswer(
        [(.zero, .value("a")), (.zero, .value(String?.none as Any)), (.zero, .value("b"))],
        timedBy: VirtualClock()
      )
    }
    var found: [String?] = []
    for await element in AsyncStream<String?>.answering(answer()).prefix(9) { found.append(element) }
    #expect(found == ["a", nil, "b"])
    found = []
    for try await element in AsyncThrowingStream<String?, any Error>.answering(answer()).prefix(9) {
      found.append(element)
    }
    #expect(found == ["a", nil, "b"])
  }
}
