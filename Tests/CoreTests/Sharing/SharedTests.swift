import Core
import Dispatch
import Foundation
import Observation
import Synchronization
import Testing

@testable import TestSupport

@globalActor private actor Painter {
  static let shared = Painter()
}

@Painter private final class Canvas {
  var drawn: [Int] = []
}

struct SharedTests {
  struct User: Codable, Equatable, Hashable, Identifiable, Sendable {
    var id = 1
    var name = "Blob"
    var email: String?
  }

  @Test func allCopiesSeeWhatOneWrites() {
    let one = Shared(0)
    let other = one
    one.withLock { $0 += 1 }
    #expect(other.wrappedValue == 1)
  }

  @Test func valuesMadeApartAreApart() {
    let (one, other) = (Shared(value: 0), Shared(value: 0))
    one.withLock { $0 += 1 }
    #expect(other.wrappedValue == 0)
  }

  @Test func whatIsReadChangedAndWrittenByManyIsNotLost() {
    let count = Shared(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1_000 { count.withLock { $0 += 1 } }
    }
    #expect(count.wrappedValue == 8_000)
  }

  @Test func aChangeMayReadWhatItChanges() {
    let count = Shared(1)
    count.withLock { $0 += count.wrappedValue }
    #expect(count.wrappedValue == 2)
  }

  @Test func theResultAndTheErrorOfAChangePassThrough() {
    let count = Shared(1)
    #expect(count.withLock { $0 + 1 } == 2)
    #expect(throws: TestError.self) { try count.withLock { _ in throw TestError() } }
  }

  @Test func aMemberIsSharedInItsTurn() {
    let user = Shared(User())
    let name: Shared<String> = user.name
    name.withLock { $0 = "Blob Jr." }
    #expect(user.wrappedValue.name == "Blob Jr.")
    user.withLock { $0.name = "Blob Sr." }
    #expect(name.wrappedValue == "Blob Sr.")
  }

  @Test func anOptionalIsSharedWhileItHoldsSomething() throws {
    let email = Shared(User()).email
    #expect(Shared<String>(email) == nil)
    email.withLock { $0 = "a@b.c" }
    let address = try #require(Shared(email))
    address.withLock { $0 = "d@e.f" }
    #expect(email.wrappedValue == "d@e.f")
    email.withLock { $0 = "g@h.i" }
    let reader = try #require(SharedReader(SharedReader(email)))
    email.withLock { $0 = nil }
    #expect(address.wrappedValue == "g@h.i" && reader.wrappedValue == "g@h.i", "the last value")
    address.withLock { $0 = "kept" }
    #expect(address.wrappedValue == "kept" && email.wrappedValue == nil)
    email.withLock { $0 = "new" }
    #expect(address.wrappedValue == "new" && reader.wrappedValue == "new")
  }

  @Test func anElementIsSharedById() throws {
    let users = Shared<IdentifiedArrayOf<User>>([User(id: 1), User(id: 2)])
    let second = try #require(users[id: 2])
    users.withLock { $0.move(fromOffsets: [1], toOffset: 0) }
    second.withLock { $0.name = "Second" }
    #expect(users.wrappedValue.map(\.name) == ["Second", "Blob"])
    #expect(users[id: 3] == nil)
    #expect(Array(users).map(\.wrappedValue.id) == [2, 1])
    users.withLock { $0 = [] }
    #expect(second.wrappedValue.name == "Second")
    second.withLock { $0.name = "kept" }
    #expect(users.wrappedValue.isEmpty && second.wrappedValue.name == "kept")
  }

  @Test func elementsOfArraysAndDictionariesAreSharedByIndexAndKey() {
    let list = Shared([1, 2])
    list[1].withLock { $0 = 5 }
    #expect(list.wrappedValue == [1, 5])
    let table = Shared(["a": 1])
    table["b"].withLock { $0 = 2 }
    table["a"].withLock { $0 = nil }
    #expect(table.wrappedValue == ["b": 2])
  }

  @Test func aReaderShowsWhatOthersWrite() {
    let user = Shared(User())
    let reader = SharedReader(user)
    user.withLock { $0.name = "Blob Jr." }
    #expect(reader.wrappedValue.name == "Blob Jr." && reader.name.wrappedValue == "Blob Jr.")
    #expect(user.name.count.wrappedValue == 8)
  }

  @Test func equalityAndHashesAreThoseOfTheValues() {
    let (one, same, two) = (Shared(1), Shared(1), Shared(2))
    #expect(one == same)
    #expect(one != two)
    #expect(Set([one, same, two]).count == 2)
    #expect(SharedReader(value: 1) == SharedReader(value: 1))
  }

  @Test func itIsCodedAsItsValue() throws {
    struct State: Codable { @Shared var count: Int }
    let data = try JSONEncoder().encode(State(count: Shared(3)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"count":3}"#)
    #expect(try JSONDecoder().decode(State.self, from: data).count == 3)
  }

  @Test func itPrintsAsItsValue() {
    struct Plain { @Shared var count: Int }
    let text = "(\n  count: 0\n)"
    #expect(String(customDumping: Plain(count: Shared(0))) == "SharedTests.Plain(count: 0)")
    #expect(
      String(customDumping: SharedCounter.State(count: Shared(0)))
        == "SharedCounter.State\(text.replacing("0\n", with: "0,\n  other: 0\n"))"
    )
  }

  @Test func itIsDescribedAsWhatItRefersTo() {
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    } operation: {
      @Shared(.inMemory("number")) var inMemory = 0
      @Shared(.appStorage("number")) var inDefaults: Int?
      @SharedReader(.fileStorage(URL(fileURLWithPath: "/users.json"))) var users: [User] = []
      let cases: [(Any, String)] = [
        (Shared(value: 5), "Shared<Int>(value: 5)"),
        (Shared(value: "a"), "Shared<String>(value: \"a\")"),
        (SharedReader(value: 5), "SharedReader<Int>(value: 5)"),
        ($inMemory, "Shared<Int>(.inMemory(\"number\"))"),
        ($inDefaults, "Shared<Int?>(.appStorage(\"number\"))"),
        ($users, "SharedReader<[SharedTests.User]>(.fileStorage(\"/users.json\"))"),
        (Shared(value: User()).name, "Shared<String>(value: \"Blob\")"),
      ]
      for (shared, text) in cases {
        #expect(String(describing: shared) == text)
        #expect(String(reflecting: shared) == text)
      }
      var dumped = ""
      dump(Shared(value: 5), to: &dumped)
      #expect(dumped == "▿ Shared<Int>(value: 5)\n  - wrappedValue: 5\n")
      #expect(String(customDumping: $inMemory) == "0", "in the dump of a state the value counts")
    }
  }

  @Test func observersHearOfLoading() async throws {
    struct Slow: SharedReaderKey, Hashable {
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        guard case .userInitiated = context else { return continuation.resumeReturningInitialValue() }
        continuation.resume(throwing: TestError())
      }
    }
    @SharedReader(Slow()) var count = 0
    let (loading, failing) = (CallCount(), CallCount())
    withObservationTracking {
      _ = $count.isLoading
    } onChange: {
      loading.increment()
    }
    withObservationTracking {
      _ = $count.loadError
    } onChange: {
      failing.increment()
    }
    await #expect(throws: TestError.self) { try await $count.load() }
    #expect(loading.value == 1 && failing.value == 1)
  }

  @Test func observersHearOfAChangeAndOfNothingElse() {
    let (user, calls) = (Shared(User()), CallCount())
    func track() {
      withObservationTracking {
        _ = user.name.wrappedValue
      } onChange: {
        calls.increment()
      }
    }
    track()
    user.withLock { $0.name = "Blob" }
    #expect(calls.value == 0, "an equal value is no change")
    user.withLock { $0.name = "Blob Jr." }
    #expect(calls.value == 1)
  }

  @MainActor
  @Test func aStoreIsObservedThroughWhatItShares() {
    let calls = CallCount()
    let store = Store(initialState: SharedCounter.State(count: Shared(0))) { SharedCounter() }
    withObservationTracking {
      _ = store.count
    } onChange: {
      calls.increment()
    }
    store.send(.otherButtonTapped)
    #expect(calls.value == 0)
    store.send(.incrementButtonTapped)
    #expect(calls.value == 1 && store.count == 1)
  }

  @MainActor
  @Test func whatIsSharedIsOneForAllStores() {
    let count = Shared(0)
    let stores = (0..<2).map { _ in
      Store(initialState: SharedCounter.State(count: count)) { SharedCounter() }
    }
    stores[0].send(.incrementButtonTapped)
    stores[1].send(.incrementButtonTapped)
    #expect(stores.map(\.count) == [2, 2] && count.wrappedValue == 2)
  }

  @MainActor
  @Test func aClosureThatObservesRunsAgainWhenWhatIsSharedChanges() async {
    let count = Shared(0)
    let (seen, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe { continuation.yield(count.wrappedValue) }
    var values = seen.makeAsyncIterator()
    #expect(await values.next() == 0)
    count.withLock { $0 = 1 }
    #expect(await values.next() == 1)
    token.cancel()
  }

  @Painter @Test func observeRunsOnTheActorOfItsClosure() async {
    let count = Shared(0)
    let canvas = Canvas()
    let (seen, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe {
      Painter.shared.preconditionIsolated()
      canvas.drawn.append(count.wrappedValue)
      continuation.yield(count.wrappedValue)
    }
    var values = seen.makeAsyncIterator()
    #expect(await values.next() == 0)
    count.withLock { $0 = 1 }
    #expect(await values.next() == 1)
    #expect(canvas.drawn == [0, 1])
    token.cancel()
  }

  @Test func thePublisherGivesTheValueAndThenEachChange() async {
    let count = Shared(0)
    var values = count.publisher.makeAsyncIterator()
    #expect(await values.next() == 0)
    count.withLock { $0 = 1 }
    count.withLock { $0 = 1 }
    count.withLock { $0 = 2 }
    #expect(await values.next() == 1)
    #expect(await values.next() == 2)
  }

  @Test func thePublisherOfAPartLeavesOutWhatDoesNotConcernIt() async {
    let user = Shared(User())
    var names = user.name.publisher.makeAsyncIterator()
    #expect(await names.next() == "Blob")
    user.withLock { $0.email = "a@b.c" }
    user.withLock { $0.name = "Blob Jr." }
    #expect(await names.next() == "Blob Jr.")
  }

  @Test func nothingIsKeptAliveByThoseWhoListened() async {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let value = Token()
      token = value
      let shared = Shared(value: value)
      var values = shared.publisher.makeAsyncIterator()
      _ = await values.next()
    }
    #expect(token == nil)
  }
}
