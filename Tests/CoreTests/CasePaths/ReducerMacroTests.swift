import Core
import Foundation
import Observation
import Testing

@Reducer
private struct StepCounter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case incrementButtonTapped
    case delegate(Delegate)

    enum Delegate: Equatable {
      case didSave(String)
      case didCancel
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
public struct NothingWritten {}

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var text = ""
    var isOn = false
  }

  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case other(OtherAction)
  }

  enum OtherAction: Equatable, Sendable { case a, b(Int) }

  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}

@Reducer
private struct Modes {
  enum State: Equatable {
    case counting(StepCounter.State)
    case off
  }

  enum Action {
    case counting(StepCounter.Action)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.counting?.count = 7
    return .none
  }
}

@Reducer
private struct Pages<Element: Equatable & Sendable> {
  @ObservableState
  struct State: Equatable {
    var elements: [Element] = []
  }

  enum Action {
    case append(Element)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .append(let element):
        state.elements.append(element)
        return .none
      }
    }
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable)
private enum Destination {
  case counter(StepCounter)
  case named(Named = Named(step: 5))
  case pages(Pages<Int>)
  @ReducerCaseEphemeral case question(Question)
  @ReducerCaseIgnored case help(URL, page: Int)
  case text(String)
  case empty
}

extension StepCounter.State: Sendable {}
extension Pages.State: Sendable {}
extension Pages.Action: Equatable {}

private struct Question: Equatable, Sendable {
  @CasePathable enum Action: Equatable { case yes, no }
}

@Reducer
private struct Named {
  var step: Int

  @ObservableState struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable { case tap }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += step
      return .none
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var counter: StepCounter.State? = StepCounter.State(count: 3)
    var title = ""
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case counter(PresentationAction<StepCounter.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

struct ReducerMacroTests {
  @Test func aStructIsAFeature() {
    var state = StepCounter.State()
    _ = StepCounter().reduce(into: &state, action: .incrementButtonTapped)
    #expect(state == StepCounter.State(count: 1))
    #expect(StepCounter.Action.delegate(.didSave("a"))[case: \.delegate.didSave] == "a")
  }

  @Test func whatIsMissingIsAdded() {
    var state = NothingWritten.State()
    func run<R: Reducer>(_ reducer: R, _ state: inout R.State, _ action: R.Action?) {
      if let action { _ = reducer.reduce(into: &state, action: action) }
    }
    run(NothingWritten(), &state, nil)
    #expect(state == NothingWritten.State())
  }

  @Test func aBindableActionFindsItsBinding() {
    var state = Form.State()
    _ = Form().reduce(into: &state, action: .set(\.text, "a"))
    _ = Form().reduce(into: &state, action: .binding(\.isOn))
    #expect(state == Form.State(text: "a", isOn: true))
    #expect(Form.Action.other(.b(2))[case: \.other.b] == 2)
  }

  @Test func anEnumStateHasDynamicMembers() {
    var state = Modes.State.counting(StepCounter.State())
    _ = Modes().reduce(into: &state, action: .counting(.incrementButtonTapped))
    #expect(state.counting?.count == 7)
  }

  @Test func aGenericFeatureWorks() {
    var state = Pages<Int>.State()
    _ = Pages<Int>().reduce(into: &state, action: .append(1))
    #expect(state.elements == [1])
  }

  @Test func anEnumRunsTheFeatureOfItsCase() {
    var state = Destination.State.counter(StepCounter.State())
    _ = Destination.body.reduce(into: &state, action: .counter(.incrementButtonTapped))
    #expect(state == .counter(StepCounter.State(count: 1)))
    state = .named(Named.State())
    _ = Destination.body.reduce(into: &state, action: .named(.tap))
    #expect(state.named?.count == 5)
    #expect(Destination.Action.question(.yes).is(\.question.yes))
    #expect(Destination.State.help(URL(filePath: "/"), page: 1).help?.page == 1)
    #expect(Array(Destination.Action.allCasePaths).count == 4)
  }

  @Test func anActionForAnotherCaseIsAnIssue() {
    var state = Destination.State.empty
    withKnownIssue {
      _ = Destination.body.reduce(into: &state, action: .counter(.incrementButtonTapped))
    } matching: { issue in
      issue.description.contains("received a child action while the state was another case")
    }
    #expect(state == .empty)
  }

  @Test @MainActor func aStoreGivesItsCase() {
    let store = Store(initialState: .counter(StepCounter.State(count: 2))) { Destination.body }
    switch store.case {
    case .counter(let counter):
      counter.send(.incrementButtonTapped)
      #expect(counter.count == 3)
      #expect(store.counter?.count == 3)
    default: Issue.record("It is a counter")
    }
    let text = Store(initialState: .text("a")) { Destination.body }
    if case .text(let text) = text.case { #expect(text == "a") } else { Issue.record("It is a text") }
  }

  @Test func presentedStateIsAnOptionalAndItsProjection() {
    var state = Parent.State(title: "a")
    #expect(state.destination == nil)
    #expect(state.counter?.count == 3)
    state.destination = .counter(StepCounter.State())
    state.destination?.counter?.count = 2
    #expect(state.$destination.wrappedValue == .counter(StepCounter.State(count: 2)))
    state.$destination[case: \.counter]?.count = 4
    #expect(state.destination?.counter?.count == 4)
    state.$destination.wrappedValue = nil
    #expect(state == Parent.State(title: "a"))
    #expect(Parent.State(destination: .empty, counter: nil).destination == .empty)
    #expect(
      Parent.Action.destination(.presented(.counter(.incrementButtonTapped)))
        .is(\.destination.counter.incrementButtonTapped)
    )
    #expect(
      Parent.Action.destination(.presented(.counter(.incrementButtonTapped)))
        .is(\.destination.presented.counter)
    )
    #expect(Parent.Action.counter(.dismiss).is(\.counter.dismiss))
    let path: KeyPath<Parent.State, StepCounter.State?> = \.destination?.counter
    #expect(state[keyPath: path] == nil)
  }
}
