import Core
import Testing

@Reducer
private struct Feed {
  @ObservableState struct State: Equatable { var count = 0 }

  enum Action: ViewAction {
    case response(Int)
    case view(View)

    enum View { case refreshButtonTapped, add(Int) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .response(let count): state.count = count
      case .view(.refreshButtonTapped): return .send(.response(7))
      case .view(.add(let number)): state.count += number
      }
      return .none
    }
  }
}

@ViewAction(for: Feed.self)
@MainActor
private struct FeedScreen {
  let store: StoreOf<Feed>

  func refresh() { send(.refreshButtonTapped) }
}

@ViewAction(for: Feed.self)
@MainActor
private final class FeedController {
  var store: StoreOf<Feed>

  init(store: StoreOf<Feed>) { self.store = store }

  func add() { send(.add(1), animation: .default) }
}

@Reducer
private struct Editor {
  @ObservableState
  struct State: Equatable {
    var text = ""
    var edits = 0
  }

  enum Action: ViewAction {
    case view(View)

    @CasePathable
    enum View: BindableAction { case binding(BindingAction<State>), clearButtonTapped }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .view(.binding(\.text)): state.edits += 1
      case .view(.clearButtonTapped): state.text = ""
      case .view: break
      }
      return .none
    }
  }
}

@MainActor
struct ViewActionTests {
  private let store = Store(initialState: Feed.State()) { Feed() }

  @Test func aScreenSendsViewActions() {
    FeedScreen(store: store).refresh()
    FeedController(store: store).add()
    #expect(store.count == 8)
  }

  @Test func aTestStoreSendsThemByTheirCase() async {
    let store = TestStore(initialState: Feed.State()) { Feed() }
    await store.send(\.view.add, 2) { $0.count = 2 }
  }

  @Test func aViewsBindingActionsChangeTheState() async {
    let store = TestStore(initialState: Editor.State()) { Editor() }
    await store.send(\.view.binding.text, "a") { ($0.text, $0.edits) = ("a", 1) }
    await store.send(\.view.clearButtonTapped) { $0.text = "" }
  }
}
