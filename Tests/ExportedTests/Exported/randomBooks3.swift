// Exported from a session of bookshell: 24 moments in 2.5s of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func randomBooks3() async {
  let clock = TestClock()
  let store = TestStore(
    initialState: Library.State(query: "", isSearching: false, results: [], path: [])
  ) {
    Library()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // search le
  await store.send(.binding(.set(\.query, "le"))) {
    $0.query = "le"
    $0.isSearching = true
  }

  // run
  await clock.advance(by: .milliseconds(500))
  await store.receive(
    .found(
      [
        Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
        Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"),
        Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        Book(id: 5, title: "The Cyberiad", author: "Stanisław Lem")
      ]
    )
  ) {
    $0.isSearching = false
    $0.results = [
      Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
      Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
      Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"),
      Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
      Book(id: 5, title: "The Cyberiad", author: "Stanisław Lem")
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

  // dismiss
  await store.send(.path(.popFrom(id: 0))) {
    $0.path.pop(from: 0)
  }

  // advance 500ms
  await clock.advance(by: .milliseconds(500))

  // advance 500ms
  await clock.advance(by: .milliseconds(500))

  // open 0
  await store.send(
    .bookTapped(Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"))
  ) {
    $0.path[id: 1] = .book(
      BookPage.State(
        book: Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // author
  await store.send(.path(.element(id: 1, action: .book(.authorTapped)))) {
    $0.path[id: 2] = .author(
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

  // open 0
  await store.send(
    .path(
      .element(
        id: 2,
        action: .author(
          .bookTapped(Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"))
        )
      )
    )
  ) {
    $0.path[id: 3] = .book(
      BookPage.State(
        book: Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // author
  await store.send(.path(.element(id: 3, action: .book(.authorTapped)))) {
    $0.path[id: 4] = .author(
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

  // search o
  await store.send(.binding(.set(\.query, "o"))) {
    $0.query = "o"
    $0.isSearching = true
  }

  // advance 500ms
  await clock.advance(by: .milliseconds(500))
  await store.receive(
    .found(
      [
        Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
        Book(id: 3, title: "The Dispossessed", author: "Ursula K. Le Guin"),
        Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        Book(id: 7, title: "The Invention of Morel", author: "Adolfo Bioy Casares")
      ]
    )
  ) {
    $0.isSearching = false
    $0.results.remove(id: 5)
    $0.results.append(Book(id: 7, title: "The Invention of Morel", author: "Adolfo Bioy Casares"))
  }

  // open 1
  await store.send(
    .path(
      .element(
        id: 4,
        action: .author(
          .bookTapped(Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"))
        )
      )
    )
  ) {
    $0.path[id: 5] = .book(
      BookPage.State(
        book: Book(id: 2, title: "The Left Hand of Darkness", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // return
  await store.send(.path(.element(id: 5, action: .book(.returnButtonTapped))))

  // return
  await store.send(.path(.element(id: 5, action: .book(.returnButtonTapped))))

  // advance 500ms
  await clock.advance(by: .milliseconds(500))

  // search
  await store.send(.binding(.set(\.query, ""))) {
    $0.query = ""
    $0.results = []
  }

  // borrow
  await store.send(.path(.element(id: 5, action: .book(.borrowButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.insert(2) }
    $0.$stamps.withLock { $0 = 1 }
  }

  // author
  await store.send(.path(.element(id: 5, action: .book(.authorTapped)))) {
    $0.path[id: 6] = .author(
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

  // search o
  await store.send(.binding(.set(\.query, "o"))) {
    $0.query = "o"
    $0.isSearching = true
  }

  // open 0
  await store.send(
    .path(
      .element(
        id: 6,
        action: .author(
          .bookTapped(Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"))
        )
      )
    )
  ) {
    $0.path[id: 7] = .book(
      BookPage.State(
        book: Book(id: 1, title: "A Wizard of Earthsea", author: "Ursula K. Le Guin"),
        note: "",
        destination: nil
      )
    )
  }

  // 2 effects are still in flight.
  await store.skipInFlightEffects()
}
