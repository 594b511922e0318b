import ComposableArchitecture
import Foundation

struct Film: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var rating: Int?
}

extension URL {
  static let watchlist = documentsDirectory.appending(component: "watchlist.json")
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Film>> {
  static var watchlist: Self { fileStorage(.watchlist) }
}

@Reducer
struct FilmRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    @Shared var film: Film
    var isExpanded = false
    var id: Film.ID { film.id }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case ratingTapped(Int)
    case removeButtonTapped

    @CasePathable
    enum Delegate { case remove }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .ratingTapped(let stars):
        state.$film.rating.withLock { $0 = $0 == stars ? nil : stars }
        return .none
      case .removeButtonTapped:
        return .send(.delegate(.remove), animation: .default)
      }
    }
  }
}

@Reducer
struct Watchlist {
  @ObservableState
  struct State: Equatable {
    @Shared(.watchlist) var films: IdentifiedArrayOf<Film> = []
    @Shared(.appStorage("sortsByRating")) var sortsByRating = false
    var newTitle = ""
    var rows: IdentifiedArrayOf<FilmRow.State> = []
    var undo: Film?

    var average: Double? {
      let ratings = films.compactMap(\.rating)
      return ratings.isEmpty ? nil : Double(ratings.reduce(0, +)) / Double(ratings.count)
    }
  }

  enum Action: BindableAction {
    case addButtonTapped
    case binding(BindingAction<State>)
    case filmsChanged
    case rows(IdentifiedActionOf<FilmRow>)
    case sortButtonTapped
    case task
    case undoButtonTapped
    case undoExpired
  }

  private enum CancelID { case undo }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let title = state.newTitle.trimmingCharacters(in: .whitespaces)
        guard !title.isEmpty else { return .none }
        let id = (state.films.map(\.id).max() ?? 0) + 1
        state.$films.withLock { _ = $0.append(Film(id: id, title: title)) }
        state.newTitle = ""
        return .send(.filmsChanged)

      case .binding:
        return .none

      case .filmsChanged, .task:
        state.rows = IdentifiedArray(
          uniqueElements: Array(state.$films).map {
            FilmRow.State(film: $0, isExpanded: state.rows[id: $0.id]?.isExpanded ?? false)
          }
        )
        if state.sortsByRating {
          state.rows.sort { ($0.film.rating ?? 0) > ($1.film.rating ?? 0) }
        }
        return .none

      case .rows(.element(let id, action: .delegate(.remove))):
        state.undo = state.films[id: id]
        state.rows.remove(id: id)
        state.$films.withLock { _ = $0.remove(id: id) }
        return .run { send in
          try await clock.sleep(for: .seconds(5))
          await send(.undoExpired)
        }
        .cancellable(id: CancelID.undo, cancelInFlight: true)

      case .rows:
        return .none

      case .sortButtonTapped:
        state.$sortsByRating.withLock { $0.toggle() }
        return .send(.filmsChanged)

      case .undoButtonTapped:
        guard let film = state.undo else { return .none }
        state.undo = nil
        state.$films.withLock { _ = $0.append(film) }
        return .merge(.cancel(id: CancelID.undo), .send(.filmsChanged))

      case .undoExpired:
        state.undo = nil
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      FilmRow()
    }
  }
}
