import Core

/// The page of an author, with the books.
@Reducer
struct AuthorPage {
  @ObservableState
  struct State: Equatable, Sendable {
    let author: String
    let books: [Book]

    init(author: String) {
      @Dependency(BookCatalog.self) var catalog
      self.author = author
      books = catalog.books(author: author)
    }
  }

  enum Action: Equatable, Sendable {
    case bookTapped(Book)
  }
}
