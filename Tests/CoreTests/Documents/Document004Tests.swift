import Core
import Foundation
import Testing

@testable import TestSupport

/// What document 004 shows of composition, the way it shows it. Presented children and stacks have their own tests.
enum Document004 {
  @Reducer
  struct Profile {
    @ObservableState
    struct State: Equatable {
      var name: String = ""
      var bio: String = ""
    }

    enum Action {
      case nameChanged(String)
      case bioChanged(String)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case let .nameChanged(name):
          state.name = name
          return .none

        case let .bioChanged(bio):
          state.bio = bio
          return .none
        }
      }
    }
  }

  @Reducer
  struct Settings {
    @ObservableState
    struct State: Equatable {
      var isSoundOn = true
      var theme = "light"
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case resetTapped
      case start
      case delegate(Delegate)

      enum Delegate {
        case didReset
      }
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.theme) { oldValue, newValue in
          Reduce { state, action in
            newValue == "dark" ? .send(.delegate(.didReset)) : .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.isSoundOn):
          return .none
        case .binding:
          return .none
        case .resetTapped:
          state = State()
          return .send(.delegate(.didReset))
        case .start:
          state.theme = "started"
          return .none
        case .delegate:
          return .none
        }
      }
    }
  }

  @Reducer
  struct Search {
    @ObservableState
    struct State: Equatable {}
    enum Action {
      case searchTapped
    }
  }

  @Reducer
  struct AppFeature {
    @ObservableState
    struct State: Equatable {
      var profile: Profile.State
      var settings: Settings.State
      var search: Search.State
      var resets = 0
    }

    enum Action {
      case profile(Profile.Action)
      case settings(Settings.Action)
      case search(Search.Action)
    }

    var body: some Reducer<State, Action> {
      Scope(state: \.profile, action: \.profile) {
        Profile()
      }

      Scope(state: \.settings, action: \.settings) {
        Settings()
      }

      Scope(state: \.search, action: \.search) {
        Search()
      }

      Reduce { state, action in
        // Parent logic
        switch action {
        case .settings(.delegate(.didReset)):
          state.resets += 1
          return .none
        case .search(.searchTapped):
          return .send(.settings(.start))
        case .profile, .settings:
          return .none
        }
      }
    }
  }
}

extension Document004 {
  @MainActor
  struct ComposingReducers {
    static let state = AppFeature.State(
      profile: Profile.State(),
      settings: Settings.State(),
      search: Search.State()
    )

    @Test
    func eachChildHasItsPartOfTheState() async {
      let store = TestStore(initialState: Self.state) {
        AppFeature()
      }
      await store.send(.profile(.nameChanged("Blob"))) {
        $0.profile.name = "Blob"
      }
      await store.send(\.profile.bioChanged, "A blob") {
        $0.profile.bio = "A blob"
      }
      await store.send(\.settings.binding.isSoundOn, false) {
        $0.settings.isSoundOn = false
      }
      await store.send(.settings(.binding(.set(\.theme, "dark")))) {
        $0.settings.theme = "dark"
      }
      await store.receive(\.settings.delegate.didReset) {
        $0.resets = 1
      }
      await store.send(\.settings.resetTapped) {
        $0.settings = Settings.State()
      }
      await store.receive(\.settings.delegate.didReset) {
        $0.resets = 2
      }
    }

    @Test
    func siblingsCommunicateThroughTheParent() async {
      let store = TestStore(initialState: Self.state) {
        AppFeature()
      }
      await store.send(.search(.searchTapped))
      await store.receive(\.settings.start) {
        $0.settings.theme = "started"
      }
    }

    @Test
    func storesAreScopedToTheChildren() {
      let store = Store(initialState: Self.state) {
        AppFeature()
      }
      let profile: StoreOf<Profile> = store.scope(state: \.profile, action: \.profile)
      profile.send(.nameChanged("Blob"))
      #expect(profile.name == "Blob")
      @Bindable var settings = store.scope(state: \.settings, action: \.settings)
      settings.isSoundOn = false
      $settings.theme.wrappedValue = "sepia"
      #expect(store.settings.isSoundOn == false)
      #expect(store.settings.theme == "sepia")
      #expect(settings === store.scope(state: \.settings, action: \.settings))
    }
  }
}

// MARK: Delegate actions

extension Document004 {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable {
      var text: String = ""
    }

    enum Action {
      case saveButtonTapped
      case cancelButtonTapped
      case delegate(Delegate)

      enum Delegate {
        case didSave(String)
        case didCancel
      }
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .saveButtonTapped:
          return .send(.delegate(.didSave(state.text)))

        case .cancelButtonTapped:
          return .send(.delegate(.didCancel))

        case .delegate:
          return .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable {
      var child: Child.State?
      var savedItems: [String] = []
    }

    enum Action {
      case child(Child.Action)
      case showChild
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .showChild:
          guard state.child == nil else { return .none }
          state.child = Child.State(text: "test")
          return .none

        case let .child(.delegate(.didSave(text))):
          state.savedItems.append(text)
          state.child = nil
          return .none

        case .child(.delegate(.didCancel)):
          state.child = nil
          return .none

        case .child:
          return .none
        }
      }
      .ifLet(\.child, action: \.child) {
        Child()
      }
    }
  }

  @MainActor
  final class ChildTests {
    @Test
    func testChild() async {
      let store = TestStore(initialState: Child.State()) {
        Child()
      }

      await store.send(.saveButtonTapped)
      await store.receive(\.delegate.didSave)
    }

    @Test
    func testParentChildIntegration() async {
      let store = TestStore(initialState: Parent.State()) {
        Parent()
      }

      await store.send(.showChild) {
        $0.child = Child.State(text: "test")
      }

      await store.send(.child(.saveButtonTapped))
      await store.receive(\.child.delegate.didSave) {
        $0.savedItems = ["test"]
        $0.child = nil
      }
      await store.send(.showChild) {
        $0.child = Child.State(text: "test")
      }
      await store.send(\.child.cancelButtonTapped)
      await store.receive(\.child.delegate.didCancel) {
        $0.child = nil
      }
    }
  }
}

// MARK: Enums and groups of reducers

extension Document004 {
  @Reducer
  enum Destination {
    case addItem(Child)
    case settings(Settings)
  }

  @Reducer
  struct Root {
    @ObservableState
    struct State {
      var destination = Destination.State.addItem(Child.State())
    }
    enum Action {
      case destination(Destination.Action)
      case showSettings
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.destination, action: \.destination) {
        Destination.body
      }
      Reduce { state, action in
        switch action {
        case .showSettings:
          state.destination = .settings(Settings.State())
          return .none
        case .destination:
          return .none
        }
      }
    }
  }

  /// A feature whose state is an enum, composed by hand.
  @Reducer
  struct Screen {
    @ObservableState
    enum State: Equatable {
      case loggedOut(Profile.State)
      case loggedIn(Settings.State)
    }
    enum Action {
      case loggedOut(Profile.Action)
      case loggedIn(Settings.Action)
      case logIn
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .logIn:
          state = .loggedIn(Settings.State())
          return .none
        case .loggedOut, .loggedIn:
          return .none
        }
      }
      .ifCaseLet(\.loggedOut, action: \.loggedOut) {
        Profile()
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) {
        Settings()
      }
    }
  }

  struct Logging: Reducer {
    typealias State = Group.State
    typealias Action = Group.Action
    let name: String
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.log.append(name)
      return .none
    }
  }

  @Reducer
  struct Group {
    struct State: Equatable {
      var log: [String] = []
    }
    enum Action {
      case tapped
    }
    var body: some Reducer<State, Action> {
      CombineReducers {
        Logging(name: "analytics")
        Logging(name: "logging")
        Logging(name: "core")
      }
      ._printChanges()
    }
  }

  @MainActor
  struct EnumsAndGroups {
    @Test
    func theFeatureOfTheCurrentCaseRuns() throws {
      let store = Store(initialState: Root.State()) {
        Root()
      }
      switch store.scope(state: \.destination, action: \.destination).case {
      case let .addItem(child):
        #expect(child.text.isEmpty)
      case .settings:
        Issue.record("The store begins with addItem.")
      }
      store.send(.showSettings)
      store.send(.destination(.settings(.set(\.theme, "sepia"))))
      #expect(store.destination.settings?.theme == "sepia")
      #expect(store.destination.is(\.settings))
    }

    @Test
    func aCaseOfTheStateRunsItsChild() async {
      let store = TestStore(initialState: Screen.State.loggedOut(Profile.State())) {
        Screen()
      }
      await store.send(\.loggedOut.nameChanged, "Blob") {
        $0.modify(\.loggedOut) { $0.name = "Blob" }
      }
      await store.send(.logIn) {
        $0 = .loggedIn(Settings.State())
      }
      await store.send(.loggedIn(.set(\.isSoundOn, false))) {
        $0[case: \.loggedIn]?.isSoundOn = false
      }
    }

    @Test
    func anActionForAnotherCaseIsReported() async {
      let issues = await issues {
        let store = TestStore(initialState: Screen.State.loggedOut(Profile.State())) {
          Screen()
        }
        await store.send(.loggedIn(.start))
      }
      #expect(issues.count == 1)
      #expect(issues.first?.contains("\"ifCaseLet\" at") == true)
    }

    @Test
    func groupedReducersRunFromTopToBottom() async {
      let store = TestStore(initialState: Group.State()) {
        Group()
      }
      await store.send(.tapped) {
        $0.log = ["analytics", "logging", "core"]
      }
    }
  }
}
