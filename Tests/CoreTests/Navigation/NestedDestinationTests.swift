import Core
import Testing

/// Destinations that are themselves one of several features: the outer enum names the inner one by its body.
@Reducer
private struct Library {
  @ObservableState
  struct State: Equatable { @Presents var destination: Destination.State? }

  enum Action { case destination(PresentationAction<Destination.Action>) }

  @Reducer(state: .equatable)
  enum Destination {
    case detail(Page)
    case modal(Modal.Body = Modal.body)
  }

  @Reducer(state: .equatable)
  enum Modal { case note(Page), preview(Page) }

  @Reducer
  struct Page {
    @ObservableState struct State: Equatable { var turns = 0 }
    enum Action { case turn, close }
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .turn:
          state.turns += 1
          return .none
        case .close: return .run { _ in await dismiss() }
        }
      }
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

@MainActor
struct NestedDestinationTests {
  private let state = Library.State(destination: .modal(.note(Library.Page.State())))

  @Test func anActionReachesTheInnermostFeature() async {
    let store = TestStore(initialState: state) { Library() }
    await store.send(\.destination.modal.note.turn) { $0.destination?.modify(\.modal.note) { $0.turns = 1 } }
    await store.send(\.destination.modal.note.close)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func aStoreShowsTheInnermostCase() throws {
    let store = Store(initialState: state) { Library() }
    let destination = try #require(store.scope(state: \.destination, action: \.destination.presented))
    guard case .modal(let modal) = destination.case, case .note(let page) = modal.case else {
      Issue.record("another case")
      return
    }
    page.send(.turn)
    #expect(store.state.destination?.modal?.note?.turns == 1)
  }
}
