import Core
import Synchronization
import Testing

private final class Log: Sendable {
  private let signposts = Mutex<[Signpost]>([])
  var entries: [String] { signposts.withLock { $0.map { "\($0.phase) \($0.name)" } } }
  func write(_ signpost: Signpost) { signposts.withLock { $0.append(signpost) } }
}

struct SignpostTests {
  @Reducer
  struct Counter {
    @ObservableState struct State: Equatable { var count = 0 }
    enum Action { case tap, set(to: Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tap: state.count += 1
        case .set(let count): state.count = count
        }
        return .none
      }
    }
  }

  @Test func withoutALogNothingChanges() {
    var state = Counter.State()
    _ = Counter().signpost().reduce(into: &state, action: .tap)
    #expect(state.count == 1)
  }

  @Test func eachRunBeginsAndEnds() {
    let log = Log()
    let reducer = CombineReducers {
      Counter().signpost("outer") { log.write($0) }
      Counter().signpost("") { log.write($0) }
      Counter().signpost { log.write($0) }
    }
    var state = Counter.State()
    _ = reducer.reduce(into: &state, action: .set(to: 3))
    #expect(
      log.entries == [
        "begin outer: SignpostTests.Counter.Action.set(to:)",
        "end outer: SignpostTests.Counter.Action.set(to:)",
        "begin SignpostTests.Counter.Action.set(to:)", "end SignpostTests.Counter.Action.set(to:)",
        "begin Counter: SignpostTests.Counter.Action.set(to:)",
        "end Counter: SignpostTests.Counter.Action.set(to:)",
      ]
    )
  }
}
