import Core
import Testing

struct DebounceThrottleTests {
  @Test func onlyTheLastOfAFlurryIsRunOnceItIsOver() throws {
    let session = makeSession()
    for text in ["a", "b", "c"] {
      try session.send(.effect(.debounce(.send(text), id: "x", milliseconds: 100)))
      try session.advance(by: .milliseconds(99))
    }
    #expect(session.state.log.isEmpty)
    try session.advance(by: .milliseconds(1))
    #expect(session.state.log == ["c"])
    #expect(session.effects.isEmpty)
  }

  @Test(arguments: [(true, ["a", "c", "d"]), (false, ["a", "b", "d"])])
  func atMostOneIsRunInAnInterval(latest: Bool, log: [String]) throws {
    let session = makeSession()
    for text in ["a", "b", "c"] {
      try session.send(.effect(.throttle(.send(text), id: "x", milliseconds: 100, latest: latest)))
      try session.advance(by: .milliseconds(10))
    }
    #expect(session.state.log == ["a"])
    try session.advance(by: .milliseconds(70))
    #expect(session.state.log == Array(log.prefix(2)))
    try session.send(.effect(.throttle(.send("d"), id: "x", milliseconds: 100, latest: latest)))
    #expect(session.state.log.count == 2)
    try session.run()
    #expect(session.state.log == log)
    #expect(session.now == .milliseconds(300))
  }

  @Test func afterAQuietIntervalTheNextRunsAtOnce() throws {
    let session = makeSession()
    try session.send(.effect(.throttle(.send("a"), id: "x", milliseconds: 100, latest: true)))
    try session.advance(by: .milliseconds(100))
    #expect(session.effects.isEmpty)
    try session.send(.effect(.throttle(.send("b"), id: "x", milliseconds: 100, latest: true)))
    #expect(session.state.log == ["a", "b"])
  }

  @Test func aSequenceIsSentElementByElement() async {
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action > 0 {
          state.append(action)
          return .none
        }
        return .publisher {
          AsyncStream { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
          }
        }
      }
    }
    await store.send(0)
    await store.receive(1) { $0 = [1] }
    await store.receive(2) { $0 = [1, 2] }
    await store.receive(3) { $0 = [1, 2, 3] }
  }
}
