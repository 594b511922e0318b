import Core
import Foundation
import Testing

// A search that waits until one has stopped typing, and a list that is kept between runs.

@Reducer
struct Search {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var results: [String] = []
    @Shared(.inMemory("searches")) var searches = 0
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case response(Result<[String], any Error>)
    case clearButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  var search: @Sendable (String) async throws -> [String] = { query in
    ["apple", "apricot", "banana"].filter { $0.hasPrefix(query) }
  }
  private enum CancelID { case search }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query):
        guard !state.query.isEmpty else {
          state.results = []
          return .cancel(id: CancelID.search)
        }
        return .run { [query = state.query] send in
          await send(.response(Result { try await search(query) }), animation: .default)
        }
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
      case .binding:
        return .none
      case .response(.success(let results)):
        state.results = results
        state.$searches.withLock { $0 += 1 }
        return .none
      case .response(.failure):
        state.results = []
        return .none
      case .clearButtonTapped:
        return .send(.set(\.query, ""))
      }
    }
  }
}

struct SearchTests {
  @Test func onlyWhatIsTypedLastIsLookedFor() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.set(\.query, "b")) { $0.query = "b" }
    await clock.advance(by: .milliseconds(299))
    await store.send(.binding(.set(\.query, "ap"))) { $0.query = "ap" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.response.success, ["apple", "apricot"]) {
      $0.results = ["apple", "apricot"]
      $0.$searches.withLock { $0 = 1 }
    }
    await store.send(.clearButtonTapped)
    await store.receive(\.binding.query, "") {
      $0.query = ""
      $0.results = []
    }
  }

  @Test func anEmptyQueryCancelsTheSearch() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.set(\.query, "b")) { $0.query = "b" }
    await store.send(.set(\.query, "")) { $0.query = "" }
    await clock.run()
  }
}

/// The caching reducer of document 002.
struct PersistenceTests {
  @Reducer
  struct Notes {
    @ObservableState
    struct State: Codable, Equatable {
      var notes: IdentifiedArrayOf<Note> = []
      var isEditing = false

      private enum CodingKeys: String, CodingKey { case notes }
    }

    struct Note: Codable, Equatable, Identifiable, Sendable {
      let id: UUID
      var text = ""
    }

    enum Action: Sendable { case addButtonTapped, editButtonTapped, noteChanged(id: Note.ID, String) }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped: state.notes.append(Note(id: uuid()))
        case .editButtonTapped: state.isEditing.toggle()
        case .noteChanged(let id, let text): state.notes[id: id]?.text = text
        }
        return .none
      }
    }
  }

  /// A cache of one's own.
  private final class CountingCache: Caching, @unchecked Sendable {
    // Unchecked: used by one test alone.
    private(set) var saves = 0
    private var data: Data?

    func save(_ value: some Encodable) {
      guard let data = try? JSONEncoder().encode(value) else { return }
      self.data = data
      saves += 1
    }

    func load<Value: Decodable>() -> Value? {
      data.flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }
  }

  @Test func whatIsKeptIsThereTheNextTime() async {
    let cache = CountingCache()
    func makeStore() -> TestStoreOf<Notes> {
      TestStore(initialState: cache.load() ?? Notes.State()) {
        Notes().caching(cache: cache, ignoreCachingDuplicates: { $0.notes == $1.notes })
      } withDependencies: {
        $0.uuid = .incrementing
      }
    }
    let first = makeStore()
    await first.send(.addButtonTapped) { $0.notes = [Notes.Note(id: UUID(0))] }
    await first.send(.noteChanged(id: UUID(0), "milk")) { $0.notes[id: UUID(0)]?.text = "milk" }
    await first.send(.editButtonTapped) { $0.isEditing = true }
    #expect(cache.saves == 2)
    let second = makeStore()
    #expect(second.state == Notes.State(notes: [Notes.Note(id: UUID(0), text: "milk")]))
  }

  @Test func withoutAComparisonEachActionIsKept() async {
    let cache = CountingCache()
    let store = TestStore(initialState: Notes.State()) { Notes().caching(cache: cache) }
    await store.send(.editButtonTapped) { $0.isEditing = true }
    await store.send(.editButtonTapped) { $0.isEditing = false }
    #expect(cache.saves == 2)
  }
}
