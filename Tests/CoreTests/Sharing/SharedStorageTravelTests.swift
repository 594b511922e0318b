import TodoShellSessions
import Foundation
import Testing

@testable import Core
@testable import TestSupport

/// What a feature does with storage itself, with errors, and with parts that no longer exist, in test stores and sessions.
struct SharedStorageTravelTests {
  @Reducer
  struct Keeper {
    struct State: Equatable {
      @Shared(.appStorage("count")) var count = 1
      @Shared(.fileStorage(Self.file)) var numbers: [Int] = []
      @Shared(.inMemory("selection")) var selection: Int? = 1
      @Shared(.inMemory("rows")) var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
      @Shared var outside: Int?
      var selected: Shared<Int>?
      var row: Shared<Row>?
      var isUnreadable = false
      var step = 1
      var late: Shared<Int>?
      var lateNumbers: Shared<[Int]>?
      var found: String?

      static let file = URL(fileURLWithPath: "/numbers.json")
      static let lateFile = URL(fileURLWithPath: "/late.json")
    }

    struct Row: Equatable, Identifiable, Sendable {
      let id: Int
      var text = ""
    }

    enum Action: Equatable, Sendable {
      case addNumber
      case checkFile
      case increment
      case look
      case openRow
      case removeRows
      case renameRow(String)
      case select(Int?)
      case store(Int)
      case trackSelection
      case useLateFile
      case useLateKey
      case writeOutside(Int?)
      case writeSelected(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        @Dependency(\.defaultAppStorage) var storage
        @Dependency(\.defaultFileStorage) var files
        switch action {
        case .addNumber: state.$numbers.withLock { $0.append($0.count) }
        case .checkFile: state.isUnreadable = state.$numbers.loadError != nil
        case .increment:
          state.$count.withLock { $0 += 1 }
          state.step += 1
        case .look:
          let number = storage["late"].map { "\($0)" }
          let bytes = try? files.file(State.lateFile.path).load(orCreating: nil)
          state.found =
            "\(number ?? "nothing"), \(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "no file")"
        case .openRow: state.row = state.$rows[id: 1]
        case .removeRows: state.$rows.withLock { $0 = [] }
        case .renameRow(let text): state.row?.text.withLock { $0 = text }
        case .select(let selection): state.$selection.withLock { $0 = selection }
        case .store(let count): storage["count"] = .int(count)
        case .trackSelection: state.selected = Shared(state.$selection)
        case .useLateFile:
          state.lateNumbers = Shared(wrappedValue: [state.step], .fileStorage(State.lateFile))
        case .useLateKey: state.late = Shared(wrappedValue: state.step, .appStorage("late"))
        case .writeOutside(let number): state.$outside.withLock { $0 = number }
        case .writeSelected(let selection): state.selected?.withLock { $0 = selection }
        }
        return .none
      }
    }
  }

  private func makeSession(outside: Shared<Int?> = Shared(value: 5)) -> Session<Keeper.State, Keeper.Action> {
    Session(initialState: Keeper.State(outside: outside)) {
      Keeper()
    } withDependencies: {
      // Only the error property shows that the file is unreadable.
      $0.context = .test
      $0.defaultFileStorage = .inMemory(files: [Keeper.State.file: Data("?".utf8)])
    }
  }

  private func makeStore(outside: Shared<Int?> = Shared(value: 5)) -> TestStoreOf<Keeper> {
    TestStore(initialState: Keeper.State(outside: outside)) { Keeper() }
  }

  private func messages(of operation: () async -> Void) async -> [String] {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) { await operation() }
    return reporter.messages
  }

  // A value from elsewhere.

  @Test func anOptionalFromOutsideIsShownInEveryMoment() throws {
    let session = makeSession(outside: Shared(value: 5))
    #expect(session.moments[0].withState { $0.outside } == 5)
    try session.send(.writeOutside(nil))
    #expect(session.moments[0].withState { $0.outside } == 5)
    #expect(session.moments[1].withState { $0.outside } == nil)
    let difference = try #require(diff(session.moments[0], session.moments[1]))
    #expect(difference.contains("-   outside: 5,\n+   outside: nil,"), "\(difference)")
  }

  @Test func anOptionalFromOutsideIsExpectedAsItIs() async {
    let store = makeStore(outside: Shared(value: 5))
    await store.send(.store(1))
    store.assert { #expect($0.outside == 5) }
    await store.send(.writeOutside(nil)) {
      #expect($0.outside == 5)
      $0.$outside.withLock { $0 = nil }
    }
  }

  // Storage that the feature writes itself.

  @Test func aWriteToTheStorageIsRewound() throws {
    let session = makeSession()
    try session.send(.increment)
    try session.send(.store(5))
    #expect(session.state.count == 5)
    try session.undo()
    #expect(session.state.count == 2)
    try session.send(.store(2))
    #expect(session.state.count == 2)
    try session.send(.store(5))
    try session.send(.increment)
    #expect(session.state.count == 6)
  }

  @Test func aWriteToTheStorageHasToBeAsserted() async {
    let store = makeStore()
    await store.send(.store(5)) { $0.$count.withLock { $0 = 5 } }
    let messages = await messages { await store.send(.store(6)) }
    #expect(messages.count == 1 && messages[0].contains("+   count: 6"), "\(messages)")
  }

  // What the first use stores.

  @Test func whatTheFirstUseStoresIsRewound() throws {
    let session = makeSession()
    for action in [.useLateKey, .useLateFile, .look] as [Keeper.Action] { try session.send(action) }
    #expect(session.state.found == "int(1), [\n  1\n]")
    try session.undo(2)
    try session.send(.look)
    #expect(session.state.found == "int(1), no file")
    try session.undo(2)
    for action in [.look, .increment, .useLateKey, .useLateFile] as [Keeper.Action] {
      try session.send(action)
    }
    #expect(session.state.found == "nothing, no file")
    #expect(session.state.late?.wrappedValue == 2 && session.state.lateNumbers?.wrappedValue == [2])
    try session.send(.look)
    #expect(session.state.found == "int(2), [\n  2\n]")
  }

  @Test func whatTheFirstUseStoresNeedNotBeAsserted() async {
    let store = makeStore()
    let messages = await messages {
      await store.send(.useLateKey) { $0.late = Shared(wrappedValue: 1, .appStorage("late")) }
      await store.send(.useLateFile) {
        $0.lateNumbers = Shared(wrappedValue: [1], .fileStorage(Keeper.State.lateFile))
      }
      await store.send(.look) { $0.found = "int(1), [\n  1\n]" }
    }
    #expect(messages == [])
  }

  // Errors.

  @Test func aLoadErrorIsRewound() throws {
    let session = makeSession()
    #expect(session.state.$numbers.loadError != nil)
    try session.send(.addNumber)
    #expect(session.state.$numbers.loadError == nil)
    let calls = CallCount()
    withObservationTracking {
      _ = session.state.$numbers.loadError
    } onChange: {
      calls.increment()
    }
    try session.undo()
    #expect(session.state.$numbers.loadError != nil && calls.value == 1)
    try session.send(.checkFile)
    #expect(session.state.isUnreadable)
  }

  // Parts that no longer exist.

  @Test func anOptionalThatBecameNilKeepsItsLastValueAtEachMoment() throws {
    let session = makeSession()
    for action in [.trackSelection, .select(2), .select(3), .select(nil), .writeSelected(9), .select(4)]
      as [Keeper.Action]
    {
      try session.send(action)
    }
    let values = session.moments.map { $0.withState { $0.selected?.wrappedValue } }
    #expect(values == [nil, 1, 2, 3, 3, 9, 4])
    try session.undo(2)
    #expect(session.state.selected?.wrappedValue == 3)
    try session.undo(2)
    try session.send(.select(nil))
    #expect(session.state.selected?.wrappedValue == 2)
    let difference = try #require(diff(session.moments[4], session.moments[5]))
    #expect(difference.contains("-   selected: 3,\n+   selected: 9,"), "\(difference)")
  }

  @Test func theLastValueOfAnOptionalIsExpectedAsItIs() async {
    let store = makeStore()
    await store.send(.trackSelection) { $0.selected = Shared($0.$selection) }
    await store.send(.select(2)) { $0.$selection.withLock { $0 = 2 } }
    await store.send(.select(nil)) { $0.$selection.withLock { $0 = nil } }
    store.assert { #expect($0.selected?.wrappedValue == 2) }
    await store.send(.writeSelected(9)) { $0.selected?.withLock { $0 = 9 } }
    let messages = await messages { await store.send(.writeSelected(10)) }
    #expect(messages.count == 1 && messages[0].contains("+   selected: 10"), "\(messages)")
  }

  @Test func aChangeOfARemovedElementHasToBeAsserted() async {
    let store = makeStore()
    await store.send(.openRow) { $0.row = $0.$rows[id: 1] }
    await store.send(.removeRows) { $0.$rows.withLock { $0 = [] } }
    await store.send(.renameRow("a")) { $0.row?.withLock { $0.text = "a" } }
    let messages = await messages { await store.send(.renameRow("b")) }
    #expect(messages.count == 1, "\(messages)")
  }

  @Test func aChangeOfARemovedElementIsRewound() throws {
    let session = makeSession()
    for action in [.openRow, .removeRows, .renameRow("a")] as [Keeper.Action] { try session.send(action) }
    #expect(session.state.row?.wrappedValue.text == "a" && session.state.rows.isEmpty)
    #expect(diff(session.moments[2], session.moments[3]) != nil)
    try session.undo()
    #expect(session.state.row?.wrappedValue.text == "")
  }

  // The law.

  private static let blocks: UInt64 = 10
  private static let runs = UInt64(rounds(25))

  @Test(arguments: 0..<blocks)
  func travellingLeavesNoTrace(block: UInt64) throws {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) {
      var generator = SeededGenerator(seed: seed)
      let session = makeSession()
      for _ in 0..<Int.random(in: 1...25, using: &generator) { try perform(in: session, using: &generator) }
      let fresh = makeSession()
      try session.replayPath(in: fresh)
      #expect(transcript(session) == transcript(fresh), "seed \(seed)")
      for session in [session, fresh] {
        for action in [.increment, .checkFile, .select(nil)] as [Keeper.Action] { try session.send(action) }
      }
      #expect(transcript(session) == transcript(fresh), "seed \(seed), afterwards")
    }
  }

  private func transcript(_ session: Session<Keeper.State, Keeper.Action>) -> [String] {
    session.line.prefix(session.line.currentIndex + 1).map { number in
      session.moments[number].withState { String(customDumping: $0) }
    } + [String(customDumping: session.state)]
  }

  private func perform(
    in session: Session<Keeper.State, Keeper.Action>,
    using generator: inout SeededGenerator
  ) throws {
    let actions: [Keeper.Action] = [
      .addNumber, .checkFile, .increment, .look, .openRow, .removeRows, .renameRow("a"), .renameRow("b"),
      .select(2),
      .select(nil), .select(3), .store(5), .store(6), .trackSelection, .useLateFile, .useLateKey,
      .writeOutside(nil),
      .writeOutside(3), .writeSelected(7),
    ]
    do {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<7: try session.send(actions.randomElement(using: &generator) ?? .increment)
      case 7: try session.undo(Int.random(in: 1...3, using: &generator))
      case 8: try session.redo()
      default: try session.goto(moment: Int.random(in: 0..<session.moments.count, using: &generator))
      }
    } catch SessionError.cannotUndo, SessionError.cannotRedo {
      // Travelling too far is refused.
    }
  }
}
