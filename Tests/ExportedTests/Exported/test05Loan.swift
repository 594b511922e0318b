// Exported from a session of bookshell: 10 moments in 15d1s of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func test05Loan() async {
  let clock = TestClock()
  let store = TestStore(
    initialState: Library.State(query: "", isSearching: false, results: [], path: [])
  ) {
    Library()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // search lem
  await store.send(.binding(.set(\.query, "lem"))) {
    $0.query = "lem"
    $0.isSearching = true
  }

  // advance 1s
  await clock.advance(by: .milliseconds(500))
  await store.receive(
    .found(
      [
        Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        Book(id: 5, title: "The Cyberiad", author: "Stanisław Lem")
      ]
    )
  ) {
    $0.isSearching = false
    $0.results = [
      Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
      Book(id: 5, title: "The Cyberiad", author: "Stanisław Lem")
    ]
  }
  await clock.advance(by: .milliseconds(500))

  // open 0
  await store.send(.bookTapped(Book(id: 4, title: "Solaris", author: "Stanisław Lem"))) {
    $0.path[id: 0] = .book(
      BookPage.State(
        book: Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        note: "",
        destination: nil
      )
    )
  }

  // borrow
  await store.send(.path(.element(id: 0, action: .book(.borrowButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.insert(4) }
    $0.$stamps.withLock { $0 = 1 }
  }

  // advance 7d
  await clock.advance(by: .seconds(604800))

  // dismiss
  await store.send(.path(.popFrom(id: 0))) {
    $0.path.pop(from: 0)
  }

  // advance 8d
  await clock.advance(by: .seconds(691200))
}
