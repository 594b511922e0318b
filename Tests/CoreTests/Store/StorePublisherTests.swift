import Core
import Testing

@testable import TestSupport

@MainActor
struct StorePublisherTests {
  private func makeStore() -> StoreOf<Probe> {
    Store(initialState: Probe.State()) { Probe() }
  }

  @Test func aPublisherGivesTheValueAndThenItsChanges() async {
    let store = makeStore()
    var values = store.publisher.log.makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == [])
    store.send(.note("a"))
    // Changes another part of the state.
    store.send(.effect(.none))
    store.send(.note("b"))
    #expect(await values.next(isolation: #isolation) == ["a"])
    #expect(await values.next(isolation: #isolation) == ["a", "b"])
  }

  @Test func itGivesTheStateAfterAllThatIsProcessedTogether() async {
    let store = makeStore()
    var states = store.publisher.values.makeAsyncIterator()
    #expect(await states.next(isolation: #isolation) == Probe.State())
    store.send(.effect(.merge([.send("a"), .respond("b")])))
    #expect(await states.next(isolation: #isolation)?.log == ["a", "b", "after b"])
  }

  @Test func aPartOfAFeatureHasAPublisherOfItsOwn() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    let child = store.scope(state: \.child, action: \.child)
    var counts = child.publisher.count.makeAsyncIterator()
    #expect(await counts.next(isolation: #isolation) == 0)
    store.send(.child(.effect(.none)))
    #expect(await counts.next(isolation: #isolation) == 1)
  }

  @Test func itIsIteratedAnywhere() async {
    let store = makeStore()
    let log = store.publisher.log
    let reader = Task.detached {
      var last: [String] = []
      for await value in log {
        last = value
        if value.count == 3 { break }
      }
      return last
    }
    for name in ["a", "b", "c"] { store.send(.note(name)) }
    #expect(await reader.value == ["a", "b", "c"])
  }

  @Test func itEndsWithTheTaskThatIteratesIt() async {
    let store = makeStore()
    let count = store.publisher.count
    let (signs, sign) = AsyncStream.makeStream(of: Int.self)
    let reader = Task.detached {
      for await value in count { sign.yield(value) }
      sign.finish()
    }
    for await _ in signs {
      reader.cancel()
    }
    await reader.value
  }

  @Test func itLetsGoOfTheStoreWhenItEnds() async {
    weak var reference: StoreOf<Probe>?
    do {
      let store = makeStore()
      reference = store
      var values = store.publisher.count.makeAsyncIterator()
      #expect(await values.next(isolation: #isolation) == 0)
    }
    // The subscription ends on the main actor.
    await Task { @MainActor in }.value
    #expect(reference == nil)
  }

  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var child = Probe.State()
    }

    @CasePathable
    enum Action {
      case child(Probe.Action)
    }

    var body: some Reducer<State, Action> {
      Scope(state: \.child, action: \.child) { Probe() }
    }
  }
}
