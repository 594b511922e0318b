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

// The types of a stored body, or of one without `some`.

@Reducer
private struct Inferred { let body = EmptyReducer<Int, String>() }

@Reducer
private struct Stored {
  enum Action { case tap }
  let body: Reduce<Int, Action> = Reduce { state, _ in
    state += 1
    return .none
  }
}

@Reducer
private struct Computed {
  var body: Reduce<[Int], Void> {
    Reduce { state, _ in
      state.append(2)
      return .none
    }
  }
}

@Reducer
private struct Opaque {
  let body: some Reducer<Int, Never> = EmptyReducer()
}

/// Features that use both, one or neither of the types of the feature that they are nested in.
@Reducer
private struct Surrounding {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action { case inner }

  @Reducer
  struct Inner {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Method {
    func reduce(into state: inout State, action _: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  @Reducer
  struct Half {
    enum Action { case tap }
    var body: some Core.Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Constant { let body = EmptyReducer<State, Action>() }

  @Reducer
  struct Own {
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  var body: some ReducerOf<Self> {
    Inner()
    Method()
    Half().onEachAction()
    Constant()
  }
}

extension Surrounding.Half {
  fileprivate func onEachAction() -> some Reducer<Surrounding.State, Surrounding.Action> {
    Reduce { state, _ in
      _ = reduce(into: &state, action: .tap)
      return .none
    }
  }
}

struct ReducedTypesTests {
  @Test func aStoredBodyHasTheTypes() {
    var (number, numbers) = (0, [1])
    _ = Inferred().reduce(into: &number, action: "a")
    _ = Stored().reduce(into: &number, action: .tap)
    _ = Computed().reduce(into: &numbers, action: ())
    #expect(number == 1 && numbers == [1, 2])
    let state: Opaque.State = number
    #expect(state == 1)
  }

  @Test func aNestedFeatureMayHaveTheTypesOfTheOuterOne() {
    var state = Surrounding.State()
    _ = Surrounding().reduce(into: &state, action: .inner)
    #expect(state.count == 3)
    #expect(Surrounding.Own.State.self != Surrounding.State.self)
  }

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
