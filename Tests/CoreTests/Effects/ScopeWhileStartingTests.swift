import Core
import Testing

/// A child's scope while the effects that an action returns start in it, one of which ends at once.
@Suite struct ScopeWhileStartingTests {
  @Reducer
  struct Inner {
    struct State: Equatable, Sendable {}
    enum Action: Equatable, Sendable { case tick }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .cancel(id: "nothing") }
    }
  }

  @Reducer
  struct Middle {
    struct State: Equatable, Sendable {
      var inner: Inner.State? = Inner.State()
      var count = 0
    }
    @CasePathable
    enum Action: Equatable, Sendable { case inner(Inner.Action), start, counted }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        let run = Effect<Action>.run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.counted)
        }
        switch action {
        case .inner: return run
        case .start: return .merge(.cancel(id: "nothing").cancellable(id: "part"), run)
        case .counted:
          state.count += 1
          return .none
        }
      }
      .ifLet(\.inner, action: \.inner) { Inner() }
    }
  }

  @Reducer
  struct Outer {
    struct State: Equatable, Sendable { var middle: Middle.State? = Middle.State() }
    @CasePathable
    enum Action: Equatable, Sendable { case middle(Middle.Action), remove }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .remove { state.middle = nil }
        return .none
      }
      .ifLet(\.middle, action: \.middle) { Middle() }
    }
  }

  @Test(arguments: [Middle.Action.inner(.tick), .start])
  func anEffectThatStartsAfterOneThatEndsAtOnceEndsWithTheChild(_ action: Middle.Action) throws {
    let session = Session(initialState: Outer.State()) { Outer() }
    try session.send(.middle(action))
    #expect(session.effects.count == 1, "the child's own effect sleeps")
    try session.send(.remove)
    #expect(session.effects.isEmpty, "it is cancelled with the child")
    try session.advance(by: .seconds(2))
    #expect(session.moments.allSatisfy { $0.issues.isEmpty }, "and sends nothing to a child that is gone")
  }

  @Test(arguments: [Middle.Action.inner(.tick), .start])
  func theSameEffectSendsWhileTheChildIsThere(_ action: Middle.Action) throws {
    let session = Session(initialState: Outer.State()) { Outer() }
    try session.send(.middle(action))
    try session.advance(by: .seconds(2))
    #expect(session.state.middle?.count == 1)
  }
}
