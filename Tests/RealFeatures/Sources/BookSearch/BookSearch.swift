import ComposableArchitecture
import Foundation

struct Book: Decodable, Equatable, Identifiable, Sendable {
  let id: String
  var author: String
  var title: String
}

struct BookPage: Equatable, Sendable {
  var books: [Book]
  var next: Int?
}

@DependencyClient
struct CatalogClient: Sendable {
  var search: @Sendable (_ query: String, _ page: Int) async throws -> BookPage
  var summary: @Sendable (_ id: Book.ID) async throws -> String
}

extension CatalogClient: TestDependencyKey {
  static let testValue = Self()
  static let previewValue = Self(
    search: { query, page in
      BookPage(
        books: (0..<3).map {
          Book(id: "\(query)-\(page)-\($0)", author: "Author \($0)", title: "\(query) \(page * 3 + $0)")
        },
        next: page < 2 ? page + 1 : nil
      )
    },
    summary: { id in "About \(id)" }
  )
}

extension DependencyValues {
  var catalog: CatalogClient {
    get { self[CatalogClient.self] }
    set { self[CatalogClient.self] = newValue }
  }
}

@Reducer
struct BookSearch {
  @ObservableState
  struct State: Equatable {
    var books: IdentifiedArrayOf<Book> = []
    var isLoading = false
    var nextPage: Int?
    var query = ""
    @Shared(.appStorage("recentQueries")) var recent = ""
    var selection: Selection?

    struct Selection: Equatable {
      var book: Book
      var summary: String?
    }

    var recentQueries: [String] {
      recent.split(separator: "\n").map(String.init)
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case bookTapped(Book)
    case closeButtonTapped
    case queryDebounced
    case recentQueryTapped(String)
    case rowAppeared(Book.ID)
    case searchResponse(query: String, Result<BookPage, any Error>)
    case summaryResponse(Book.ID, Result<String, any Error>)
  }

  private enum CancelID: Hashable { case debounce, search, summary }

  @Dependency(\.catalog) var catalog
  @Dependency(\.mainQueue) var mainQueue

  var body: some Reducer<State, Action> {
    BindingReducer()
      .onChange(of: \.query) { _, query in
        Reduce { state, _ in
          if query.isEmpty {
            state.books = []
            state.nextPage = nil
            state.isLoading = false
            return .merge(.cancel(id: CancelID.search), .cancel(id: CancelID.debounce))
          }
          return .send(.queryDebounced)
            .debounce(id: CancelID.debounce, for: .milliseconds(400), scheduler: mainQueue)
        }
      }

    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .bookTapped(let book):
        state.selection = State.Selection(book: book)
        return .run { send in
          await send(.summaryResponse(book.id, Result { try await catalog.summary(id: book.id) }))
        }
        .cancellable(id: CancelID.summary, cancelInFlight: true)

      case .closeButtonTapped:
        state.selection = nil
        return .cancel(id: CancelID.summary)

      case .queryDebounced:
        state.books = []
        return search(page: 0, &state)

      case .recentQueryTapped(let query):
        state.query = query
        state.books = []
        return .concatenate(.cancel(id: CancelID.debounce), search(page: 0, &state))

      case .rowAppeared(let id):
        guard id == state.books.last?.id, let page = state.nextPage, !state.isLoading else { return .none }
        return search(page: page, &state)

      case .searchResponse(let query, .success(let page)):
        state.isLoading = false
        state.books.append(contentsOf: page.books)
        state.nextPage = page.next
        if !page.books.isEmpty, !state.recentQueries.contains(query) {
          state.$recent.withLock {
            $0 = ([query] + $0.split(separator: "\n").map(String.init)).prefix(3).joined(separator: "\n")
          }
        }
        return .none

      case .searchResponse(_, .failure):
        state.isLoading = false
        return .none

      case .summaryResponse(let id, let result):
        guard state.selection?.book.id == id else { return .none }
        state.selection?.summary = (try? result.get()) ?? "No summary"
        return .none
      }
    }
  }

  private func search(page: Int, _ state: inout State) -> Effect<Action> {
    state.isLoading = true
    return .run { [query = state.query] send in
      await send(
        .searchResponse(query: query, Result { try await catalog.search(query: query, page: page) })
      )
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }
}
