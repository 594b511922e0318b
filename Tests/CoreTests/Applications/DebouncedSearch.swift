import Core
import CoreTestSupport
import Foundation
import Testing

// A search for places that waits for a pause in typing, keeps recent queries, and loads the forecast of one
// place at a time.

private struct Place: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

private struct Forecast: Equatable, Sendable {
  var celsius: [Int]
}

@DependencyClient
private struct WeatherClient: Sendable {
  var forecast: @Sendable (_ place: Place) async throws -> Forecast
  var search: @Sendable (_ query: String) async throws -> [Place]
}

extension WeatherClient: TestDependencyKey {
  static let previewValue = WeatherClient(
    forecast: { _ in Forecast(celsius: [20, 21]) },
    search: { _ in [Place(id: 1, name: "Brooklyn")] }
  )
  static let testValue = WeatherClient()
}

extension DependencyValues {
  fileprivate var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

extension SharedReaderKey where Self == AppStorageKey<[String]>.Default {
  fileprivate static var recentQueries: Self { Self[.appStorage("recent-queries"), default: []] }
}

@Reducer
private struct PlaceSearch {
  @ObservableState
  struct State: Equatable {
    var error: String?
    var forecast: Forecast?
    var places: IdentifiedArrayOf<Place> = []
    var query = ""
    var requestInFlight: Place?
    @Shared(.inMemory("search-count")) var searchCount = 0
    @Shared(.recentQueries) var recentQueries
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case forecastResponse(Place.ID, Result<Forecast, any Error>)
    case placeTapped(Place)
    case queryChangeDebounced
    case recentQueryTapped(String)
    case searchResponse(Result<[Place], any Error>)
  }

  private enum CancelID { case debounce, forecast, search }

  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.weather) var weather

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.query) { _, query in
        Reduce { state, _ in
          guard !query.isEmpty else {
            state.places = []
            state.forecast = nil
            return .merge(.cancel(id: CancelID.search), .cancel(id: CancelID.debounce))
          }
          return .send(.queryChangeDebounced)
            .debounce(id: CancelID.debounce, for: .milliseconds(300), scheduler: mainQueue)
        }
      }
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case let .forecastResponse(id, .success(forecast)):
        guard state.requestInFlight?.id == id else { return .none }
        state.forecast = forecast
        state.requestInFlight = nil
        return .none
      case let .forecastResponse(_, .failure(error)):
        state.error = "\(error)"
        state.requestInFlight = nil
        return .none
      case let .placeTapped(place):
        state.requestInFlight = place
        return .run { send in
          await send(.forecastResponse(place.id, Result { try await weather.forecast(place: place) }))
        }
        .cancellable(id: CancelID.forecast, cancelInFlight: true)
      case .queryChangeDebounced:
        guard !state.query.isEmpty else { return .none }
        state.$searchCount.withLock { $0 += 1 }
        return .run { [query = state.query] send in
          await send(.searchResponse(Result { try await weather.search(query: query) }), animation: .default)
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case let .recentQueryTapped(query):
        return .send(.binding(.set(\.query, query)))
      case let .searchResponse(.success(places)):
        state.places = IdentifiedArray(uniqueElements: places)
        state.error = nil
        if !places.isEmpty {
          state.$recentQueries.withLock { [query = state.query] recent in
            recent.removeAll { $0 == query }
            recent = Array(([query] + recent).prefix(3))
          }
        }
        return .none
      case let .searchResponse(.failure(error)):
        state.places = []
        state.error = "\(error)"
        return .none
      }
    }
  }
}

private struct Offline: Error {}

extension Place {
  fileprivate static let berlin = Place(id: 1, name: "Berlin")
  fileprivate static let bern = Place(id: 2, name: "Bern")
}

@MainActor
struct DebouncedSearchTests {
  let mainQueue = DispatchQueue.test

  @Test func onlyThePauseInTypingSearches() async {
    let queries = LockIsolated<[String]>([])
    @Shared(.recentQueries) var recentQueries = ["Rome", "Oslo", "Bonn"]
    let store = TestStore(initialState: PlaceSearch.State()) {
      PlaceSearch()
    } withDependencies: {
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
      $0.weather.search = { query in
        queries.withValue { $0.append(query) }
        return [.berlin, .bern]
      }
    }

    await store.send(.binding(.set(\.query, "B"))) { $0.query = "B" }
    await mainQueue.advance(by: .milliseconds(299))
    await store.send(\.binding.query, "Be") { $0.query = "Be" }
    await mainQueue.advance(by: .milliseconds(299))
    #expect(queries.value == [])
    await mainQueue.advance(by: .milliseconds(1))
    await store.receive(\.queryChangeDebounced) {
      $0.$searchCount.withLock { $0 = 1 }
    }
    await store.receive(\.searchResponse.success) {
      $0.places = [.berlin, .bern]
      $0.$recentQueries.withLock { $0 = ["Be", "Rome", "Oslo"] }
    }
    #expect(queries.value == ["Be"])
    expectNoDifference(recentQueries, ["Be", "Rome", "Oslo"])
  }

  @Test func anEmptyQueryCancelsTheSearchInFlight() async {
    let isCancelled = LockIsolated(false)
    let store = TestStore(initialState: PlaceSearch.State()) {
      PlaceSearch()
    } withDependencies: {
      $0.mainQueue = .immediate
      $0.weather.search = { _ in
        try await withTaskCancellationHandler {
          try await Task.never()
        } onCancel: {
          isCancelled.setValue(true)
        }
      }
    }

    await store.send(\.binding.query, "Berlin") { $0.query = "Berlin" }
    await store.receive(\.queryChangeDebounced) {
      $0.$searchCount.withLock { $0 = 1 }
    }
    await store.send(\.binding.query, "") { $0.query = "" }
    await store.finish()
    #expect(isCancelled.value)
  }

  @Test func aFailedSearchClearsTheResults() async {
    @Shared(.inMemory("search-count")) var searchCount = 4
    let store = TestStore(initialState: PlaceSearch.State(places: [.bern])) {
      PlaceSearch()
    } withDependencies: {
      $0.mainQueue = .immediate
      $0.weather.search = { _ in throw Offline() }
    }

    await store.send(\.binding.query, "S") { $0.query = "S" }
    await store.receive(\.queryChangeDebounced) {
      $0.$searchCount.withLock { $0 = 5 }
    }
    await store.receive(\.searchResponse.failure) {
      $0.error = "Offline()"
      $0.places = []
    }
    #expect(searchCount == 5)
  }

  @Test func ofTwoTappedPlacesOnlyTheSecondIsShown() async {
    let store = TestStore(initialState: PlaceSearch.State(places: [.berlin, .bern])) {
      PlaceSearch()
    } withDependencies: {
      $0.weather.forecast = { place in
        if place == .berlin { try await Task.never() }
        return Forecast(celsius: [place.id])
      }
    }

    await store.send(.placeTapped(.berlin)) { $0.requestInFlight = .berlin }
    await store.send(.placeTapped(.bern)) { $0.requestInFlight = .bern }
    await store.receive(\.forecastResponse) {
      $0.forecast = Forecast(celsius: [2])
      $0.requestInFlight = nil
    }
  }

  @Test func aRecentQueryIsSearchedAgain() async {
    @Shared(.recentQueries) var recentQueries = ["Bonn", "Bern"]
    let store = TestStore(initialState: PlaceSearch.State()) {
      PlaceSearch()
    } withDependencies: {
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
      $0.weather.search = { _ in [.bern] }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)

    await store.send(.recentQueryTapped("Bern"))
    await store.receive(\.binding.query, "Bern")
    await mainQueue.run()
    await store.receive(\.searchResponse.success) {
      $0.places = [.bern]
    }
    #expect(recentQueries == ["Bern", "Bonn"])
  }

  @Test(.dependency(\.context, .preview)) func thePreviewHasAResult() async {
    @Dependency(\.weather) var weather
    await #expect(throws: Never.self) {
      let places = try await weather.search(query: "x")
      #expect(places.map(\.name) == ["Brooklyn"])
    }
  }

  @Test func aFailedForecastIsShown() async {
    let store = TestStore(initialState: PlaceSearch.State(places: [.berlin])) {
      PlaceSearch()
    } withDependencies: {
      $0.weather.forecast = { _ in throw Offline() }
    }
    await store.send(.placeTapped(.berlin)) { $0.requestInFlight = .berlin }
    await store.receive(\.forecastResponse) {
      $0.error = "Offline()"
      $0.requestInFlight = nil
    }
  }
}
