import Core

extension SharedReaderKey where Self == InMemoryKey<Set<Book.ID>>.Default {
  /// The books that are borrowed at present.
  static var borrowed: Self { Self[.inMemory("borrowed"), default: []] }
}

extension SharedReaderKey where Self == AppStorageKey<Int>.Default {
  /// How many loans the library card has been stamped for.
  static var stamps: Self { Self[.appStorage("stamps"), default: 0] }
}
