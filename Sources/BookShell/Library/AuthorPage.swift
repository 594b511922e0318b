import Core

/// The page of an author, with the books.
@Reducer
struct AuthorPage {
  @ObservableState
  struct State: Equatable, Sendable {
    let author: String
    let books: [Book]
  }

  enum Action: Equatable, Sendable {
    case bookTapped(Book)
  }
}

extension AuthorPage.State {
  /// The page with the author's books in the catalog.
  init(author: String) {
    @Dependency(BookCatalog.self) var catalog
    self.init(author: author, books: catalog.books(author: author))
  }
}
