import ComposableArchitecture
import DependenciesTestSupport
import Foundation
import Testing

@testable import Watchlist

@MainActor
@Suite(.dependency(\.defaultFileStorage, .inMemory))
struct WatchlistTests {
  @Test func addsAndRates() async throws {
    let store = TestStore(initialState: Watchlist.State()) { Watchlist() }
    store.exhaustivity = .off

    await store.send(.task)
    await store.send(\.binding.newTitle, " Alien ") { $0.newTitle = " Alien " }
    await store.send(.addButtonTapped) { $0.newTitle = "" }
    await store.receive(\.filmsChanged)
    #expect(store.state.films == [Film(id: 1, title: "Alien")])
    #expect(store.state.rows.count == 1)

    await store.send(\.rows[id: 1].ratingTapped, 4)
    #expect(store.state.films[0].rating == 4)
    #expect(store.state.average == 4)
    await store.send(\.rows[id: 1].ratingTapped, 4)
    #expect(store.state.films[0].rating == nil)
  }

  @Test func removesAndUndoes() async {
    let clock = TestClock()
    @Shared(.watchlist) var films: IdentifiedArrayOf<Film> = [
      Film(id: 1, title: "Alien"), Film(id: 2, title: "Heat"),
    ]
    let store = TestStore(initialState: Watchlist.State()) {
      Watchlist()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off

    await store.send(.task)
    await store.send(\.rows[id: 1].removeButtonTapped)
    await store.receive(\.rows[id: 1].delegate.remove) {
      $0.undo = Film(id: 1, title: "Alien")
    }
    #expect(films.map(\.id) == [2])
    await store.send(.undoButtonTapped) { $0.undo = nil }
    #expect(films.map(\.id) == [2, 1])

    await store.receive(\.filmsChanged)
    await store.send(\.rows[id: 2].removeButtonTapped)
    await store.receive(\.rows[id: 2].delegate.remove)
    await clock.advance(by: .seconds(5))
    await store.receive(\.undoExpired) { $0.undo = nil }
  }

  @Test func sortsByRating() async {
    @Shared(.watchlist) var films: IdentifiedArrayOf<Film> = [
      Film(id: 1, title: "Alien", rating: 2), Film(id: 2, title: "Heat", rating: 5),
    ]
    let store = TestStore(initialState: Watchlist.State()) { Watchlist() }
    store.exhaustivity = .off

    await store.send(.sortButtonTapped)
    await store.receive(\.filmsChanged)
    #expect(store.state.rows.ids == [2, 1])
  }
}
