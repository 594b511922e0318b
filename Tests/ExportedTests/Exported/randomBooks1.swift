// Exported from a session of bookshell: 18 moments in 42d1s of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func randomBooks1() async {
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

  // borrow
  await store.send(.path(.element(id: 0, action: .book(.borrowButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.insert(1) }
    $0.$stamps.withLock { $0 = 1 }
  }

  // search
  await store.send(.binding(.set(\.query, ""))) {
    $0.query = ""
    $0.results = []
  }

  // note
  await store.send(.path(.element(id: 0, action: .book(.noteButtonTapped)))) {
    $0.path[id: 0, case: \.book]?.destination = .note(NoteForm.State(text: ""))
  }

  // step
  await clock.advance(by: .seconds(1209600))
  await store.receive(.path(.element(id: 0, action: .book(.loanEnded)))) {
    $0.path[id: 0, case: \.book]?.destination = .alert(
      AlertState { TextState("Two weeks are over") } actions: {
        ButtonState(action: .renew) { TextState("Renew") }
        ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
        ButtonState(role: .cancel) { TextState("Later") }
      } message: { TextState("“A Wizard of Earthsea” is due.") }
    )
  }

  // advance 500ms
  await clock.advance(by: .milliseconds(500))

  // borrow
  await store.send(.path(.element(id: 0, action: .book(.borrowButtonTapped)))) {
    $0.$stamps.withLock { $0 = 2 }
  }

  // step
  await clock.advance(by: .seconds(1209600))
  await store.receive(.path(.element(id: 0, action: .book(.loanEnded))))

  // dismiss
  await store.send(.path(.element(id: 0, action: .book(.destination(.dismiss))))) {
    $0.path[id: 0, case: \.book]?.destination = nil
  }

  // borrow
  await store.send(.path(.element(id: 0, action: .book(.borrowButtonTapped)))) {
    $0.$stamps.withLock { $0 = 3 }
  }

  // run
  await clock.advance(by: .seconds(1209600))
  await store.receive(.path(.element(id: 0, action: .book(.loanEnded)))) {
    $0.path[id: 0, case: \.book]?.destination = .alert(
      AlertState { TextState("Two weeks are over") } actions: {
        ButtonState(action: .renew) { TextState("Renew") }
        ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
        ButtonState(role: .cancel) { TextState("Later") }
      } message: { TextState("“A Wizard of Earthsea” is due.") }
    )
  }
}
