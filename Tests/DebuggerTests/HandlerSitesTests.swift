import Core
import Testing

@testable import Debugger

/// The places of the cases that handle an action.
struct HandlerSitesTests {
  @Reducer
  struct Row {
    static let line = #line

    @ObservableState
    struct State: Equatable, Identifiable, Sendable {
      let id: Int
      var name = ""
    }

    enum Action: BindableAction, Equatable, Sendable {
      case binding(BindingAction<State>)
      case renamed(String, Int)
      case view(View)

      enum View: Equatable, Sendable { case opened, closed }
    }

    var body: some ReducerOf<Self> {
      BindingReducer()  // 17 lines after `line`
      Reduce { state, action in
        switch action {
        case .renamed("", _): return .none  // 20
        case .renamed(let name, let count) where count > 1:  // 21
          state.name = name + "\(count)"
          return .none
        case let .renamed(name, _):  // 24
          return rename(name, in: &state)
        case .view(let view):
          switch view {
          case .opened:  // 28
            state.name += "!"
            return .none
          case .closed: return .none
          }
        case .binding: return .none
        }
      }
    }

    private func rename(_ name: String, in state: inout State) -> Effect<Action> {
      state.name = name
      return .none
    }
  }

  @Reducer
  struct Screen {
    static let line = #line

    @ObservableState
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var path = StackState<Row.State>()
    }

    enum Action: Equatable, Sendable {
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Row>)
      case removed(Removal)

      enum Removal: Equatable, Sendable { case first, last }
    }

    /// Not the feature's action, although it is nested in it and has a case of the same name.
    enum Log: Equatable, Sendable { case removed }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        core(into: &state, action: action)
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path) { Row() }
    }

    private func core(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .rows(.element(_, .renamed)),  // 29 lines after `line`
        .path(.element(id: _, action: .renamed)):  // 30
        state.rows = []
        return .none
      case .removed(.first):  // 33
        state.rows.removeFirst()
        return .none
      default:  // 36
        state.path.removeAll()
        return .none
      }
    }

    private func describe(action: Log) -> String {
      switch action {
      case .removed: "removed"
      }
    }
  }

  private func lines(_ action: Any, in start: Int) -> [Int] {
    handlerSites(of: action).map { site in
      let parts = site.split(separator: ":")
      #expect(parts[0] == "HandlerSitesTests.swift")
      return (Int(parts[1]) ?? 0) - start
    }
  }

  @Test func theFirstCaseThatMatchesHandlesTheAction() {
    func lines(_ action: Row.Action) -> [Int] { self.lines(action, in: Row.line) }
    #expect(lines(.binding(.set(\.name, "A"))) == [17])
    #expect(lines(.renamed("", 0)) == [])
    // Only Swift knows whether a condition holds.
    #expect(lines(.renamed("A", 0)) == [21, 24])
    #expect(lines(.view(.opened)) == [28])
    #expect(lines(.view(.closed)) == [])
  }

  @Test func childrenComeBeforeTheirParents() {
    let row = Row.line - Screen.line
    func lines(_ action: Screen.Action) -> [Int] { self.lines(action, in: Screen.line) }
    #expect(lines(.rows(.element(id: 1, action: .renamed("A", 0)))) == [row + 21, row + 24, 29])
    #expect(lines(.path(.element(id: 0, action: .renamed("", 0)))) == [30])
    #expect(lines(.rows(.element(id: 1, action: .view(.opened)))) == [row + 28, 36])
    #expect(lines(.removed(.first)) == [33])
    #expect(lines(.removed(.last)) == [36])
  }

  @Test func onlyActionsOfFeaturesAreHandled() {
    #expect(handlerSites(of: Screen.Log.removed) == [])
    #expect(handlerSites(of: Screen.Action.Removal.first) == [])
    #expect(handlerSites(of: 1) == [])
  }
}
