import Core
import Testing

@Reducer
private struct Counter {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action: Equatable { case tap }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState struct State: Equatable {
    var left = Counter.State()
    var right = Counter.State()
    var optional: Counter.State?
    var rows: IdentifiedArrayOf<ListRow.State> = []
    var path = StackState<Counter.State>()
  }

  enum Action {
    case left(Counter.Action), right(Counter.Action), optional(Counter.Action)
    case rows(IdentifiedActionOf<ListRow>)
    case path(StackActionOf<Counter>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Counter() }
    Scope(state: \.right, action: \.right) { Counter() }
  }
}

@Reducer
private struct ListRow {
  @ObservableState struct State: Equatable, Identifiable { let id: Int }
}

@Reducer
private struct Modes {
  @ObservableState
  enum State: Equatable { case counting(Counter.State), paused(Counter.State), off }

  enum Action { case counting(Counter.Action), paused(Counter.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.counting, action: \.counting) { Counter() }
    Scope(state: \.paused, action: \.paused) {
      Counter()
      Reduce { state, _ in
        state.count += 10
        return .none
      }
    }
  }
}

@Reducer
private struct NothingToDo {
  enum State: Equatable { case counting(Counter.State), off }
  enum Action { case counting(Counter.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.counting, action: \.counting) {}
    Scope(state: \.counting, action: \.counting) { EmptyReducer() }
  }
}

struct ScopeTests {
  @Test func aScopeRunsItsChildOnAProperty() {
    var state = Parent.State()
    _ = Parent().reduce(into: &state, action: .left(.tap))
    _ = Parent().reduce(into: &state, action: .right(.tap))
    #expect(state == Parent.State(left: Counter.State(count: 1), right: Counter.State(count: 1)))
  }

  @Test func aScopeRunsItsChildOnACase() {
    var state = Modes.State.counting(Counter.State())
    _ = Modes().reduce(into: &state, action: .counting(.tap))
    #expect(state == .counting(Counter.State(count: 1)))
    state = .paused(Counter.State())
    _ = Modes().reduce(into: &state, action: .paused(.tap))
    #expect(state == .paused(Counter.State(count: 11)))
  }

  @Test(arguments: ["Modes", "NothingToDo"])
  func anActionForAnotherCaseIsAnIssueAtTheScope(_ feature: String) {
    @Sendable func isMismatch(_ issue: Issue) -> Bool {
      issue.description.contains("received a child action while the state was another case")
        && issue.description.contains("State: .off")
        && issue.sourceLocation?.fileName == "ScopeTests.swift"
    }
    withKnownIssue {
      if feature == "Modes" {
        var state = Modes.State.off
        _ = Modes().reduce(into: &state, action: .counting(.tap))
        #expect(state == .off)
      } else {
        var state = NothingToDo.State.off
        _ = NothingToDo().reduce(into: &state, action: .counting(.tap))
        #expect(state == .off)
      }
    } matching: {
      isMismatch($0)
    }
  }
}
