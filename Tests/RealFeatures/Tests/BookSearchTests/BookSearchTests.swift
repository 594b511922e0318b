import ComposableArchitecture
import XCTest

@testable import BookSearch

final class BookSearchTests: XCTestCase {
  let books = [Book(id: "1", author: "A", title: "Dune"), Book(id: "2", author: "B", title: "Duna")]

  @MainActor
  func testSearchesAfterAPause() async {
    let scheduler = DispatchQueue.test
    let store = TestStore(initialState: BookSearch.State()) {
      BookSearch()
    } withDependencies: {
      $0.catalog.search = { @Sendable [books] _, _ in BookPage(books: books, next: 1) }
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }

    await store.send(.set(\.query, "D")) { $0.query = "D" }
    await scheduler.advance(by: .milliseconds(300))
    await store.send(.set(\.query, "Du")) { $0.query = "Du" }
    await scheduler.advance(by: .milliseconds(300))
    await scheduler.advance(by: .milliseconds(100))
    await store.receive(\.queryDebounced) { $0.isLoading = true }
    await store.receive(\.searchResponse) {
      $0.isLoading = false
      $0.books = IdentifiedArray(uniqueElements: self.books)
      $0.nextPage = 1
      $0.$recent.withLock { $0 = "Du" }
    }
  }

  @MainActor
  func testClearingTheQueryCancels() async {
    let scheduler = DispatchQueue.test
    let store = TestStore(initialState: BookSearch.State()) {
      BookSearch()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }

    await store.send(.set(\.query, "D")) { $0.query = "D" }
    await store.send(.set(\.query, "")) { $0.query = "" }
    await scheduler.run()
  }

  @MainActor
  func testLoadsTheNextPageOnce() async {
    var state = BookSearch.State()
    state.query = "Du"
    state.books = IdentifiedArray(uniqueElements: books)
    state.nextPage = 1
    let store = TestStore(initialState: state) {
      BookSearch()
    } withDependencies: {
      $0.catalog.search = { @Sendable _, page in
        XCTAssertEqual(page, 1)
        return BookPage(books: [Book(id: "3", author: "C", title: "Dusk")], next: nil)
      }
    }
    store.exhaustivity = .off

    await store.send(.rowAppeared("1"))
    await store.send(.rowAppeared("2")) { $0.isLoading = true }
    await store.receive(\.searchResponse) {
      $0.books.append(Book(id: "3", author: "C", title: "Dusk"))
      $0.nextPage = nil
    }
    XCTAssertEqual(store.state.recentQueries, ["Du"])
  }

  @MainActor
  func testSummaryOfTheLastTappedBook() async {
    let store = TestStore(initialState: BookSearch.State()) {
      BookSearch()
    } withDependencies: {
      $0.catalog.summary = { @Sendable id in
        if id == "1" { try await Task.never() }
        return "About \(id)"
      }
    }

    await store.send(.bookTapped(books[0])) { $0.selection = .init(book: self.books[0]) }
    await store.send(.bookTapped(books[1])) { $0.selection = .init(book: self.books[1]) }
    await store.receive(\.summaryResponse) { $0.selection?.summary = "About 2" }
    await store.send(.closeButtonTapped) { $0.selection = nil }
  }
}
