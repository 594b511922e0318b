import Core
import Testing

/// What document 003 shows of navigation, the way it shows it.
enum Document003Navigation {
  @Reducer
  struct DetailFeature {
    @ObservableState
    struct State: Equatable {
      var item = Item(id: 0, name: "")
    }
    enum Action {
      case closeButtonTapped
      case renameButtonTapped(String)
    }
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .closeButtonTapped:
          return .run { _ in await self.dismiss() }
        case let .renameButtonTapped(name):
          state.item.name = name
          return .none
        }
      }
    }
  }

  struct Item: Equatable, Identifiable {
    let id: Int
    var name: String
  }

  @Reducer
  struct SettingsFeature {
    @ObservableState
    struct State: Equatable {
      var isSoundOn = true
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
    }
  }

  @Reducer
  struct HelpFeature {
    enum Action { case searched(String) }
  }

  @Reducer
  struct SheetFeature {
    @ObservableState
    struct State: Equatable {
      @Presents var detailSheet: DetailFeature.State?
    }

    enum Action {
      case detailSheet(PresentationAction<DetailFeature.Action>)
      case showDetailButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .showDetailButtonTapped:
          state.detailSheet = DetailFeature.State()
          return .none
        case .detailSheet:
          return .none
        }
      }
      .ifLet(\.$detailSheet, action: \.detailSheet) {
        DetailFeature()
      }
    }
  }

  @Reducer
  struct RootFeature {
    @ObservableState
    struct State {
      @Presents var destination: Destination.State?
    }

    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case showDetailButtonTapped
      case showSettingsButtonTapped
    }

    @Reducer
    enum Destination {
      case detail(DetailFeature)
      case settings(SettingsFeature)
      case help(HelpFeature)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .showDetailButtonTapped:
          state.destination = .detail(DetailFeature.State())
          return .none
        case .showSettingsButtonTapped:
          state.destination = .settings(SettingsFeature.State())
          return .none
        case .destination:
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Reducer
  struct AppFeature {
    @ObservableState
    struct State {
      var path = StackState<Path.State>()
      var items: IdentifiedArrayOf<Item> = []
    }

    enum Action {
      case path(StackActionOf<Path>)
      case itemTapped(Item.ID)
    }

    @Reducer
    enum Path {
      case detail(DetailFeature)
      case settings(SettingsFeature)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .itemTapped(id):
          guard let item = state.items[id: id] else { return .none }
          state.path.append(.detail(DetailFeature.State(item: item)))
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }
}

extension Document003Navigation.RootFeature.Destination.State: Equatable {}
extension Document003Navigation.RootFeature.State: Equatable {}
extension Document003Navigation.AppFeature.Path.State: Equatable {}
extension Document003Navigation.AppFeature.State: Equatable {}

extension Document003Navigation {
  @MainActor
  struct Presenting {
    @Test
    func aSheetIsPresentedAndDismissed() async {
      let store = TestStore(initialState: SheetFeature.State()) {
        SheetFeature()
      }

      await store.send(.showDetailButtonTapped) {
        $0.detailSheet = DetailFeature.State()
      }
      await store.send(\.detailSheet.renameButtonTapped, "Blob") {
        $0.detailSheet?.item.name = "Blob"
      }
      await store.send(\.detailSheet.dismiss) {
        $0.detailSheet = nil
      }
    }

    @Test
    func navigationTest() async {
      let store = TestStore(initialState: RootFeature.State()) {
        RootFeature()
      }

      await store.send(.showDetailButtonTapped) {
        $0.destination = .detail(DetailFeature.State())
      }

      await store.send(\.destination.detail.closeButtonTapped)
      await store.receive(\.destination.dismiss) {
        $0.destination = nil
      }
    }

    @Test
    func storesOfTheDestinationsAreScoped() {
      let store = Store(initialState: RootFeature.State()) {
        RootFeature()
      }
      store.send(.showSettingsButtonTapped)
      #expect(store.scope(state: \.destination?.detail, action: \.destination.detail) == nil)
      let settings = store.scope(state: \.destination?.settings, action: \.destination.settings)
      settings?.send(.set(\.isSoundOn, false))
      #expect(store.destination?.settings?.isSoundOn == false)
    }
  }

  @MainActor
  struct Stacks {
    @Test
    func anItemIsPushedAndClosesItself() async {
      let store = TestStore(initialState: AppFeature.State(items: [Item(id: 1, name: "One")])) {
        AppFeature()
      }

      await store.send(.itemTapped(1)) {
        $0.path[id: 0] = .detail(DetailFeature.State(item: Item(id: 1, name: "One")))
      }
      await store.send(\.path[id: 0].detail.renameButtonTapped, "Two") {
        $0.path[id: 0, case: \.detail]?.item.name = "Two"
      }
      await store.send(\.path[id: 0].detail.closeButtonTapped)
      await store.receive(\.path.popFrom) {
        $0.path[id: 0] = nil
      }
    }

    @Test
    func theStoresOfAStackAreToldApartByTheirCases() throws {
      let store = Store(initialState: AppFeature.State(items: [Item(id: 1, name: "One")])) {
        AppFeature()
      }
      for item in store.items {
        store.send(.itemTapped(item.id))
      }
      let screens = store.scope(state: \.path, action: \.path)
      #expect(screens.count == 1)
      switch try #require(screens.first).case {
      case let .detail(store):
        #expect(store.item.name == "One")
      case .settings:
        Issue.record("A detail was pushed.")
      }
    }
  }
}
