// Exported from a session of bookshell: 16 moments in 500ms of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func test03Alerts() async {
  let clock = TestClock()
  let store = TestStore(
    initialState: Library.State(query: "", isSearching: false, results: [], path: [])
  ) {
    Library()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // search le guin
  await store.send(.binding(.set(\.query, "le guin"))) {
    $0.query = "le guin"
    $0.isSearching = true
  }

  // run
  await clock.advance(by: .milliseconds(500))
  await store.receive(
    .found(
      [
        Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
        Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin")
      ]
    )
  ) {
    $0.isSearching = false
    $0.results = [
      Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
      Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
      Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin")
    ]
  }

  // open 0
  await store.send(
    .bookTapped(Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"))
  ) {
    $0.path[id: 0] = .book(
      BookPage.State(
        book: Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // borrow
  await store.send(.path(.element(id: 0, action: .book(.borrowButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.insert(1) }
    $0.$stamps.withLock { $0 = 1 }
  }

  // dismiss
  await store.send(.path(.popFrom(id: 0))) {
    $0.path.pop(from: 0)
  }

  // open 1
  await store.send(
    .bookTapped(Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"))
  ) {
    $0.path[id: 1] = .book(
      BookPage.State(
        book: Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // borrow
  await store.send(.path(.element(id: 1, action: .book(.borrowButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.insert(2) }
    $0.$stamps.withLock { $0 = 2 }
  }

  // dismiss
  await store.send(.path(.popFrom(id: 1))) {
    $0.path.pop(from: 1)
  }

  // open 2
  await store.send(
    .bookTapped(Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"))
  ) {
    $0.path[id: 2] = .book(
      BookPage.State(
        book: Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // borrow
  await store.send(.path(.element(id: 2, action: .book(.borrowButtonTapped)))) {
    $0.path[id: 2, case: \.book]?.destination = .alert(
      AlertState { TextState("Your card is full") } message: {
        TextState("Return one of your two books first.")
      }
    )
  }

  // press OK
  await store.send(.path(.element(id: 2, action: .book(.destination(.dismiss))))) {
    $0.path[id: 2, case: \.book]?.destination = nil
  }

  // dismiss
  await store.send(.path(.popFrom(id: 2))) {
    $0.path.pop(from: 2)
  }

  // open 0
  await store.send(
    .bookTapped(Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"))
  ) {
    $0.path[id: 3] = .book(
      BookPage.State(
        book: Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // return
  await store.send(.path(.element(id: 3, action: .book(.returnButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.remove(1) }
  }
}
