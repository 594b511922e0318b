import TodoShellSessions
import Core
import Testing

struct StreamErasureTests {
  private struct Numbers: AsyncSequence, AsyncIteratorProtocol, Sendable {
    struct Failure: Error {}
    let end: Int
    var current = 0

    func makeAsyncIterator() -> Self { self }

    mutating func next() async throws -> Int? {
      guard current < end else { throw Failure() }
      current += 1
      return current
    }
  }

  @Test func aStreamEndsWhereItsSequenceThrows() async {
    #expect(await Numbers(end: 3).eraseToStream().reduce(into: []) { $0.append($1) } == [1, 2, 3])
  }

  @Test func aThrowingStreamPassesOnTheError() async {
    var numbers: [Int] = []
    await #expect(throws: Numbers.Failure.self) {
      for try await number in Numbers(end: 2).eraseToThrowingStream() { numbers.append(number) }
    }
    #expect(numbers == [1, 2])
  }

  @Test func aFinishedStreamGivesNothing() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("a finished stream gave an element") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() { Issue.record("it gave an element") }
    await #expect(throws: Numbers.Failure.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Numbers.Failure()) {}
    }
  }

  @Test func aStreamThatNeverEndsEndsWithItsTask() async {
    let task = Task { for await _ in AsyncStream<Int>.never {} }
    task.cancel()
    await task.value
  }

  @Test func whoeverWaitsForACancellableValueCancelsIt() async throws {
    let inner = Task { try await Task<Int, Never>.never() }
    let outer = Task { try await inner.cancellableValue }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled)
  }

  private struct Ticker: Reducer {
    @Dependency(\.continuousClock) var clock

    var body: some Reducer<Int, Bool> {
      Reduce { state, isTick in
        if isTick {
          state += 1
          return .none
        }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)).eraseToStream() { await send(true) }
        }
      }
    }
  }

  @Test func aStreamOfAClockKeepsVirtualTime() throws {
    let session = Session(initialState: 0) { Ticker() }
    try session.send(false)
    try session.advance(by: .seconds(3))
    #expect(session.state == 3)
  }
}
