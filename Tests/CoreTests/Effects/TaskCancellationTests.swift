import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Parts of effects, and work outside of effects, that ids cancel.
struct TaskCancellationTests {
  private struct Upload: Reducer {
    struct State: Equatable { var log: [String] = [] }

    enum Action: Equatable, Sendable {
      case start(String)
      case cancelFromEffect
      case cancel
      case note(String)
    }

    enum CancelID { case part, whole }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .start(let name):
          return .run { send in
            let isDone: Void? = try? await withTaskCancellation(id: CancelID.part, cancelInFlight: true) {
              try await clock.sleep(for: .seconds(1))
              await send(.note("\(name) sent"))
            }
            await send(.note("\(name) \(isDone == nil ? "cancelled" : "ended")"))
          }
          .cancellable(id: CancelID.whole)
        case .cancelFromEffect:
          return .run { send in
            Task.cancel(id: CancelID.part)
            await send(.note("told"))
          }
        case .cancel:
          return .cancel(id: CancelID.part)
        case .note(let text):
          state.log.append(text)
          return .none
        }
      }
    }
  }

  private func makeSession() -> Session<Upload.State, Upload.Action> {
    Session(initialState: Upload.State()) { Upload() }
  }

  @Test func aPartThatNobodyCancelsEnds() throws {
    let session = makeSession()
    try session.send(.start("a"))
    #expect(session.effects.count == 1)
    try session.advance(by: .seconds(1))
    #expect(session.state.log == ["a sent", "a ended"])
    #expect(session.effects.isEmpty)
  }

  @Test func anEffectCancelsAPartOfAnother() throws {
    let session = makeSession()
    try session.send(.start("a"))
    try session.send(.cancel)
    #expect(session.state.log == ["a cancelled"])
    #expect(session.effects.isEmpty)
  }

  @Test func aTaskCancelsByIDAtOnce() throws {
    let session = makeSession()
    try session.send(.start("a"))
    try session.send(.cancelFromEffect)
    #expect(session.state.log == ["told", "a cancelled"])
  }

  @Test func theLastOneStartedWithCancelInFlightSurvives() throws {
    let session = makeSession()
    for name in ["a", "b", "c"] { try session.send(.start(name)) }
    try session.advance(by: .seconds(1))
    #expect(session.state.log == ["a cancelled", "b cancelled", "c sent", "c ended"])
  }

  @Test func anIDIsFreeOnceItsPartHasEnded() throws {
    let session = makeSession()
    try session.send(.start("a"))
    try session.advance(by: .seconds(1))
    try session.send(.cancel)
    try session.send(.start("b"))
    try session.advance(by: .seconds(1))
    #expect(session.state.log == ["a sent", "a ended", "b sent", "b ended"])
  }

  @Test func theEffectAroundAPartIsCancelledWithIt() throws {
    let session = Session(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        @Dependency(\.continuousClock) var clock
        state.append(action)
        switch action {
        case "start":
          return .run { send in
            await withTaskCancellation(id: "part") {
              do { try await clock.sleep(for: .seconds(1)) } catch { await send("part went on") }
            }
            await send("effect went on")
          }
          .cancellable(id: "whole")
        default: return .cancel(id: "whole")
        }
      }
    }
    try session.send("start")
    try session.send("cancel")
    try session.run()
    #expect(session.state == ["start", "cancel"])
    #expect(session.effects.isEmpty)
  }

  @Test func whatACancelledPartHasSentIsDropped() throws {
    let session = Session(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        return .run { send in
          async let part: Void = withTaskCancellation(id: "part") {
            await send("1")
            await send("2")
          }
          async let other: Void = {
            await send("other")
            Task.cancel(id: "part")
          }()
          _ = await (part, other)
          await send("end")
        }
      }
    }
    try session.send("start")
    // When the id was cancelled "2" had been sent, and waited behind "other".
    #expect(!session.state.contains("2"))
    #expect(session.state.last == "end")
  }

  @Test func partsInsidePartsAreCancelledFromTheOutside() throws {
    let session = Session(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        @Dependency(\.continuousClock) var clock
        state.append(action)
        switch action {
        case "start":
          return .run { send in
            let result: Void? = try? await withTaskCancellation(id: "outer") {
              try await withTaskCancellation(id: "inner") {
                try await clock.sleep(for: .seconds(1))
                await send("slept")
              }
            }
            await send(result == nil ? "cancelled" : "ended")
          }
        case "cancel": return .cancel(id: "outer")
        default: return .none
        }
      }
    }
    try session.send("start")
    try session.send("cancel")
    #expect(session.state == ["start", "cancel", "cancelled"])
  }

  @Test func elementsThatUseOneIDDoNotCancelEachOther() async {
    let clock = TestClock()
    let store = TestStore(initialState: Sleepers.State()) {
      Sleepers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.rows[id: 1].start)
    await store.send(\.rows[id: 2].start)
    await store.send(\.rows[id: 1].stop)
    await store.receive(\.rows[id: 1].note, "cancelled") { $0.rows[id: 1]?.log = ["cancelled"] }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 2].note, "slept") { $0.rows[id: 2]?.log = ["slept"] }
  }

  @Test func itReturnsAndThrowsWhatItsOperationDoes() async throws {
    #expect(await withTaskCancellation(id: "value") { 42 } == 42)
    await #expect(throws: TestError.self) {
      try await withTaskCancellation(id: "error") { () async throws(TestError) in throw TestError() }
    }
  }

  @Test func workOutsideOfEffectsIsCancelledByID() async {
    let (started, work) = startWork()
    await started.wait()
    Task.cancel(id: "other")
    Task.cancel(id: "work")
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test func cancelInFlightReplacesWorkOutsideOfEffects() async throws {
    let (started, first) = startWork()
    await started.wait()
    #expect(await withTaskCancellation(id: "work", cancelInFlight: true) { 2 } == 2)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func cancellingTheTaskAroundItCancelsTheOperation() async {
    let (started, work) = startWork()
    await started.wait()
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  /// Work outside of effects that goes on until it is cancelled by the id "work".
  private func startWork() -> (started: Event, work: Task<Void, any Error>) {
    let started = Event()
    let work = Task {
      try await withTaskCancellation(id: "work") {
        started.happen()
        try await TestClock().sleep(for: .seconds(1))
      }
    }
    return (started, work)
  }

  @MainActor
  @Test func aStoreCancelsFromTheMainActor() async {
    let started = Event()
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        switch action {
        case "start":
          return .run { @MainActor send in
            do {
              try await withTaskCancellation(id: "part") {
                started.happen()
                try await TestClock().sleep(for: .seconds(1))
              }
            } catch { await send("cancelled") }
          }
        case "cancel": return .run { @MainActor _ in Task.cancel(id: "part") }
        default: return .none
        }
      }
    }
    let work = store.send("start")
    await started.wait()
    store.send("cancel")
    await work.finish()
    #expect(store.state == ["start", "cancel", "cancelled"])
  }
}

@Reducer
private struct Sleeper {
  struct State: Equatable, Identifiable {
    let id: Int
    var log: [String] = []
  }

  enum Action: Equatable, Sendable { case start, stop, note(String) }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          do {
            try await withTaskCancellation(id: "row") { try await clock.sleep(for: .seconds(1)) }
            await send(.note("slept"))
          } catch { await send(.note("cancelled")) }
        }
      case .stop: return .run { _ in Task.cancel(id: "row") }
      case .note(let text):
        state.log.append(text)
        return .none
      }
    }
  }
}

@Reducer
private struct Sleepers {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Sleeper.State> = [Sleeper.State(id: 1), Sleeper.State(id: 2)]
  }
  enum Action: Sendable { case rows(IdentifiedActionOf<Sleeper>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.rows, action: \.rows) { Sleeper() }
  }
}

/// Something that happens once, and that one task waits for.
private struct Event: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func happen() { continuation.finish() }

  func wait() async { for await _ in stream {} }
}
