import Core
import Foundation
import Testing

@testable import TodoShellDebugger

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

  @Reducer
  struct Door {
    static let line = #line
    static let limit = 3

    enum Action: Equatable, Sendable {
      case count(Int)
      case name(String?)
      case view(View)
      case knocked, opened, closed, painted, broken

      enum View: Equatable, Sendable { case shown(Int), hidden }
      static let repaired = Self.broken
    }

    class Listener {
      func hear(_ action: Action) -> Effect<Action> {
        switch action {
        default: .send(.opened)
        }
      }
    }

    var body: some Reducer<Int, Action> {
      Reduce(main)
      Reduce { state, action in
        guard state != 3 else { return .none }
        switch action {
        case .painted: state = 0  // 26 lines after `line`
        default: break
        }
        return .none
      }
      Scope(state: \.self, action: \.view) {
        Reduce<Int, Action.View> { state, action in
          switch action {
          default: state = 1
          }
          return .none
        }
      }
    }

    func main(state: inout Int, action: Door.Action) -> Effect<Action> {
      switch action {
      case .count(1...3): state = 1  // 43
      case Door.Action.count(4): state = 2  // 44
      case .count(.zero): state = 2  // 45
      case .name(let name?): state = name.count  // 46
      case .view(.shown(Self.limit)): state = 3  // 47
      case .view(let view):  // 48
        if state == 9 { return .none }
        switch view {
        case .shown: state = 4  // 51
        case .hidden: state = 5  // 52
        }
      #if DEBUG
        case .opened: state = 6  // 55
      #endif
      case .closed where state == 1: return .none
      case .knocked: fallthrough
      case .repaired: state = 7  // 59
      case .painted: return other(action, &state)  // 60
      default: state = 8  // 61
      }
      return .none
    }

    func other(_ action: Self.Action, _ state: inout Int) -> Effect<Action> {
      switch action {
      case .painted: state = 9  // 68
      default: break
      }
      return .none
    }

    func isCalm(_ action: Action) -> Bool {
      switch action {
      case .opened: false
      default: true
      }
    }
  }

  /// The lines in the places of an action, counted from one of this file.
  private func lines(_ action: Any, in start: Int) -> [String] {
    handlerSites(of: action).map { site in
      site.components(separatedBy: " or ").map { place in
        let parts = place.split(separator: ":")
        #expect(parts.count == 1 || parts[0] == "HandlerSitesTests.swift")
        return parts.count == 1 ? place : "\((Int(parts[1]) ?? 0) - start)"
      }.joined(separator: " or ")
    }
  }

  @Test func theFirstCaseThatMatchesHandlesTheAction() {
    func lines(_ action: Row.Action) -> [String] { self.lines(action, in: Row.line) }
    #expect(lines(.binding(.set(\.name, "A"))) == ["17"])
    #expect(lines(.renamed("", 0)) == [])
    // Only Swift knows whether a condition holds.
    #expect(lines(.renamed("A", 0)) == ["21 or 24"])
    #expect(lines(.view(.opened)) == ["28"])
    #expect(lines(.view(.closed)) == [])
  }

  @Test func childrenComeBeforeTheirParents() {
    let row = Row.line - Screen.line
    func lines(_ action: Screen.Action) -> [String] { self.lines(action, in: Screen.line) }
    #expect(lines(.rows(.element(id: 1, action: .renamed("A", 0)))) == ["\(row + 21) or \(row + 24)", "29"])
    #expect(lines(.path(.element(id: 0, action: .renamed("", 0)))) == ["30"])
    #expect(lines(.rows(.element(id: 1, action: .view(.opened)))) == ["\(row + 28)", "36"])
    #expect(lines(.removed(.first)) == ["33"])
    #expect(lines(.removed(.last)) == ["36"])
  }

  /// What the macro or the pattern language cannot decide is said, so that no wrong place is named as certain.
  @Test(arguments: [
    (Door.Action.count(2), ["43 or 45 or 59 or 61"]), (.count(4), ["43 or 44"]),
    (.name("A"), ["46"]), (.name(nil), ["59 or 61"]), (.view(.hidden), ["52 or 48"]),
    (.view(.shown(9)), ["47 or 51 or 48"]),
    (.opened, ["55 or 59 or 61"]), (.knocked, ["59"]), (.closed, ["59 or 61 or elsewhere"]),
    (.broken, ["59 or 61"]), (.painted, ["59 or 60", "26 or 68 or elsewhere"]),
  ]) func whatIsUncertainIsNotNamedAsCertain(action: Door.Action, expected: [String]) {
    #expect(lines(action, in: Door.line) == expected)
  }

  @Test func aFileMayHaveAnyName() {
    #expect(handlerSites(of: Spaced.Action.on) == ["My Feature.swift:1"])
  }

  @Test func onlyActionsOfFeaturesAreHandled() {
    #expect(handlerSites(of: Screen.Log.removed) == [])
    #expect(handlerSites(of: Screen.Action.Removal.first) == [])
    #expect(handlerSites(of: 1) == [])
  }
}

@Reducer
struct Spaced {
  enum Action: Equatable, Sendable { case on }

  static var _handlers: [[(pattern: String, site: String, isCertain: Bool)]] {
    [[(".on", "My Feature.swift:1", true)]]
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> { .none }
}
