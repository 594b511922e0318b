import Core
import Testing

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

  @Test func aCancelledEffectIsReleased() async {
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
    try? clock.checkSuspension()
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
}
