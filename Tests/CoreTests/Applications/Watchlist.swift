import Core
import CoreTestSupport
import Foundation
import TestSupport
import Testing

// Films to watch, kept in a file, over three tabs: what is popular, the list, and the settings.

struct Film: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var year: Int
  var isWatched = false
}

enum FilmOrder: String, CaseIterable, Sendable { case added, title, year }

extension URL {
  fileprivate static let watchlist = Self.documentsDirectory.appending(component: "watchlist.json")
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Film>>.Default {
  fileprivate static var watchlist: Self { Self[.fileStorage(.watchlist), default: []] }
}

extension SharedKey where Self == AppStorageKey<FilmOrder>.Default {
  fileprivate static var filmOrder: Self { Self[.appStorage("film-order"), default: .added] }
}

@DependencyClient
private struct FilmClient: Sendable {
  var popular: @Sendable (_ page: Int) async throws -> [Film]
  var details: @Sendable (_ id: Film.ID) async throws -> String
}

extension FilmClient: TestDependencyKey {
  static let testValue = FilmClient()
}

extension DependencyValues {
  fileprivate var filmClient: FilmClient {
    get { self[FilmClient.self] }
    set { self[FilmClient.self] = newValue }
  }
}

@Reducer
private struct FilmDetail {
  @ObservableState
  struct State: Equatable, Identifiable {
    let film: Film
    var summary: String?
    @Shared(.watchlist) var watchlist
    var id: Film.ID { film.id }
    var isInWatchlist: Bool { watchlist[id: film.id] != nil }
  }

  enum Action {
    case closeButtonTapped
    case summaryResponse(Result<String, any Error>)
    case task
    case watchlistButtonTapped
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.filmClient) var filmClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case let .summaryResponse(result):
        state.summary = try? result.get()
        return .none
      case .task:
        return .run { [id = state.film.id] send in
          await send(.summaryResponse(Result { try await filmClient.details(id: id) }))
        }
      case .watchlistButtonTapped:
        state.$watchlist.withLock { films in
          if films.remove(id: state.film.id) == nil { films.append(state.film) }
        }
        return .none
      }
    }
  }
}

@Reducer
private struct Popular {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: FilmDetail.State?
    var films: IdentifiedArrayOf<Film> = []
    var isLoading = false
    var nextPage = 1
    @SharedReader(.watchlist) var watchlist
  }

  enum Action {
    case detail(PresentationAction<FilmDetail.Action>)
    case filmTapped(id: Film.ID)
    case loadMore
    case response(Result<[Film], any Error>)
  }

  @Dependency(\.filmClient) var filmClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .detail:
        return .none
      case let .filmTapped(id):
        state.detail = state.films[id: id].map { FilmDetail.State(film: $0) }
        return .none
      case .loadMore:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .run { [page = state.nextPage] send in
          await send(.response(Result { try await filmClient.popular(page: page) }))
        }
      case let .response(.success(films)):
        state.isLoading = false
        state.nextPage += 1
        state.films.append(contentsOf: films)
        return .none
      case .response(.failure):
        state.isLoading = false
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) {
      FilmDetail()
    }
  }
}

@Reducer
private struct WatchlistTab {
  @ObservableState
  struct State: Equatable {
    @Presents var confirmationDialog: ConfirmationDialogState<Action.Dialog>?
    @Shared(.watchlist) var watchlist
    @SharedReader(.filmOrder) var order

    var films: [Film] {
      switch order {
      case .added: watchlist.elements
      case .title: watchlist.sorted { $0.title < $1.title }
      case .year: watchlist.sorted { $0.year < $1.year }
      }
    }
  }

  enum Action {
    case clearButtonTapped
    case confirmationDialog(PresentationAction<Dialog>)
    case move(from: IndexSet, to: Int)
    case watchedToggled(id: Film.ID)

    @CasePathable
    enum Dialog { case clearAll, clearWatched }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .clearButtonTapped:
        state.confirmationDialog = .clear
        return .none
      case .confirmationDialog(.presented(.clearAll)):
        state.$watchlist.withLock { $0.removeAll() }
        return .none
      case .confirmationDialog(.presented(.clearWatched)):
        state.$watchlist.withLock { $0.removeAll(where: \.isWatched) }
        return .none
      case .confirmationDialog(.dismiss):
        return .none
      case let .move(from: source, to: destination):
        state.$watchlist.withLock { $0.move(fromOffsets: source, toOffset: destination) }
        return .none
      case let .watchedToggled(id):
        state.$watchlist.withLock { $0[id: id]?.isWatched.toggle() }
        return .none
      }
    }
    .ifLet(\.$confirmationDialog, action: \.confirmationDialog)
  }
}

extension ConfirmationDialogState where Action == WatchlistTab.Action.Dialog {
  fileprivate static let clear = Self(titleVisibility: .visible) {
    TextState("Remove films?")
  } actions: {
    ButtonState(action: .clearWatched) { TextState("Those I have seen") }
    ButtonState(role: .destructive, action: .clearAll) { TextState("All") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  }
}

@Reducer
private struct WatchlistSettings {
  @ObservableState
  struct State: Equatable {
    @Shared(.filmOrder) var order
  }

  enum Action {
    case orderSelected(FilmOrder)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .orderSelected(order):
        state.$order.withLock { $0 = order }
        return .none
      }
    }
  }
}

@Reducer
private struct WatchlistApp {
  enum Tab { case popular, watchlist, settings }

  @ObservableState
  struct State: Equatable {
    var popular = Popular.State()
    var settings = WatchlistSettings.State()
    var tab = Tab.popular
    var watchlist = WatchlistTab.State()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case popular(Popular.Action)
    case settings(WatchlistSettings.Action)
    case watchlist(WatchlistTab.Action)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.popular, action: \.popular) { Popular() }
    Scope(state: \.watchlist, action: \.watchlist) { WatchlistTab() }
    Scope(state: \.settings, action: \.settings) { WatchlistSettings() }
  }
}

extension Film {
  fileprivate static let alien = Film(id: 1, title: "Alien", year: 1979)
  fileprivate static let brazil = Film(id: 2, title: "Brazil", year: 1985)
  fileprivate static let amelie = Film(id: 3, title: "Amélie", year: 2001)
}

@MainActor
struct WatchlistTests {
  @Test func theListOfTheFileIsShownAtLaunch() async {
    @Shared(.fileStorage(.watchlist)) var watchlist: IdentifiedArrayOf<Film> = [.brazil, .alien]
    let store = TestStore(initialState: WatchlistApp.State()) {
      WatchlistApp()
    }
    #expect(store.state.watchlist.films == [.brazil, .alien])
    #expect(store.state.popular.watchlist.ids == [2, 1])

    await store.send(\.watchlist.watchedToggled, 1) {
      $0.watchlist.$watchlist.withLock { $0[id: 1]?.isWatched = true }
    }
    #expect(watchlist[id: 1]?.isWatched == true)
  }

  @Test func aFilmIsAddedInOneTabAndRemovedInAnother() async {
    @Shared(.watchlist) var watchlist = []
    let store = TestStore(initialState: WatchlistApp.State()) {
      WatchlistApp()
    } withDependencies: {
      $0.filmClient.popular = { page in page == 1 ? [.alien, .brazil] : [] }
      $0.filmClient.details = { id in "Film \(id)" }
    }

    await store.send(\.popular.loadMore) { $0.popular.isLoading = true }
    await store.receive(\.popular.response.success) {
      $0.popular.isLoading = false
      $0.popular.nextPage = 2
      $0.popular.films = [.alien, .brazil]
    }
    await store.send(\.popular.filmTapped, 2) {
      $0.popular.detail = FilmDetail.State(film: .brazil)
    }
    await store.send(\.popular.detail.task)
    await store.receive(\.popular.detail.summaryResponse.success) {
      $0.popular.detail?.summary = "Film 2"
    }
    await store.send(\.popular.detail.watchlistButtonTapped) {
      $0.popular.detail?.$watchlist.withLock { $0 = [.brazil] }
    }
    #expect(store.state.popular.detail?.isInWatchlist == true)
    await store.send(\.popular.detail.closeButtonTapped)
    await store.receive(\.popular.detail.dismiss) {
      $0.popular.detail = nil
    }
    await store.send(\.binding.tab, .watchlist) { $0.tab = .watchlist }
    await store.send(\.watchlist.clearButtonTapped) {
      $0.watchlist.confirmationDialog = .clear
    }
    await store.send(\.watchlist.confirmationDialog.clearAll) {
      $0.watchlist.confirmationDialog = nil
      $0.watchlist.$watchlist.withLock { $0 = [] }
    }
    expectNoDifference(watchlist, [])
  }

  @Test func theOrderOfTheSettingsAppliesToTheList() async {
    @Shared(.watchlist) var watchlist = [.brazil, .amelie, .alien]
    @Shared(.filmOrder) var order = .title
    let store = TestStore(initialState: WatchlistApp.State()) {
      WatchlistApp()
    }
    #expect(store.state.watchlist.films.map(\.title) == ["Alien", "Amélie", "Brazil"])

    await store.send(\.settings.orderSelected, .year) {
      $0.settings.$order.withLock { $0 = .year }
    }
    #expect(store.state.watchlist.films.map(\.id) == [1, 2, 3])
    #expect(order == .year)
    $order.withLock { $0 = .added }
    #expect(store.state.watchlist.films.map(\.id) == [2, 3, 1])
    store.assert { $0.settings.$order.withLock { $0 = .added } }
  }

  @Test func onlyWatchedFilmsAreCleared() async {
    @Shared(.watchlist) var watchlist = [
      Film(id: 1, title: "Alien", year: 1979, isWatched: true), .brazil,
      Film(id: 3, title: "Amélie", year: 2001, isWatched: true),
    ]
    let store = TestStore(
      initialState: WatchlistTab.State(confirmationDialog: .clear)
    ) {
      WatchlistTab()
    }
    await store.send(.confirmationDialog(.presented(.clearWatched))) {
      $0.confirmationDialog = nil
      $0.$watchlist.withLock { $0 = [.brazil] }
    }
    #expect(watchlist == [.brazil])
  }

  @Test func filmsAreMoved() async {
    @Shared(.watchlist) var watchlist = [.alien, .brazil, .amelie]
    let store = TestStore(initialState: WatchlistTab.State()) {
      WatchlistTab()
    }
    await store.send(.move(from: [0], to: 3)) {
      $0.$watchlist.withLock { $0 = [.brazil, .amelie, .alien] }
    }
    #expect(watchlist.map(\.id) == [2, 3, 1])
  }

  @Test func aFailedPageIsLoadedAgain() async {
    struct Offline: Error {}
    let isOffline = LockIsolated(true)
    let pages = LockIsolated<[Int]>([])
    let store = TestStore(initialState: Popular.State()) {
      Popular()
    } withDependencies: {
      $0.filmClient.popular = { page in
        pages.withValue { $0.append(page) }
        if isOffline.value { throw Offline() }
        return [.amelie]
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)

    await store.send(.loadMore)
    await store.receive(\.response.failure) { $0.isLoading = false }
    isOffline.setValue(false)
    await store.send(.loadMore)
    await store.receive(\.response.success) { $0.films = [.amelie] }
    #expect(pages.value == [1, 1])
    #expect(store.state.nextPage == 2)
  }

  @Test func eachFileStorageHasItsOwnList() async {
    @Shared(.watchlist) var watchlist = [.alien]
    await withDependencies {
      $0.defaultFileStorage = .inMemory
    } operation: {
      @Shared(.watchlist) var other = [.brazil]
      let store = TestStore(initialState: WatchlistTab.State()) {
        WatchlistTab()
      }
      await store.send(.watchedToggled(id: 2)) {
        $0.$watchlist.withLock { $0[id: 2]?.isWatched = true }
      }
      #expect(other[id: 2]?.isWatched == true)
    }
    #expect(watchlist == [.alien])
  }

  @Test func theFileOfAnEarlierLaunchIsReadAndWritten() async throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.file("films.json"))
    try JSONEncoder().encode([Film.alien]).write(to: file)
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      let store = TestStore(
        initialState: FilmDetail.State(film: .brazil, watchlist: Shared(wrappedValue: [], .fileStorage(file)))
      ) {
        FilmDetail()
      }
      #expect(store.state.watchlist == [.alien])
      await store.send(.watchlistButtonTapped) {
        $0.$watchlist.withLock { $0 = [.alien, .brazil] }
      }
      try await store.state.$watchlist.save()
    }
    let written = try JSONDecoder().decode([Film].self, from: Data(contentsOf: file))
    #expect(written == [.alien, .brazil])
  }
}
