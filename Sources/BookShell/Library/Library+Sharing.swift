import Core

extension SharedReaderKey where Self == InMemoryKey<Set<Book.ID>>.Default {
  /// The currently borrowed books.
  static var borrowed: Self { Self[.inMemory("borrowed"), default: []] }
}

extension SharedReaderKey where Self == AppStorageKey<Int>.Default {
  /// The number of stamps on the library card, one for each loan.
  static var stamps: Self { Self[.appStorage("stamps"), default: 0] }
}
