import Core
import Testing

@Reducer
private struct Unhandled {
  @ObservableState struct State: Equatable {
    var text = ""
    var isOn = false
  }

  enum Action: BindableAction { case binding(BindingAction<State>), other }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Handled {
  @ObservableState struct State: Equatable {
    var text = ""
    var isOn = false
    var child = Unhandled.State()
    @Presents var sheet: Unhandled.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case child(Unhandled.Action)
    case sheet(PresentationAction<Unhandled.Action>)
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
        .onChange(of: \.text) { _, _ in EmptyReducer() }
    }
    .signpost()
    Scope(state: \.self, action: \.self) { EmptyReducer() }
    Scope(state: \.child, action: \.child) { Unhandled() }
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet) { Unhandled() }
  }
}

/// A reducer written by hand, with neither macro.
private struct Plain: Reducer {
  struct State: Equatable { var text = "" }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case other(Int)
    case nothing
  }

  var body: some Reducer<State, Action> { BindingReducer() }
}

@MainActor
struct UnhandledBindingTests {
  @Test func anUnhandledBindingIsReportedWhereItWasWritten() {
    let store = Store(initialState: Unhandled.State()) { Unhandled() }
    let line = #line + 2
    withKnownIssue {
      store.send(.set(\.text, "a"))
    } matching: { issue in
      issue.description.contains(#"Unhandled.Action.binding(.set(\.text, "a"))"#)
        && issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileName == "UnhandledBindingTests.swift"
    }
    store.send(.other)
    #expect(store.state == Unhandled.State())
  }

  @Test(arguments: [
    Handled.Action.child(.binding(.toggle(\.isOn))),
    .sheet(.presented(.binding(.toggle(\.isOn)))),
  ])
  private func anUnhandledBindingOfAChildIsReported(_ action: Handled.Action) {
    let store = Store(initialState: Handled.State(sheet: Unhandled.State())) { Handled() }
    withKnownIssue {
      store.send(action)
    } matching: { issue in
      issue.description.contains(#"Unhandled.Action.binding(.toggle(\.isOn))"#)
        && issue.description.contains("BindingReducer()")
    }
  }

  @Test func aPropertyOfAStoreThatIsSetIsReported() {
    let store = Store(initialState: Unhandled.State()) { Unhandled() }
    withKnownIssue {
      store.text = "a"
    } matching: {
      $0.description.contains(#".set(\.text, "a")"#)
    }
    withKnownIssue {
      store.bindings.isOn.wrappedValue = true
    } matching: {
      $0.description.contains(#"\.isOn"#)
    }
  }

  @Test func aHandledBindingIsNotReportedHoweverDeepItsReducerIs() {
    let store = Store(initialState: Handled.State()) { Handled() }
    store.send(.set(\.text, "a"))
    store.isOn = true
    #expect(store.text == "a")
    #expect(store.isOn)
  }

  @Test func anActionWithoutCasePathsIsBindable() {
    let store = Store(initialState: Plain.State()) { Plain() }
    store.send(.set(\.text, "a"))
    store.send(.other(1))
    store.send(.nothing)
    store.text += "b"
    #expect(store.text == "ab")
    #expect(Plain.Action.other(1).binding == nil)
    #expect(Plain.Action.binding(.set(\.text, "c")).binding == .set(\.text, "c"))
  }
}
