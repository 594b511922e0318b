// Exported from a session of bookshell: 6 moments in 798ms of virtual time.
import Core
import Foundation
import Testing

@testable import BookShell

@Test func test01Search() async {
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

  // advance 299ms
  await clock.advance(by: .milliseconds(299))

  // search le guin
  await store.send(.binding(.set(\.query, "le guin"))) {
    $0.query = "le guin"
  }

  // advance 499ms
  await clock.advance(by: .milliseconds(499))

  // search
  await store.send(.binding(.set(\.query, ""))) {
    $0.query = ""
    $0.isSearching = false
  }
}
