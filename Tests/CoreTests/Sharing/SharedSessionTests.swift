import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

struct SharedSessionTests {
  typealias ParentSession = Session<SharingParent.State, SharingParent.Action>

  private func makeSession(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> ParentSession {
    Session(initialState: SharingParent.State()) {
      SharingParent()
    } withDependencies: {
      prepare(&$0)
    }
  }

  @Test func anEmptyFileInMemoryStandsForTheDefaultValue() throws {
    let url = URL(fileURLWithPath: "/numbers.json")
    struct State: Equatable {
      @Shared(.fileStorage(URL(fileURLWithPath: "/numbers.json"))) var numbers: [Int] = [7]
    }
    let files = FileStorage.inMemory(files: [url: Data()])
    let session = Session(initialState: State()) {
      Reduce<State, Int> { state, number in
        state.$numbers.withLock { $0.append(number) }
        return .none
      }
    } withDependencies: {
      $0.defaultFileStorage = files
    }
    #expect(session.state.numbers == [7] && session.state.$numbers.loadError == nil)
    try session.send(1)
    try session.undo()
    #expect(session.state.numbers == [7] && session.state.$numbers.loadError == nil)
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(url)) var numbers: [Int] = [8]
      #expect(numbers == [8] && $numbers.loadError == nil)
    }
  }

  /// The defaults are outside of the session, which rewinds its own values and leaves the defaults as they are.
  @Test func userDefaultsInASessionAreReadAndWrittenAndNotRewound() throws {
    struct State: Equatable {
      @Shared(.appStorage("count")) var count = 1
    }
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let session = Session(initialState: State()) {
      Reduce<State, Int> { state, number in
        state.$count.withLock { $0 += number }
        return .none
      }
    } withDependencies: {
      $0.defaultAppStorage = AppStorage(defaults)
    }
    #expect(session.state.count == 1 && defaults.integer(forKey: "count") == 1)
    try session.send(1)
    #expect(session.state.count == 2 && defaults.integer(forKey: "count") == 2)
    try session.undo()
    #expect(session.state.count == 1 && defaults.integer(forKey: "count") == 2)
    try session.send(3)
    #expect(session.state.count == 4 && defaults.integer(forKey: "count") == 4)
    defaults.set(9, forKey: "count")
    #expect(session.state.count == 9)
    try session.send(1)
    let count = session.state.count
    #expect(
      count == 5 && defaults.integer(forKey: "count") == 5,
      "the direct write was in no action: \(count)"
    )
    try session.undo()
    #expect(session.state.count == 4)
  }

  @Test func undoAndRedoBringSharedValuesBack() throws {
    let session = makeSession()
    try session.send(.tap)
    try session.send(.tap)
    #expect(session.state.taps == 2 && session.state.readTaps == 2)
    try session.undo()
    #expect(session.state.taps == 1)
    try session.undo()
    #expect(session.state.taps == 0)
    try session.redo(2)
    #expect(session.state.taps == 2)
    try session.goto(moment: 1)
    try session.send(.tap)
    #expect(session.state.taps == 2, "a branch goes on from where it starts")
  }

  @Test func theDiffOfAnActionShowsSharedChanges() throws {
    let session = makeSession()
    try session.send(.makeChild)
    try session.send(.child(.incrementButtonTapped))
    let (before, after) = (session.moments[1], session.moments[2])
    let difference = """
        SharingParent.State(
      -   taps: 0,
      +   taps: 1,
          visits: 7,
          users: [],
      -   readTaps: 0,
      +   readTaps: 1,
          child: SharedCounter.State(
      -     count: 0,
      +     count: 1,
            other: 0
          ),
          rows: []
        )
      """
    #expect(diff(before, after) == difference)
    try session.undo()
    #expect(diff(before, after) == difference, "wherever one stands")
    #expect(diff(after, after) == nil)
  }

  @Test func aMomentShowsItsOwnValues() throws {
    let session = makeSession()
    for _ in 0..<3 { try session.send(.tap) }
    for moment in session.moments {
      #expect(moment.withState { $0.taps } == moment.number)
      #expect(moment.withState { String(customDumping: $0) }.contains("taps: \(moment.number)"))
    }
    #expect(session.state.taps == 3)
  }

  @Test func anElementThatDidNotChangeShowsWhatItShares() throws {
    let session = makeSession()
    try session.send(.addRow)
    try session.send(.addRow)
    try session.send(.tap)
    let text = try #require(diff(session.moments[2], session.moments[3]))
    #expect(text.contains("id: 1,\n-       taps: 0\n+       taps: 1"))
  }

  @Test func effectsThatChangeSharedValuesAreReplayed() throws {
    let session = makeSession()
    try session.send(.wait)
    try session.advance(by: .seconds(1))
    #expect(session.state.taps == 10 && session.state.visits == 8)
    try session.undo()
    #expect(session.state.taps == 0 && session.state.visits == 7)
    // The effect sleeps again, in an engine that was made anew.
    try session.send(.tap)
    try session.advance(by: .seconds(1))
    #expect(session.state.taps == 11 && session.state.visits == 8)
  }

  @Test func aValueThatWasFirstUsedInAnotherBranchIsNotThereYet() throws {
    let session = makeSession()
    try session.send(.makeOwnChild)
    try session.send(.child(.incrementButtonTapped))
    #expect(session.state.child?.count == 1)
    try session.undo(2)
    try session.send(.tap)
    try session.send(.makeOwnChild)
    #expect(session.state.child?.count == 1, "the value to begin with, which is the taps now")
    try session.send(.child(.incrementButtonTapped))
    #expect(session.state.child?.count == 2)
    try session.goto(moment: 2)
    #expect(session.state.child?.count == 1)
  }

  @Test func subscriptionsAreRewoundToo() throws {
    let session = Session(initialState: SharedCounter.State(count: Shared(0))) { SharedCounter() }
    try session.send(.observe)
    #expect(session.escapedEffects.isEmpty)
    try session.send(.incrementButtonTapped)
    #expect(session.state.other == 1)
    try session.undo()
    #expect(session.state.other == 0 && session.state.count == 0)
    try session.send(.otherButtonTapped)
    try session.send(.incrementButtonTapped)
    #expect(session.state.other == 1 && session.state.count == 1)
    // What was live in another branch heard nothing of this one.
    try session.goto(moment: 4)
    try session.send(.incrementButtonTapped)
    #expect(session.state.count == 2 && session.state.other == 2)
  }

  @Test func whatIsMadeForAnActionSharesWithTheSession() throws {
    let session = Session(initialState: SharingStack.State()) { SharingStack() }
    try session.send(.tap)
    try session.turn { turn in
      turn.send(.path(.push(id: turn.state.path.nextID, state: SharingStack.Page.State())))
    }
    #expect(session.state.path[0].taps == 1, "it is the session's value that the pushed state shows")
    try session.send(.tap)
    #expect(session.state.path[0].taps == 2)
    try session.undo()
    #expect(session.state.path[0].taps == 1)
    let other = Session(initialState: SharingStack.State()) { SharingStack() }
    #expect(other.state.taps == 0)
  }

  @Test func sessionsAreApart() throws {
    let (one, other) = (makeSession(), makeSession())
    try one.send(.tap)
    try one.send(.addUser)
    #expect(other.state.taps == 0 && other.state.users.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/never-written"))
  }

  @Test func whatAFileHoldsCanBeGivenToASession() throws {
    let file = URL(fileURLWithPath: "/tmp/never-written/users.json")
    let session = makeSession {
      $0.defaultFileStorage = .inMemory(files: [file: Data(#"[{"id": 9, "name": "Blob"}]"#.utf8)])
    }
    #expect(session.state.users.map(\.id) == [9])
  }

  @Test func observersSeeTravelling() throws {
    let session = makeSession()
    try session.send(.tap)
    let calls = CallCount()
    withObservationTracking {
      _ = session.state.taps
    } onChange: {
      calls.increment()
    }
    try session.undo()
    #expect(calls.value == 1)
  }

  @Test func nothingIsLeftOfASession() throws {
    weak var tracked: Witness?
    do {
      let witness = Witness()
      tracked = witness
      let session = makeSession { $0[Witness.self] = witness }
      try session.send(.tap)
      try session.send(.makeOwnChild)
      try session.undo()
    }
    #expect(tracked == nil)
  }

  final class Witness: TestDependencyKey, Sendable {
    static var testValue: Witness { Witness() }
  }

  private static let blocks: UInt64 = 20
  private static let runs = UInt64(rounds(50))

  @Test(arguments: 0..<blocks)
  func travellingLeavesNoTrace(block: UInt64) throws {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) { try checkLaw(seed: seed) }
  }

  /// A session that has travelled is as a new one that is given the surviving path alone.
  private func checkLaw(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let session = makeSession()
    for _ in 0..<Int.random(in: 1...20, using: &generator) { try perform(in: session, using: &generator) }
    let fresh = makeSession()
    try session.replayPath(in: fresh)
    #expect(transcript(session) == transcript(fresh), "seed \(seed)")
    for session in [session, fresh] {
      try session.send(.tap)
      try session.run()
    }
    #expect(transcript(session) == transcript(fresh), "seed \(seed), afterwards")
  }

  private func transcript(_ session: ParentSession) -> [String] {
    session.line.prefix(session.line.currentIndex + 1).map { number in
      session.moments[number].withState { "\(session.moments[number].now) \(String(customDumping: $0))" }
    } + [String(customDumping: session.state)]
  }

  private func perform(
    in session: ParentSession,
    using generator: inout SeededGenerator
  ) throws {
    let actions: [SharingParent.Action] = [
      .addUser, .addRow, .child(.incrementButtonTapped), .child(.incrementInEffect), .child(.incrementLater),
      .makeChild, .makeOwnChild, .tap, .visit, .wait,
    ]
    do {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        var action = actions.randomElement(using: &generator) ?? .tap
        if case .child = action, session.state.child == nil { action = .makeOwnChild }
        try session.send(action)
      case 5: try session.advance(by: .milliseconds(Int.random(in: 0...1500, using: &generator)))
      case 6: try session.undo(Int.random(in: 1...3, using: &generator))
      case 7: try session.redo()
      case 8: try session.goto(moment: Int.random(in: 0..<session.moments.count, using: &generator))
      default: try session.step()
      }
    } catch SessionError.cannotUndo, SessionError.cannotRedo {
      // Travelling too far is refused.
    }
  }
}
