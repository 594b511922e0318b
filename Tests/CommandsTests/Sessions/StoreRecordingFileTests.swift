import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// The file in which a store is recorded.
@MainActor
struct StoreRecordingFileTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()

  init() throws { folder = try TemporaryFolder() }

  private func store(_ count: Int = 0) -> StoreOf<Counter> {
    Store(initialState: Counter.State(count: count)) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    }
  }

  private func text(of name: String = "f") throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  private static let head = "# counter session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z Counter.State"

  @Test func eachActionIsALineWithTheTimeBeforeIt() async throws {
    let store = store().recording(to: folder.file("f"), for: "counter")
    store.send(.up)
    let task = store.send(.upLater)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(
      try text() == "\(Self.head)(count: 0)\nreplay .up\nreplay .upLater\nadvance 1s\nreplay --effect .up\n"
    )
    let shell = RecordedShell(CounterShell.application)
    shell.run(
      "load '\(folder.file("f"))'",
      "value",
      "undo 2",
      "value",
      "run",
      "value",
      "goto 4",
      "soon",
      "run",
      "value"
    )
    #expect(shell.out.text == "2\n1\n1\n3\n", "\(shell.err.text)")
  }

  @Test func aFullFileIsKeptAndTheNextBeginsInTheStateThen() throws {
    let store = store(7).recording(to: folder.file("f"), for: "counter", limit: 40)
    for _ in 0..<8 { store.send(.up) }
    #expect(try text(of: "f.1") == "\(Self.head)(count: 7)\n" + String(repeating: "replay .up\n", count: 4))
    #expect(try text() == "\(Self.head)(count: 11)\n" + String(repeating: "replay .up\n", count: 4))
    store.send(.up)
    #expect(try text() == "\(Self.head)(count: 15)\nreplay .up\n")
  }

  @Test func whatAReducerDrawsIsDrawnAgain() throws {
    let session = Session(initialState: Draw.State()) { Draw() }
    let store = Store(initialState: Draw.State()) {
      Draw()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = UUIDGenerator { UUID() }
      $0.date = DateGenerator { Date() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
    .recording(to: folder.file("f"), for: "draw")
    for _ in 0..<3 { store.send(.draw) }
    let application = ShellApplication<Draw.State, Draw.Action>(name: "draw") { _, _ in session }
    let shell = RecordedShell(application)
    shell.run("load '\(folder.file("f"))'", "verify", "undo", "redo", ".draw")
    #expect(shell.err.text == "")
    #expect(shell.shell.session.moments[3].state == store.state)
    #expect(shell.shell.session.state.drawn.count == 4, "a further action draws from the session")
  }

  @Test func theSenderOfAnActionIsReadFromItsCauseAndNotFromItsCommand() throws {
    let shell = RecordedShell(CounterShell.application)
    shell.run("replay .up", "replay --effect .up", "verify", "skip 1")
    #expect(shell.err.text == "")
    let session = shell.shell.debugger.session
    try session.send(Counter.Action.up, label: "replay --effect .up")
    let senders = session.moments.dropFirst().map { session.summary(of: $0).shortOrigin }
    #expect(senders == ["recorded", "recorded, of an effect", "recorded, of an effect", "typed"])
    let log = try shell.shell.debugger.log(LogFilter(origin: .effect), in: .tree)
    #expect(log.moments.map(\.number) == [2, 3])
  }

  @Test func aCopyStillSaysThatAnActionIsMissing() throws {
    let commands = "replay .up\nreplay --effect --lost \".full\"\nreplay .up\n"
    try folder.write("\(Self.head)(count: 0)\n\(commands)", to: "f")
    let shell = RecordedShell(CounterShell.application)
    shell.run("load '\(folder.file("f"))'", "save '\(folder.file("g"))'")
    #expect(try text(of: "g").hasSuffix("\n\(commands)"), "\(shell.err.text)")
    let other = RecordedShell(CounterShell.application)
    other.run("load '\(folder.file("g"))'")
    #expect(other.err.text.contains("1 action had no text form and is missing"), "\(other.err.text)")
  }

  @Test func anActionIsEitherLostOrGiven() {
    let shell = RecordedShell(CounterShell.application)
    shell.run("replay --lost x .up", "replay --effect")
    #expect(shell.err.text.contains("error: --lost cannot be combined with an action\n"), "\(shell.err.text)")
    #expect(shell.err.text.contains("error: 'replay' needs an action\n"), "\(shell.err.text)")
    #expect(shell.shell.debugger.lostActions.isEmpty && shell.shell.session.moments.count == 1)
  }

  @Test func anActionWhoseTextReadsBackOnlyForSomeValuesIsLostForOthers() throws {
    let store = Store(initialState: Sums.State()) {
      Sums()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    }
    .recording(to: folder.file("f"), for: "sums")
    let actions: [Sums.Action] = [
      .add(1), .add(.max), .add(2), .all([]), .all([.max]), .day(Date(timeIntervalSinceReferenceDate: 1e17)),
      .add1(3), .add2(.max), .text("a"), .text("\"2\""),
    ]
    for action in actions { store.send(action) }
    let lines = try text().split(separator: "\n").dropFirst(2)
    #expect(
      lines.map { $0.hasPrefix("replay --lost ") }
        == [false, true, false, false, true, true, false, true, false, false],
      "\(lines)"
    )
    for (line, action) in zip(lines, actions) where !line.hasPrefix("replay --lost ") {
      let text = String(line.dropFirst("replay ".count))
      #expect(try ActionSyntax.action(Sums.Action.self, parsing: SourceText(text)) == action)
    }
  }

  @Test func anErrorOfTheFileEndsTheRecordingOnce() throws {
    try folder.write("not a session", to: "f")
    let store = store()
    withExpectedIssue { _ = store.recording(to: folder.file("f"), for: "counter") }
    store.send(.up)
    #expect(store.count == 1)
    #expect(try text() == "not a session")
  }

  @Test func twoStoresDoNotWriteOneFile() throws {
    let first = store().recording(to: folder.file("f"), for: "counter")
    withExpectedIssue { _ = store().recording(to: folder.file("f"), for: "counter") }
    first.send(.up)
    #expect(try text().hasSuffix("replay .up\n"))
  }

  @Test func recordingAnewBeginsAFileBesideTheOldOne() throws {
    let store = store().recording(to: folder.file("f"), for: "counter")
    store.send(.up)
    store.recording(to: folder.file("f"), for: "counter")
    store.send(.up)
    #expect(try text(of: "f.1") == "\(Self.head)(count: 0)\nreplay .up\n")
    #expect(try text() == "\(Self.head)(count: 1)\nreplay .up\n")
  }

  @Test func aStoppedRecordingStays() throws {
    let store = store().recording(to: folder.file("f"), for: "counter")
    store.send(.up)
    store.stopRecording()
    store.send(.up)
    #expect(try text() == "\(Self.head)(count: 0)\nreplay .up\n")
    #expect(store.count == 2)
  }
}

/// A feature with values that the language can write only in part.
private struct Sums: Reducer {
  struct State: Equatable, Sendable { var count = 0 }

  enum Action: Equatable, Sendable {
    case add(Int128)
    case all([Int128])
    case day(Date)
    case add1(Int)
    case add2(Int128)
    case text(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// A feature that draws from all generators.
private struct Draw: Reducer {
  struct State: Equatable, Sendable {
    struct Drawn: Equatable, Sendable {
      var id: UUID
      var date: Date
      var number: UInt64
    }
    var drawn: [Drawn] = []
  }

  enum Action: Sendable { case draw }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let number = withRandomNumberGenerator { $0.next() }
    state.drawn.append(.init(id: uuid(), date: now, number: number))
    return .none
  }
}
