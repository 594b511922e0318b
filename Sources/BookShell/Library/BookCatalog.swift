import Core

/// A catalog of books. It is slow: a search takes a fifth of a second.
@DependencyClient
struct BookCatalog: Sendable {
  /// The books whose title or author contains a text.
  var search: @Sendable (_ text: String) async throws -> [Book]
  /// The books of an author.
  var books: @Sendable (_ author: String) -> [Book] = { _ in [] }
}

extension BookCatalog: DependencyKey {
  static let testValue = BookCatalog()

  static let liveValue: Self = previewValue

  /// It reaches nothing outside a session.
  static let previewValue: Self = BookCatalog(
    search: { text in
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .milliseconds(200))
      return all.filter { "\($0.title) \($0.author)".lowercased().contains(text.lowercased()) }
    },
    books: { author in all.filter { $0.author == author } }
  )

  private static let all = [
    Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
    Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
    Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"),
    Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
    Book(id: 5, title: "The Cyberiad", author: "Stanisław Lem"),
    Book(id: 6, title: "銀河鉄道の夜", author: "宮沢賢治"),
    Book(id: 7, title: "The Invention of Morel", author: "Adolfo Bioy Casares"),
  ]
}
