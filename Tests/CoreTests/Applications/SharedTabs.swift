import Core
import CoreTestSupport
import Foundation
import Testing

// A profile and a counter's statistics, shared by three tabs; parts of them are handed to smaller features.

struct TabProfile: Codable, Equatable, Sendable {
  var name = "Blob"
  var favorites: [Int] = []
}

struct TabStatistics: Equatable, Sendable {
  var count = 0
  var maximum = 0
  var presses = 0

  mutating func add(_ difference: Int) {
    count += difference
    presses += 1
    maximum = max(maximum, count)
  }
}

extension SharedReaderKey where Self == InMemoryKey<TabStatistics>.Default {
  fileprivate static var statistics: Self { Self[.inMemory("tab-statistics"), default: TabStatistics()] }
}

extension SharedReaderKey where Self == FileStorageKey<TabProfile>.Default {
  fileprivate static var profile: Self {
    Self[.fileStorage(.applicationSupportDirectory.appending(path: "profile.json")), default: TabProfile()]
  }
}

extension SharedReaderKey where Self == AppStorageKey<Bool>.Default {
  fileprivate static var isCounterHaptic: Self { Self[.appStorage("isCounterHaptic"), default: true] }
}

@Reducer
private struct TabCounter {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    @Shared(.profile) var profile
    @Shared(.statistics) var statistics
    @SharedReader(.isCounterHaptic) var isHaptic
  }

  enum Action {
    case alert(PresentationAction<Never>)
    case decrementButtonTapped
    case favoriteButtonTapped
    case incrementButtonTapped
    case isPrimeButtonTapped
  }

  @Dependency(\.tabHaptics) var haptics

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case .decrementButtonTapped:
        state.$statistics.withLock { $0.add(-1) }
        return feedback(state)
      case .favoriteButtonTapped:
        state.$profile.withLock { [count = state.statistics.count] in
          if let index = $0.favorites.firstIndex(of: count) {
            $0.favorites.remove(at: index)
          } else {
            $0.favorites.append(count)
          }
        }
        return .none
      case .incrementButtonTapped:
        state.$statistics.withLock { $0.add(1) }
        return feedback(state)
      case .isPrimeButtonTapped:
        let count = state.statistics.count
        state.alert = AlertState { TextState(isPrime(count) ? "\(count) is prime" : "\(count) is not prime") }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func feedback(_ state: State) -> Effect<Action> {
    guard state.isHaptic else { return .none }
    return .run { _ in await haptics() }
  }

  private func isPrime(_ number: Int) -> Bool {
    number > 1 && (2..<number).allSatisfy { !number.isMultiple(of: $0) }
  }
}

private enum TabHapticsKey: TestDependencyKey {
  static let testValue: @Sendable () async -> Void = unimplemented("TabHaptics", placeholder: ())
}

extension DependencyValues {
  fileprivate var tabHaptics: @Sendable () async -> Void {
    get { self[TabHapticsKey.self] }
    set { self[TabHapticsKey.self] = newValue }
  }
}

@Reducer
private struct NameEditor {
  @ObservableState
  struct State: Equatable {
    @Shared var name: String
    var draft: String

    init(name: Shared<String>) {
      _name = name
      draft = name.wrappedValue
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .saveButtonTapped:
        state.$name.withLock { [draft = state.draft] in $0 = draft }
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
private struct FavoriteList {
  @ObservableState
  struct State: Equatable {
    @Shared var favorites: [Int]
  }

  enum Action {
    case delete(IndexSet)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .delete(offsets):
        state.$favorites.withLock { $0.remove(atOffsets: offsets) }
        return .none
      }
    }
  }
}

@Reducer
private struct ProfileTab {
  @Reducer
  enum Destination {
    case favorites(FavoriteList)
    case name(NameEditor)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared(.profile) var profile
    @Shared(.isCounterHaptic) var isHaptic
    @SharedReader var maximum: Int

    init() {
      @Shared(.statistics) var statistics
      _maximum = SharedReader($statistics.maximum)
    }
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case favoritesButtonTapped
    case hapticToggled(Bool)
    case nameButtonTapped
    case resetButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination:
        return .none
      case .favoritesButtonTapped:
        state.destination = .favorites(FavoriteList.State(favorites: state.$profile.favorites))
        return .none
      case let .hapticToggled(isOn):
        state.$isHaptic.withLock { $0 = isOn }
        return .none
      case .nameButtonTapped:
        state.destination = .name(NameEditor.State(name: state.$profile.name))
        return .none
      case .resetButtonTapped:
        @Shared(.statistics) var statistics
        $statistics.withLock { $0 = TabStatistics() }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension ProfileTab.Destination.State: Equatable {}

@Reducer
private struct SharedTabs {
  enum Tab: String { case counter, profile }

  @ObservableState
  struct State: Equatable {
    var counter = TabCounter.State()
    var profile = ProfileTab.State()
    @Shared(.appStorage("selectedTab")) var tab = Tab.counter
    var visitsOfProfile = 0
  }

  enum Action {
    case counter(TabCounter.Action)
    case profile(ProfileTab.Action)
    case tabSelected(Tab)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { TabCounter() }
    Scope(state: \.profile, action: \.profile) { ProfileTab() }
    Reduce { state, action in
      switch action {
      case .counter, .profile:
        return .none
      case let .tabSelected(tab):
        state.$tab.withLock { $0 = tab }
        return .none
      }
    }
    .onChange(of: \.tab) { _, tab in
      Reduce { state, _ in
        if tab == .profile { state.visitsOfProfile += 1 }
        return .none
      }
    }
  }
}

/// Follows a shared value through its publisher.
@Reducer
private struct MilestoneBanner {
  @ObservableState
  struct State: Equatable {
    var banner: String?
    @SharedReader(.statistics) var statistics
  }

  enum Action {
    case countChanged(Int)
    case task
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .countChanged(count):
        if count.isMultiple(of: 10), count > 0 { state.banner = "\(count)!" }
        return .none
      case .task:
        return .publisher {
          state.$statistics.publisher
            .map(\.count)
            .map(Action.countChanged)
        }
      }
    }
  }
}

@MainActor
@Suite(.dependencies { $0.tabHaptics = {} })
struct SharedTabsTests {
  @Test func theTabsCountTogether() async {
    let store = TestStore(initialState: SharedTabs.State()) {
      SharedTabs()
    }
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter.$statistics.withLock { $0 = TabStatistics(count: 1, maximum: 1, presses: 1) }
    }
    await store.send(\.counter.decrementButtonTapped) {
      $0.counter.$statistics.withLock {
        $0.count = 0
        $0.presses = 2
      }
    }
    #expect(store.state.profile.maximum == 1)
    await store.send(\.profile.resetButtonTapped) {
      $0.counter.$statistics.withLock { $0 = TabStatistics() }
    }
    #expect(store.state.profile.maximum == 0)
  }

  @Test func whatTheTestSharedIsInEachTab() async {
    @Shared(.statistics) var statistics = TabStatistics(count: 7, maximum: 12, presses: 20)
    @Shared(.profile) var profile = TabProfile(name: "Blob Esq.", favorites: [2])
    @Shared(.appStorage("selectedTab")) var tab = SharedTabs.Tab.profile
    let store = TestStore(initialState: SharedTabs.State()) {
      SharedTabs()
    }
    #expect(store.state.tab == .profile)
    #expect(store.state.profile.maximum == 12)

    await store.send(\.counter.favoriteButtonTapped) {
      $0.counter.$profile.withLock { $0.favorites = [2, 7] }
    }
    await store.send(\.counter.isPrimeButtonTapped) {
      $0.counter.alert = AlertState { TextState("7 is prime") }
    }
    await store.send(\.counter.alert.dismiss) {
      $0.counter.alert = nil
    }
    expectNoDifference(profile, TabProfile(name: "Blob Esq.", favorites: [2, 7]))
    #expect(statistics.presses == 20)
  }

  @Test func aPartOfTheProfileIsEditedInItsOwnScreen() async {
    @Shared(.profile) var profile = TabProfile(name: "Blob")
    let store = TestStore(initialState: ProfileTab.State()) {
      ProfileTab()
    }
    await store.send(.nameButtonTapped) {
      $0.destination = .name(NameEditor.State(name: $0.$profile.name))
    }
    await store.send(\.destination.name.binding.draft, "Blob Jr.") {
      $0.destination?.modify(\.name) { $0.draft = "Blob Jr." }
    }
    #expect(profile.name == "Blob")
    await store.send(\.destination.name.saveButtonTapped) {
      $0.destination?.modify(\.name) { $0.$name.withLock { $0 = "Blob Jr." } }
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    #expect(profile.name == "Blob Jr.")
    #expect(store.state.profile.name == "Blob Jr.")
  }

  @Test func aFavoriteIsDeletedThroughThePartThatHoldsIt() async {
    @Shared(.profile) var profile = TabProfile(favorites: [2, 3, 5])
    let store = TestStore(initialState: ProfileTab.State()) {
      ProfileTab()
    }
    await store.send(.favoritesButtonTapped) {
      $0.destination = .favorites(FavoriteList.State(favorites: $0.$profile.favorites))
    }
    await store.send(\.destination.favorites.delete, [1]) {
      $0.$profile.withLock { $0.favorites = [2, 5] }
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
    }
    #expect(profile.favorites == [2, 5])
  }

  @Test func aSettingOfOneTabHoldsInTheOther() async {
    @Shared(.isCounterHaptic) var isHaptic
    let taps = LockIsolated(0)
    let store = TestStore(initialState: SharedTabs.State()) {
      SharedTabs()
    } withDependencies: {
      $0.tabHaptics = { taps.withValue { $0 += 1 } }
    }
    store.exhaustivity = .off

    await store.send(\.counter.incrementButtonTapped)
    await store.send(\.profile.hapticToggled, false)
    #expect(!isHaptic)
    await store.send(\.counter.incrementButtonTapped)
    await store.finish()
    #expect(taps.value == 1)
    #expect(store.state.counter.statistics.count == 2)
  }

  @Test func theSelectedTabIsStoredAndItsChangeIsNoticed() async {
    @Shared(.appStorage("selectedTab")) var tab = SharedTabs.Tab.counter
    let store = TestStore(initialState: SharedTabs.State()) {
      SharedTabs()
    }
    await store.send(.tabSelected(.profile)) {
      $0.$tab.withLock { $0 = .profile }
      $0.visitsOfProfile = 1
    }
    await store.send(.tabSelected(.profile))
    #expect(tab == .profile)
  }

  @Test func aBannerFollowsWhatTheTestWrites() async {
    @Shared(.statistics) var statistics = TabStatistics(count: 8)
    let store = TestStore(initialState: MilestoneBanner.State()) {
      MilestoneBanner()
    }
    let task = await store.send(.task)
    await store.receive(\.countChanged, 8)
    $statistics.withLock { $0.add(1) }
    await store.receive(\.countChanged, 9)
    $statistics.withLock { $0.add(1) }
    await store.receive(\.countChanged, 10) { $0.banner = "10!" }
    await task.cancel()
  }

  @Test func storesShareWithOneAnother() async {
    let counter = TestStore(initialState: TabCounter.State()) {
      TabCounter()
    }
    let profile = TestStore(initialState: ProfileTab.State()) {
      ProfileTab()
    }
    await counter.send(.incrementButtonTapped) {
      $0.$statistics.withLock { $0 = TabStatistics(count: 1, maximum: 1, presses: 1) }
    }
    #expect(profile.state.maximum == 1)
  }

  @Test(.dependencies, arguments: [(4, "4 is not prime"), (5, "5 is prime"), (1, "1 is not prime")])
  func eachCaseHasSharedStateOfItsOwn(count: Int, title: String) async {
    @Shared(.statistics) var statistics
    #expect(statistics == TabStatistics())
    $statistics.withLock { $0.count = count }
    let store = TestStore(initialState: TabCounter.State()) {
      TabCounter()
    }
    await store.send(.isPrimeButtonTapped) {
      $0.alert = AlertState { TextState(title) }
    }
  }
}
