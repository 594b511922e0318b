import Core
import Testing

/// What document 004 shows of presented children and stacks, the way it shows it.
enum Document004Navigation {
  struct Item: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  @Reducer
  struct AddItem {
    @ObservableState
    struct State: Equatable {
      var name = ""
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case delegate(Delegate)
      case saveButtonTapped

      enum Delegate: Equatable {
        case didSave(String)
      }
    }
    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding, .delegate:
          return .none
        case .saveButtonTapped:
          return .send(.delegate(.didSave(state.name)))
        }
      }
    }
  }

  @Reducer
  struct EditItem {
    @ObservableState
    struct State: Equatable {
      var item: Item
    }
    enum Action { case renamed(String) }
  }

  @Reducer
  enum Destination {
    case addItem(AddItem)
    case editItem(EditItem)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert {
      case confirmDeletion
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var savedItems: [String] = []
    }

    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case deleteButtonTapped
      case showAddItem
      case showEditItem(Item)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .deleteButtonTapped:
          state.destination = .alert(.deletion)
          return .none

        case .showAddItem:
          guard state.destination == nil else { return .none }
          state.destination = .addItem(AddItem.State())
          return .none

        case let .showEditItem(item):
          state.destination = .editItem(EditItem.State(item: item))
          return .none

        case let .destination(.presented(.addItem(.delegate(.didSave(text))))):
          state.savedItems.append(text)
          state.destination = nil
          return .none

        case .destination(.presented(.alert(.confirmDeletion))):
          state.savedItems = []
          return .none

        case .destination:
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  /// An alert and a sheet beside each other, each with its own optional.
  @Reducer
  struct Separate {
    @ObservableState
    struct State: Equatable {
      @Presents var alert: AlertState<Action.Alert>?
      @Presents var sheet: AddItem.State?
    }
    enum Action {
      case alert(PresentationAction<Alert>)
      case sheet(PresentationAction<AddItem.Action>)
      case tapped

      @CasePathable
      enum Alert {
        case showSheet
      }
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .alert(.presented(.showSheet)):
          state.sheet = AddItem.State()
          return .none
        case .alert, .sheet:
          return .none
        case .tapped:
          state.alert = .question
          return .none
        }
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$sheet, action: \.sheet) {
        AddItem()
      }
    }
  }
}

extension Document004Navigation.Destination.State: Equatable {}

extension AlertState<Document004Navigation.Destination.Alert> {
  fileprivate static let deletion = AlertState {
    TextState("Delete all?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) {
      TextState("Delete")
    }
  }
}

extension AlertState<Document004Navigation.Separate.Action.Alert> {
  fileprivate static let question = AlertState {
    TextState("Show the sheet?")
  } actions: {
    ButtonState(action: .showSheet) {
      TextState("Show")
    }
  }
}

extension Document004Navigation {
  @MainActor
  final class ParentTests {
    @Test
    func testParentChildIntegration() async {
      let store = TestStore(initialState: Parent.State()) {
        Parent()
      }

      await store.send(.showAddItem) {
        $0.destination = .addItem(AddItem.State())
      }
      await store.send(\.destination.addItem.binding, .set(\.name, "test")) {
        $0.destination?.modify(\.addItem) { $0.name = "test" }
      }
      await store.send(.destination(.presented(.addItem(.saveButtonTapped))))
      await store.receive(\.destination.presented.addItem.delegate.didSave) {
        $0.savedItems = ["test"]
        $0.destination = nil
      }
    }

    @Test
    func anAlertAmongTheDestinationsGoesWithItsAnswer() async {
      let store = TestStore(initialState: Parent.State(savedItems: ["test"])) {
        Parent()
      }

      await store.send(.deleteButtonTapped) {
        $0.destination = .alert(.deletion)
      }
      await store.send(\.destination.alert.confirmDeletion) {
        $0.savedItems = []
        $0.destination = nil
      }
    }

    @Test
    func oneDestinationTakesThePlaceOfAnother() async {
      let store = TestStore(initialState: Parent.State()) {
        Parent()
      }

      await store.send(.showAddItem) {
        $0.destination = .addItem(AddItem.State())
      }
      await store.send(.showEditItem(Item(id: 1))) {
        $0.destination = .editItem(EditItem.State(item: Item(id: 1)))
      }
      await store.send(.showAddItem)
      await store.send(\.destination.dismiss) {
        $0.destination = nil
      }
    }

    @Test
    func anAlertCanLeadToASheet() async {
      let store = TestStore(initialState: Separate.State()) {
        Separate()
      }

      await store.send(.tapped) {
        $0.alert = .question
      }
      await store.send(\.alert.showSheet) {
        $0.alert = nil
        $0.sheet = AddItem.State()
      }
    }
  }
}
