import Core
import Testing

// Features that name their state and action in the body's type, and declare neither.

@Reducer
private struct Number {
  enum Action { case tap }

  var body: some Reducer<Int, Action> {
    Reduce { state, _ in
      state += 1
      return .none
    }
  }
}

@Reducer
private struct Toggler {
  func reduce(into state: inout Bool, action: Void) -> Effect<Void> {
    state.toggle()
    return .none
  }
}

@Reducer
private struct Logged {
  let log: @Sendable (Int) -> Void

  var body: some ReducerOf<Number> {
    Number()
    Reduce { state, _ in
      log(state)
      return .none
    }
  }
}

@Reducer
private struct Pair<Element: Equatable> {
  var body: some Core.Reducer<[Element], Element> {
    Reduce { state, element in
      state.append(element)
      return .none
    }
  }
}

struct ReducedTypesTests {
  @Test func stateAndActionMayBeOfAnyType() {
    var number = 0
    _ = Number().reduce(into: &number, action: .tap)
    _ = Logged { #expect($0 == 2) }.reduce(into: &number, action: .tap)
    #expect(number == 2)
    var flag = false
    _ = Toggler().reduce(into: &flag, action: ())
    #expect(flag)
    var elements = ["a"]
    _ = Pair<String>().reduce(into: &elements, action: "b")
    #expect(elements == ["a", "b"])
  }

  @Test @MainActor func aStoreRunsThem() {
    let store = Store(initialState: 3) { Number() }
    store.send(.tap)
    #expect(store.state == 4)
  }
}
