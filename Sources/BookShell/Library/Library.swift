import Core

/// A library: a search, and pages of books and authors that lead to each other.
@Reducer
struct Library {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Path {
    case author(AuthorPage)
    case book(BookPage)
  }

  @ObservableState
  struct State: Equatable, Sendable {
    var query = ""
    var isSearching = false
    var results: IdentifiedArrayOf<Book> = []
    var path = StackState<Path.State>()
    @Shared(.borrowed) var borrowed
    @Shared(.stamps) var stamps
  }

  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case bookTapped(Book)
    case found([Book]), searchFailed(String)
    case path(StackActionOf<Path>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(BookCatalog.self) var catalog
  private enum CancelID { case search }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query):
        state.isSearching = !state.query.isEmpty
        guard state.isSearching else {
          state.results = []
          return .cancel(id: CancelID.search)
        }
        return .run { [query = state.query] send in
          await send(.found(try await catalog.search(text: query)))
        } catch: { error, send in
          await send(.searchFailed("\(error)"))
        }
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)

      case .binding:
        return .none

      case .bookTapped(let book),
        .path(.element(_, .author(.bookTapped(let book)))):
        state.path.append(.book(BookPage.State(book: book)))
        return .none

      case .found(let books):
        state.isSearching = false
        state.results = IdentifiedArray(uniqueElements: books)
        return .none

      case .path(.element(let id, .book(.authorTapped))):
        guard let author = state.path[id: id, case: \.book]?.book.author else { return .none }
        state.path.append(.author(AuthorPage.State(author: author)))
        return .none

      case .searchFailed:
        state.isSearching = false
        return .none

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
