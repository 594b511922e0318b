import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// What is in the scope of a child, or of the root, when effects start or end at once, or late.
struct EffectScopeTests {
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

  /// An unstructured task can go on after the effect that started it, and so can a part of the effect in it.
  @Test @MainActor func aPartMayOutliveItsEffect() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, starts in
        state += 1
        guard starts else { return .none }
        return .run { _ in
          let (began, begin) = AsyncStream<Void>.makeStream()
          Task {
            await withTaskCancellation(id: "part") {
              begin.yield()
              for await _ in gate {}
            }
          }
          for await _ in began { break }
          end.yield()
        }
      }
    }
    store.send(true)
    for await _ in ended { break }
    // The first lets the effect end, so that only the part is left when the second is processed.
    store.send(false)
    store.send(false)
    #expect(store.withState { $0 } == 3)
    open.finish()
  }
}
