import Core
import Foundation
import Testing

@testable import TestSupport

/// What document 003 shows of features, their effects and their composition, the way it shows it.
enum Document003 {
  @Reducer
  struct MyFeature {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var isLoading = false
      var child = ChildFeature.State()
      var isComplete = false
      var data = ""
    }
    enum Action {
      case onAppear
      case dataResponse(String)
      case child(ChildFeature.Action)
    }

    @Dependency(DataClient.self) var dataClient

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        ChildFeature()
      }
      Reduce { state, action in
        switch action {
        case .onAppear:
          state.isLoading = true
          return .run { send in
            let result = try await dataClient.fetch()
            await send(.dataResponse(result))
          }
        case let .dataResponse(data):
          state.isLoading = false
          state.data = data
          return .none
        case .child(.delegate(.didComplete(let result))):
          state.isComplete = result == "done"
          return .none
        case .child:
          return .none
        }
      }
    }
  }

  @Reducer
  struct ChildFeature {
    struct State: Equatable {
      var taps = 0
    }
    enum Action {
      case buttonTapped
      case cancelButtonTapped
      case delegate(DelegateAction)
    }

    enum DelegateAction {
      case didComplete(String)
      case didCancel
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .buttonTapped:
          state.taps += 1
          return .send(.delegate(.didComplete("done")))
        case .cancelButtonTapped:
          return .send(.delegate(.didCancel))
        case .delegate:
          return .none
        }
      }
    }
  }

  struct DataClient: Sendable, DependencyKey {
    var fetch: @Sendable () async throws -> String

    static let liveValue = Self(fetch: { "Live Data" })
    static func mock(fetch: @escaping @Sendable () async throws -> String) -> Self { Self(fetch: fetch) }
  }
}

extension DependencyValues {
  fileprivate var dataClient: Document003.DataClient {
    get { self[Document003.DataClient.self] }
    set { self[Document003.DataClient.self] = newValue }
  }
}

extension Document003 {
  @MainActor
  struct StoreAndTestStore {
    @Test
    func aStoreIsMadeWithDependenciesAndScoped() async {
      let store = Store(initialState: MyFeature.State()) {
        MyFeature()
      } withDependencies: {
        $0.uuid = .incrementing
        $0.dataClient = .mock(fetch: { "Mock Data" })
      }
      let childStore = store.scope(state: \.child, action: \.child)
      childStore.send(.buttonTapped)
      #expect(childStore.taps == 1)
      #expect(store.isComplete)
      await store.send(.onAppear).finish()
      #expect(store.data == "Mock Data")
    }

    @Test
    func loadOnAppear() async {
      let store = TestStore(initialState: MyFeature.State()) {
        MyFeature()
      } withDependencies: {
        $0.dataClient = .mock(
          fetch: { "Test Data" }
        )
      }

      await store.send(.onAppear) {
        $0.isLoading = true
      }
      await store.receive(\.dataResponse) {
        $0.isLoading = false
        $0.data = "Test Data"
      }
    }

    @Test
    func integrationTest() async {
      let store = TestStore(initialState: MyFeature.State()) {
        MyFeature()
      }

      store.exhaustivity = .off

      // Only assert on the parts you care about
      await store.send(\.child.buttonTapped)
      await store.receive(\.child.delegate.didComplete) {
        $0.isComplete = true
      }
    }

    @Test
    func aLiveValueUsedInATestFailsIt() async {
      let issues = await issues {
        let store = TestStore(initialState: MyFeature.State()) {
          MyFeature()
        }
        store.exhaustivity = .off
        await store.send(.onAppear)
        await store.receive(\.dataResponse, "Live Data")
      }
      #expect(issues.count == 1)
      #expect(issues.first?.contains("no test value") == true)
      #expect(issues.first?.contains("DataClient") == true)
    }

    @Test
    func whatIsSetAroundAPartOfATestHoldsThere() async {
      let store = TestStore(initialState: MyFeature.State()) {
        MyFeature()
      }

      await withDependencies {
        $0.dataClient.fetch = { "Test Data" }
      } operation: {
        await store.send(.onAppear) {
          $0.isLoading = true
        }
        await store.receive(\.dataResponse) {
          $0.isLoading = false
          $0.data = "Test Data"
        }
      }
    }
  }
}

// MARK: Dependencies

struct User003: Equatable, Sendable {
  var id: Int
  var name: String
}

struct APIClient003: Sendable {
  var fetchUsers: @Sendable () async throws -> [User003]
  var fetchUser: @Sendable (Int) async throws -> User003
}

extension APIClient003: DependencyKey {
  static let liveValue = APIClient003(
    fetchUsers: { [] },
    fetchUser: { id in User003(id: id, name: "Live") }
  )

  static let previewValue = Self(
    fetchUsers: {
      [
        User003(id: 1, name: "Blob"),
        User003(id: 2, name: "Blob Jr."),
        User003(id: 3, name: "Blob Sr."),
      ]
    },
    fetchUser: { id in
      User003(id: id, name: "Blob, id: \(id)")
    }
  )
}

struct AnalyticsClient: Sendable {
  var track: @Sendable (String, [String: String]) async throws -> Void
}

extension AnalyticsClient: TestDependencyKey {
  static let testValue = Self(
    track: unimplemented("AnalyticsClient.track")
  )
}

struct Database003: Sendable {
  var name: String
  static let mock = Self(name: "mock")
}

extension DependencyValues {
  var apiClient003: APIClient003 {
    get { self[APIClient003.self] }
    set { self[APIClient003.self] = newValue }
  }
  var analytics: AnalyticsClient {
    get { self[AnalyticsClient.self] }
    set { self[AnalyticsClient.self] = newValue }
  }
  var database: Database003 {
    get { self[DatabaseKey.self] }
    set { self[DatabaseKey.self] = newValue }
  }
  private enum DatabaseKey: DependencyKey {
    static let liveValue = Database003(name: "live")
    static let testValue = Database003(name: "test")
  }
}

extension Document003 {
  @Reducer
  struct Onboarding {
    @ObservableState
    struct State: Equatable {
      var user: User003?
      var databases: [String] = []
    }
    enum Action {
      case loadButtonTapped
      case userResponse(Result<User003, Error>)
      case databaseTapped
      case databaseName(String)
      case trackTapped
    }

    @Dependency(APIClient003.self) var apiClient
    @Dependency(\.analytics) var analytics
    @Dependency(\.database) var database

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .loadButtonTapped:
          return .run { send in
            do {
              let response = try await apiClient.fetchUser(1)
              await send(.userResponse(.success(response)))
            } catch {
              await send(.userResponse(.failure(error)))
            }
          }
        case let .userResponse(.success(user)):
          state.user = user
          return .none
        case .userResponse(.failure):
          return .none
        case .databaseTapped:
          state.databases.append(database.name)
          return .run { send in await send(.databaseName(database.name)) }
        case let .databaseName(name):
          state.databases.append(name)
          return .none
        case .trackTapped:
          return .run { _ in try await analytics.track("tapped", [:]) }
        }
      }
    }
  }

  @Reducer
  struct Tutorial {
    typealias State = Onboarding.State
    typealias Action = Onboarding.Action

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        // Additional onboarding logic
        return .none
      }
      Onboarding()
        .dependency(\.database, .mock)
        .dependency(\.analytics, AnalyticsClient(track: { _, _ in }))
    }
  }

  @MainActor
  struct Dependencies {
    @Test
    func fetchUser() async {
      let store = TestStore(initialState: Onboarding.State()) {
        Onboarding()
      }

      await withDependencies {
        $0.apiClient003.fetchUser = { _ in User003(id: 1, name: "Blob") }
      } operation: {
        await store.send(.loadButtonTapped)
        await store.receive(\.userResponse.success) {
          $0.user = User003(id: 1, name: "Blob")
        }
      }
    }

    @Test
    func aReducersDependencyIsReplacedForItAndItsEffects() async {
      let store = TestStore(initialState: Tutorial.State()) {
        Tutorial()
      }
      await store.send(.databaseTapped) {
        $0.databases = ["mock"]
      }
      await store.receive(\.databaseName, "mock") {
        $0.databases = ["mock", "mock"]
      }
      await store.send(.trackTapped)
    }

    @Test
    func anUnimplementedEndpointFailsTheTestThatUsesIt() async {
      let issues = await issues {
        let store = TestStore(initialState: Onboarding.State()) {
          Onboarding()
        }
        store.exhaustivity = .off
        await store.send(.trackTapped)
      }
      #expect(issues.contains { $0.contains("AnalyticsClient.track") })
    }

    @Test
    func previewsAreGivenThePreviewValue() async throws {
      let user = try await withDependencies {
        $0.context = .preview
      } operation: {
        @Dependency(APIClient003.self) var apiClient
        return try await apiClient.fetchUser(7)
      }
      #expect(user.name == "Blob, id: 7")
    }

    @Test
    func theRunningProgramIsGivenTheLiveValue() async throws {
      let user = try await withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.apiClient003) var apiClient
        return try await apiClient.fetchUser(7)
      }
      #expect(user.name == "Live")
    }
  }
}

// MARK: Composition

extension Document003 {
  @Reducer
  struct LoginFeature {
    struct State: Equatable {
      var name = ""
    }
    enum Action {
      case nameChanged(String)
      case waitTapped
      case waited
    }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .nameChanged(name):
          state.name = name
          return .none
        case .waitTapped:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.waited)
          }
        case .waited:
          return .none
        }
      }
    }
  }

  @Reducer
  struct AppFeature {
    struct State: Equatable {
      var login: LoginFeature.State?
      var dashboard: ChildFeature.State?
      var users = UsersFeature.State()
    }
    enum Action {
      case login(LoginFeature.Action)
      case dashboard(ChildFeature.Action)
      case users(UsersFeature.Action)
      case loginTapped
      case logoutTapped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.users, action: \.users) {
        UsersFeature()
      }
      Reduce { state, action in
        // Core app logic
        switch action {
        case .loginTapped:
          state.login = LoginFeature.State()
          return .none
        case .logoutTapped:
          state.login = nil
          return .none
        case .login, .dashboard, .users:
          return .none
        }
      }
      .ifLet(\.login, action: \.login) {
        LoginFeature()
      }
      .ifLet(\.dashboard, action: \.dashboard) {
        ChildFeature()
      }
    }
  }

  // A reusable pagination component
  @Reducer
  struct PaginationFeature<Element: Equatable & Sendable> {
    struct State: Equatable {
      var elements: [Element] = []
      var page = 0
    }
    enum Action {
      case nextPage([Element])
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .nextPage(elements):
          state.page += 1
          state.elements += elements
          return .none
        }
      }
    }
  }

  // Used in different features
  @Reducer
  struct UsersFeature {
    struct State: Equatable {
      var pagination = PaginationFeature<User003>.State()
    }
    enum Action {
      case pagination(PaginationFeature<User003>.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.pagination, action: \.pagination) {
        PaginationFeature<User003>()
      }
    }
  }

  @MainActor
  struct Composition {
    @Test
    func optionalChildrenRunWhileTheyAreThere() async {
      let store = TestStore(initialState: AppFeature.State()) {
        AppFeature()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.loginTapped) {
        $0.login = LoginFeature.State()
      }
      await store.send(\.login.nameChanged, "Blob") {
        $0.login?.name = "Blob"
      }
      await store.send(\.login.waitTapped)
      await store.send(.logoutTapped) {
        $0.login = nil
      }
    }

    @Test
    func anActionForAnOptionalChildThatIsNotThereIsReported() async {
      let issues = await issues {
        let store = TestStore(initialState: AppFeature.State()) {
          AppFeature()
        }
        await store.send(.login(.nameChanged("Blob")))
      }
      #expect(issues.count == 1)
      #expect(
        issues.first?.contains("An \"ifLet\" at") == true || issues.first?.contains("A \"ifLet\" at") == true
      )
    }

    @Test
    func aGenericFeatureIsReused() async {
      let store = TestStore(initialState: AppFeature.State()) {
        AppFeature()
      }
      await store.send(\.users.pagination.nextPage, [User003(id: 1, name: "Blob")]) {
        $0.users.pagination.page = 1
        $0.users.pagination.elements = [User003(id: 1, name: "Blob")]
      }
    }
  }
}

// MARK: Effects

extension Document003 {
  @Reducer
  struct TimerFeature {
    @ObservableState
    struct State: Equatable {
      var count = 0
    }
    enum Action {
      case startTimerButtonTapped
      case stopTimerButtonTapped
      case timerTick
    }
    struct TimerID: Hashable {}

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startTimerButtonTapped:
          return .run { send in
            for await _ in self.clock.timer(interval: .seconds(1)) {
              await send(.timerTick)
            }
          }
          .cancellable(id: TimerID())

        case .stopTimerButtonTapped:
          return .cancel(id: TimerID())

        case .timerTick:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct SearchFeature {
    @ObservableState
    struct State: Equatable {
      var query = ""
      var results: [String] = []
    }
    enum Action {
      case searchQueryChanged(String)
      case searchResponse(String)
    }
    @Dependency(\.continuousClock) var clock

    enum CancelID { case search }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .searchQueryChanged(query):
          state.query = query

          // Debounce by cancelling previous search and starting a new one
          return .run { send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.searchResponse(query))
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)
        case let .searchResponse(query):
          state.results.append(query)
          return .none
        }
      }
    }
  }

  @Reducer
  struct StepsFeature {
    struct State: Equatable {
      var log: [String] = []
    }
    enum Action {
      case start
      case startConcurrently
      case fail
      case step1Started
      case step2Started
      case step3Started(Int)
      case sequenceCompleted
      case allOperationsCompleted(Int, String, Bool)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run(priority: .userInitiated) { send in
            await send(.step1Started)
            try await step1()

            await send(.step2Started)
            let result = try await step2()

            await send(.step3Started(result))
            try await step3(result)

            await send(.sequenceCompleted)
          }
        case .startConcurrently:
          return .run { send in
            async let result1 = operation1()
            async let result2 = operation2()
            async let result3 = operation3()

            let (r1, r2, r3) = try await (result1, result2, result3)
            await send(.allOperationsCompleted(r1, r2, r3))
          }
        case .fail:
          return .run { _ in throw SomethingFailed() }
        case .step1Started:
          state.log.append("1")
          return .none
        case .step2Started:
          state.log.append("2")
          return .none
        case let .step3Started(result):
          state.log.append("3: \(result)")
          return .none
        case .sequenceCompleted:
          state.log.append("done")
          return .none
        case let .allOperationsCompleted(r1, r2, r3):
          state.log.append("\(r1) \(r2) \(r3)")
          return .none
        }
      }
    }
  }

  struct SomethingFailed: Error {}
}

private func step1() async throws {}
private func step2() async throws -> Int { 2 }
private func step3(_ result: Int) async throws {}
private func operation1() async -> Int { 1 }
private func operation2() async throws -> String { "2" }
private func operation3() async -> Bool { true }

extension Document003 {
  struct Effects {
    @Test
    func aTimerTicksUntilItIsStopped() async {
      let clock = TestClock()
      let store = TestStore(initialState: TimerFeature.State()) {
        TimerFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }

      await store.send(.startTimerButtonTapped)
      await clock.advance(by: .milliseconds(900))
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.timerTick) {
        $0.count = 1
      }
      await clock.advance(by: .seconds(2))
      await store.receive(\.timerTick) { $0.count = 2 }
      await store.receive(\.timerTick) { $0.count = 3 }
      await store.send(.stopTimerButtonTapped)
      await clock.advance(by: .seconds(10))
      await store.finish()
    }

    @Test
    func timerTest() async {
      let store = TestStore(initialState: TimerFeature.State()) {
        TimerFeature()
      }

      let testClock = TestClock()

      await withDependencies {
        $0.continuousClock = testClock
      } operation: {
        await store.send(.startTimerButtonTapped)
        await testClock.advance(by: .seconds(1))

        await store.receive(\.timerTick) {
          $0.count = 1
        }
        await store.send(.stopTimerButtonTapped)
      }
    }

    @Test
    func aTaskOfASentActionEndsItsTimer() async {
      let clock = TestClock()
      let store = TestStore(initialState: TimerFeature.State()) {
        TimerFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      let task = await store.send(.startTimerButtonTapped)
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTick) { $0.count = 1 }
      await task.cancel()
    }

    @Test
    func onlyTheLastQueryIsSearched() async {
      let clock = TestClock()
      let store = TestStore(initialState: SearchFeature.State()) {
        SearchFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.searchQueryChanged("m")) { $0.query = "m" }
      await clock.advance(by: .milliseconds(200))
      await store.send(.searchQueryChanged("mi")) { $0.query = "mi" }
      await clock.advance(by: .milliseconds(200))
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.searchResponse, "mi") { $0.results = ["mi"] }
    }

    @Test
    func timeIsOverAtOnceOnAnImmediateClock() async {
      let store = TestStore(initialState: SearchFeature.State()) {
        SearchFeature()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      await store.send(.searchQueryChanged("milk")) { $0.query = "milk" }
      await store.receive(\.searchResponse) { $0.results = ["milk"] }
    }

    @Test
    func stepsFollowOneAnother() async {
      let store = TestStore(initialState: StepsFeature.State()) {
        StepsFeature()
      }
      await store.send(.start)
      await store.receive(\.step1Started) { $0.log = ["1"] }
      await store.receive(\.step2Started) { $0.log = ["1", "2"] }
      await store.receive(\.step3Started, 2) { $0.log = ["1", "2", "3: 2"] }
      await store.receive(\.sequenceCompleted) { $0.log = ["1", "2", "3: 2", "done"] }
    }

    @Test
    func concurrentOperationsAreAwaitedTogether() async {
      let store = TestStore(initialState: StepsFeature.State()) {
        StepsFeature()
      }
      await store.send(.startConcurrently)
      await store.receive(\.allOperationsCompleted) { $0.log = ["1 2 true"] }
    }

    @Test
    func anErrorThatAnEffectDoesNotHandleIsReported() async {
      let issues = await issues {
        let store = TestStore(initialState: StepsFeature.State()) {
          StepsFeature()
        }
        await store.send(.fail)
        await store.finish()
      }
      #expect(issues.count == 1)
      #expect(issues.first?.contains("SomethingFailed") == true)
    }
  }
}
