import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Nothing is kept alive by what has ended.
@MainActor
struct MemoryTests {
  private final class Resource: Sendable {}

  private enum Action: Sendable {
    case hold(UInt)
    case cancel
    case tick
  }

  private enum CancelID { case work }

  private static func feature(_ resource: @escaping @Sendable () -> Resource?) -> Reduce<Int, Action> {
    Reduce { state, action in
      @Dependency(\.continuousClock) var clock
      switch action {
      case .hold(let milliseconds):
        return .run { [resource = resource()] send in
          try await clock.sleep(for: .milliseconds(milliseconds))
          withExtendedLifetime(resource) {}
          await send(.tick)
        }
        .cancellable(id: CancelID.work)
      case .cancel: return .cancel(id: CancelID.work)
      case .tick:
        state += 1
        return .none
      }
    }
  }

  private final class Source: @unchecked Sendable {
    // Unchecked: used by the test's thread alone.
    weak var last: Resource?
    var count = 0

    func make() -> Resource {
      let resource = Resource()
      last = resource
      count += 1
      return resource
    }
  }

  @Test func anEffectThatHasEndedIsReleased() async {
    let (clock, source) = (TestClock(), Source())
    let store = TestStore(initialState: 0) {
      Self.feature { source.make() }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.hold(10))
    #expect(source.last != nil)
    await clock.advance(by: .milliseconds(10))
    #expect(source.last == nil)
    store.exhaustivity = .off
    await store.skipReceivedActions()
  }

  @Test func aCancelledEffectIsReleased() async throws {
    let (clock, source) = (TestClock(), Source())
    let store = TestStore(initialState: 0) {
      Self.feature { source.make() }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.hold(10))
    await store.send(.cancel)
    #expect(source.count == 1)
    #expect(source.last == nil)
    try await clock.checkSuspension()
  }

  @Test func aTestStoreThatGoesAwayReleasesItsEffects() async {
    let (clock, source) = (TestClock(), Source())
    weak var reference: TestStore<Int, Action>?
    do {
      let store = TestStore(initialState: 0) {
        Self.feature { source.make() }
      } withDependencies: {
        $0.continuousClock = clock
      }
      reference = store
      store.exhaustivity = .off
      await store.send(.hold(10))
    }
    #expect(reference == nil)
    #expect(source.last == nil)
  }

  @Test func aStoreIsReleasedWithItsChildrenAndObservers() async {
    weak var parent: StoreOf<Document003.MyFeature>?
    weak var child: StoreOf<Document003.ChildFeature>?
    do {
      let store = Store(initialState: Document003.MyFeature.State()) { Document003.MyFeature() }
      let childStore = store.scope(state: \.child, action: \.child)
      (parent, child) = (store, childStore)
      let token = observe { _ = childStore.taps }
      childStore.send(.buttonTapped)
      await Task { @MainActor in }.value
      token.cancel()
    }
    #expect(parent == nil)
    #expect(child == nil)
  }

  @Test func aTaskOfASentActionDoesNotKeepTheStore() {
    weak var reference: Store<Int, Action>?
    var task: StoreTask?
    do {
      let store = Store(initialState: 0) {
        Self.feature { nil }
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      reference = store
      task = store.send(.hold(10))
    }
    #expect(reference == nil)
    #expect(task != nil)
  }

  /// Effects of every kind, some of which end, are cancelled, or are still in flight when their store goes away.
  // One after the other: a clock that is moved drains the stores of its test, and so those of its other cases.
  @Test(.serialized, arguments: [0, 1, 1000])
  func nothingKeepsAFeatureWhoseEffectsRan(milliseconds: Int) async throws {
    let effects: [TestEffect] = [
      .send("a"), .run([.sleep(1), .send("a")]), .concatenate([.run([.sleep(1)]), .send("a")]),
      .merge([.cancellable(.run([.sleep(1)]), id: "a"), .cancel("a")]),
      .debounce(.send("a"), id: "b", milliseconds: 1),
      .throttle(.send("a"), id: "c", milliseconds: 1, latest: true),
      .throttle(.send("a"), id: "c", milliseconds: 1, latest: true), .part([.sleep(1), .send("a")], id: "d"),
      .run([.sleep(500), .throwCancellation]),
    ]
    weak var inSession: Resource?
    weak var inTestStore: Resource?
    weak var inStore: Resource?
    do {
      let session = Session(initialState: Probe.State()) { Self.probe(holding: Resource(), &inSession) }
      for effect in effects { try session.send(.effect(effect)) }
      try session.advance(by: .milliseconds(milliseconds))
      try session.undo()
      #expect(inSession != nil)
    }
    #expect(inSession == nil)
    let clock = TestClock()
    do {
      let store = TestStore(initialState: Probe.State()) {
        Self.probe(holding: Resource(), &inTestStore)
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      for effect in effects { await store.send(.effect(effect)) }
      await clock.advance(by: .milliseconds(milliseconds))
      #expect(inTestStore != nil)
    }
    #expect(inTestStore == nil)
    do {
      let store = Store(initialState: Probe.State()) {
        Self.probe(holding: Resource(), &inStore)
      } withDependencies: {
        $0.continuousClock = clock
      }
      for effect in effects { store.send(.effect(effect)) }
      await Task { @MainActor in }.value
      await clock.advance(by: .milliseconds(milliseconds))
      #expect(inStore != nil)
    }
    #expect(inStore == nil)
  }

  private static func probe(holding resource: Resource, _ reference: inout Resource?) -> Reduce<
    Probe.State, Probe.Action
  > {
    reference = resource
    return Reduce { state, action in
      withExtendedLifetime(resource) { Probe().reduce(into: &state, action: action) }
    }
  }
}
