import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// What it costs to check a replay.
struct ReplayCostTests {
  /// A state without `==` is compared by what is in it. To print it for that, twice a moment, would cost many times more.
  @Test func aReplayPrintsNoStateToCompareIt() throws {
    let prints = CallCount()
    let session = Session(
      initialState: Plain(items: (0..<10).map { PrintedItem(number: $0, prints: prints) })
    ) {
      Reduce<Plain, Bool> { state, isFirst in
        guard !isFirst else { return .run { _ in try await neverEnds() } }
        state.items[0].number += 1
        return .none
      }
    }
    try session.send(true)
    for _ in 0..<20 { try session.send(false) }
    try session.go(by: -1)
    try session.send(false)
    #expect(session.rebuilds.moments == 20)
    #expect(prints.value == 0)
  }

  @Test func aReplayStillFindsADifferenceInAStateWithoutEquality() throws {
    let chance = CallCount()
    let session = Session(initialState: Plain(items: [])) {
      Reduce<Plain, Bool> { state, isFirst in
        guard !isFirst else { return .run { _ in try await neverEnds() } }
        chance.increment()
        state.items = [PrintedItem(number: chance.value, prints: CallCount())]
        return .none
      }
    }
    try session.send(true)
    try session.send(false)
    try session.send(false)
    try session.go(by: -1)
    #expect(throws: SessionError.self) { try session.send(false) }
  }
}

private struct Plain {
  var items: [PrintedItem]
}

private struct PrintedItem: Equatable, CustomDumpStringConvertible {
  var number: Int
  let prints: CallCount

  static func == (left: PrintedItem, right: PrintedItem) -> Bool { left.number == right.number }

  var customDumpDescription: String {
    prints.increment()
    return "\(number)"
  }
}
