// Exported from a session of bookshell: 19 moments in 1.5s of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func randomBooks2() async {
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

  // search lem
  await store.send(.binding(.set(\.query, "lem"))) {
    $0.query = "lem"
    $0.isSearching = true
  }

  // step
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
    $0.results.remove(id: 1)
    $0.results.remove(id: 2)
    $0.results.remove(id: 3)
  }

  // open 0
  await store.send(.bookTapped(Book(id: 4, title: "Solaris", author: "Stanisław Lem"))) {
    $0.path[id: 1] = .book(
      BookPage.State(
        book: Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        note: "",
        destination: nil
      )
    )
  }

  // note Read 17
  await store.send(.path(.element(id: 1, action: .book(.noteButtonTapped)))) {
    $0.path[id: 1, case: \.book]?.destination = .note(NoteForm.State(text: ""))
  }
  await store.send(
    .path(
      .element(
        id: 1,
        action: .book(.destination(.presented(.note(.binding(.set(\.text, "Read 17"))))))
      )
    )
  ) {
    $0.path[id: 1, case: \.book]?.destination?[case: \.note]?.text = "Read 17"
  }

  // dismiss
  await store.send(.path(.element(id: 1, action: .book(.destination(.dismiss))))) {
    $0.path[id: 1, case: \.book]?.destination = nil
  }

  // dismiss
  await store.send(.path(.popFrom(id: 1))) {
    $0.path.pop(from: 1)
  }

  // open 0
  await store.send(.bookTapped(Book(id: 4, title: "Solaris", author: "Stanisław Lem"))) {
    $0.path[id: 2] = .book(
      BookPage.State(
        book: Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        note: "",
        destination: nil
      )
    )
  }

  // dismiss
  await store.send(.path(.popFrom(id: 2))) {
    $0.path.pop(from: 2)
  }

  // open 0
  await store.send(.bookTapped(Book(id: 4, title: "Solaris", author: "Stanisław Lem"))) {
    $0.path[id: 3] = .book(
      BookPage.State(
        book: Book(id: 4, title: "Solaris", author: "Stanisław Lem"),
        note: "",
        destination: nil
      )
    )
  }

  // advance 500ms
  await clock.advance(by: .milliseconds(500))

  // search
  await store.send(.binding(.set(\.query, ""))) {
    $0.query = ""
    $0.results = []
  }
}
