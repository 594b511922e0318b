// Exported from a session of bookshell: 18 moments in 14d0.5s of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func test04Sheet() async {
  let clock = TestClock()
  let store = TestStore(
    initialState: Library.State(query: "", isSearching: false, results: [], path: [])
  ) {
    Library()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // search solaris
  await store.send(.binding(.set(\.query, "solaris"))) {
    $0.query = "solaris"
    $0.isSearching = true
  }

  // run
  await clock.advance(by: .milliseconds(500))
  await store.receive(.found([Book(id: 4, title: "Solaris", author: "Stanisław Lem")])) {
    $0.isSearching = false
    $0.results = [Book(id: 4, title: "Solaris", author: "Stanisław Lem")]
  }

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

  // note An ocean that thinks
  await store.send(.path(.element(id: 0, action: .book(.noteButtonTapped)))) {
    $0.path[id: 0, case: \.book]?.destination = .note(NoteForm.State(text: ""))
  }
  await store.send(
    .path(
      .element(
        id: 0,
        action: .book(
          .destination(.presented(.note(.binding(.set(\.text, "An ocean that thinks")))))
        )
      )
    )
  ) {
    $0.path[id: 0, case: \.book]?.destination?[case: \.note]?.text = "An ocean that thinks"
  }

  // dismiss
  await store.send(.path(.element(id: 0, action: .book(.destination(.dismiss))))) {
    $0.path[id: 0, case: \.book]?.destination = nil
  }

  // note An ocean that thinks
  await store.send(.path(.element(id: 0, action: .book(.noteButtonTapped)))) {
    $0.path[id: 0, case: \.book]?.destination = .note(NoteForm.State(text: ""))
  }
  await store.send(
    .path(
      .element(
        id: 0,
        action: .book(
          .destination(.presented(.note(.binding(.set(\.text, "An ocean that thinks")))))
        )
      )
    )
  ) {
    $0.path[id: 0, case: \.book]?.destination?[case: \.note]?.text = "An ocean that thinks"
  }

  // keep
  await store.send(
    .path(.element(id: 0, action: .book(.destination(.presented(.note(.saveButtonTapped))))))
  ) {
    $0.path[id: 0, case: \.book]?.note = "An ocean that thinks"
  }
  await store.receive(.path(.element(id: 0, action: .book(.destination(.dismiss))))) {
    $0.path[id: 0, case: \.book]?.destination = nil
  }

  // borrow
  await store.send(.path(.element(id: 0, action: .book(.borrowButtonTapped)))) {
    $0.$borrowed.withLock { _ = $0.insert(4) }
    $0.$stamps.withLock { $0 = 1 }
  }

  // return
  await store.send(.path(.element(id: 0, action: .book(.returnButtonTapped)))) {
    $0.path[id: 0, case: \.book]?.destination = .dialog(
      ConfirmationDialogState { TextState("Return the book?") } actions: {
        ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
      } message: { TextState("Your note goes with it.") }
    )
  }

  // press cancel
  await store.send(.path(.element(id: 0, action: .book(.destination(.dismiss))))) {
    $0.path[id: 0, case: \.book]?.destination = nil
  }

  // return
  await store.send(.path(.element(id: 0, action: .book(.returnButtonTapped)))) {
    $0.path[id: 0, case: \.book]?.destination = .dialog(
      ConfirmationDialogState { TextState("Return the book?") } actions: {
        ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
      } message: { TextState("Your note goes with it.") }
    )
  }

  // press 0
  await store.send(
    .path(.element(id: 0, action: .book(.destination(.presented(.dialog(.giveBack))))))
  ) {
    $0.$borrowed.withLock { $0 = [] }
    $0.path[id: 0, case: \.book]?.note = ""
    $0.path[id: 0, case: \.book]?.destination = nil
  }

  // advance 14d
  await clock.advance(by: .seconds(1209600))
}
