import Core
import Testing

@testable import TestSupport

/// The ids of a stack's elements are a part of what a test asserts.
struct StackIDTests {
  private func makeStore(_ state: NavigationApp.State = .init()) -> TestStoreOf<NavigationApp> {
    TestStore(initialState: state) { NavigationApp() }
  }

  private func failures(
    _ state: NavigationApp.State = .init(),
    _ test: (TestStoreOf<NavigationApp>) async -> Void
  )
    async -> [String]
  {
    await issues { await test(makeStore(state)) }
  }

  @Test func anAssertionUnderAnotherIDFails() async {
    for id in [1, 5] as [StackElementID] {
      let messages = await failures { store in
        await store.send(.change(.append(.list(.init())))) { $0.path[id: id] = .list(.init()) }
      }
      #expect(messages.map { $0.contains("The state is not as expected") } == [true], "\(id): \(messages)")
      #expect(messages.first?.contains("#0") == true && messages.first?.contains("\(id)") == true)
    }
  }

  @Test func anAssertionInTheWordsOfTheReducerHolds() async {
    let store = makeStore(.init(path: [.list(.init())]))
    await store.send(.change(.popFrom(0))) { $0.path.pop(from: 0) }
    await store.send(.change(.append(.list(.init())))) { $0.path.append(.list(.init())) }
    await store.send(.change(.replaceStack([.list(.init()), .detail(.init())]))) {
      $0.path = [.list(.init()), .detail(.init())]
    }
    await store.send(.change(.append(.detail(.init())))) { $0.path[id: 4] = .detail(.init()) }
    #expect(store.state.path.ids.map(\.generation) == [2, 3, 4])
  }

  @Test func aPushBeyondTheNextIDIsReported() async {
    let messages = await failures { store in
      await store.send(.path(.push(id: 5, state: .list(.init())))) {
        $0.path[id: 5] = .list(.init())
        $0.log = ["push #5 onto [#5]"]
      }
    }
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.first?.contains("push with the id #5") == true, "\(messages)")
    #expect(messages.first?.contains("#0") == true, "\(messages)")
  }

  @Test func aPushUnderTheNextIDOfTheStackOrTheStoreIsNot() async {
    let store = makeStore(.init(path: [.list(.init())]))
    await store.send(.path(.push(id: 1, state: .list(.init())))) {
      $0.path[id: 1] = .list(.init())
      $0.log = ["push #1 onto [#0, #1]"]
    }
    await store.send(.change(.replaceStack([.list(.init())]))) { $0.path = [.list(.init())] }
    #expect(store.state.path.ids.map(\.generation) == [2], "What was pushed has used its id up")
  }

  @Test func stacksAreEqualIfTheirIDsAndElementsAre() {
    var stack: StackState = ["a", "b"]
    #expect(stack == ["a", "b"])
    let copy = stack
    stack.removeLast()
    stack.append("b")
    #expect(stack != copy)
    #expect(Set([stack, copy]).count == 2)
    #expect(Array(stack) == Array(copy))
  }
}
