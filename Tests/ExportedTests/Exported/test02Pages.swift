// Exported from a session of bookshell: 12 moments in 14d0.5s of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func test02Pages() async {
  let clock = TestClock()
  let store = TestStore(
    initialState: Library.State(query: "", isSearching: false, results: [], path: [])
  ) {
    Library()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // search wizard
  await store.send(.binding(.set(\.query, "wizard"))) {
    $0.query = "wizard"
    $0.isSearching = true
  }

  // run
  await clock.advance(by: .milliseconds(500))
  await store.receive(
    .found([Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin")])
  ) {
    $0.isSearching = false
    $0.results = [Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin")]
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

  // author
  await store.send(.path(.element(id: 0, action: .book(.authorTapped)))) {
    $0.path[id: 1] = .author(
      AuthorPage.State(
        author: "Ursula K. Le Guin",
        books: [
          Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
          Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
          Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin")
        ]
      )
    )
  }

  // open 2
  await store.send(
    .path(
      .element(
        id: 1,
        action: .author(
          .bookTapped(Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"))
        )
      )
    )
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
    $0.$borrowed.withLock { _ = $0.insert(3) }
    $0.$stamps.withLock { $0 = 1 }
  }

  // advance 14d
  await clock.advance(by: .seconds(1209600))
  await store.receive(.path(.element(id: 2, action: .book(.loanEnded)))) {
    $0.path[id: 2, case: \.book]?.destination = .alert(
      AlertState { TextState("Two weeks are over") } actions: {
        ButtonState(action: .renew) { TextState("Renew") }
        ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
        ButtonState(role: .cancel) { TextState("Later") }
      } message: { TextState("“The Dispossessed” is due.") }
    )
  }

  // press Return it
  await store.send(
    .path(.element(id: 2, action: .book(.destination(.presented(.alert(.giveBack))))))
  ) {
    $0.$borrowed.withLock { $0 = [] }
    $0.path[id: 2, case: \.book]?.destination = nil
  }

  // dismiss 0
  await store.send(.path(.popFrom(id: 0))) {
    $0.path.pop(from: 0)
  }
}
