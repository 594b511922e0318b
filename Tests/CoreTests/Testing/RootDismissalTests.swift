import Core
import Testing

@testable import TestSupport

/// A feature that dismisses itself, tested without the one that presents it.
struct RootDismissalTests {
  private func makeStore(_ prepare: (inout DependencyValues) -> Void = { _ in }) -> TestStoreOf<
    PresentedChild
  > {
    TestStore(initialState: PresentedChild.State()) {
      PresentedChild()
    } withDependencies: {
      $0.continuousClock = TestClock()
      prepare(&$0)
    }
  }

  @Test func aFeatureThatDismissesItselfIsGoneWithItsEffects() async {
    let store = makeStore()
    await store.send(.start)
    #expect(!store.isDismissed)
    await store.send(.closeButtonTapped)
    #expect(store.isDismissed)
    await store.finish()
  }

  @Test func nothingIsSentToAFeatureThatIsGone() async {
    let messages = await issues {
      let store = makeStore()
      await store.send(.closeButtonTapped)
      await store.send(.tick) { $0.count = 1 }
      #expect(store.state.count == 0)
      await store.receive(.tick)
    }
    #expect(messages.count == 2)
    #expect(
      messages.first?.contains("Cannot send \"PresentedChild.Action.tick\": the feature was dismissed")
        == true
    )
    #expect(messages.last?.contains("The feature was dismissed, and its effects were cancelled.") == true)
  }

  @Test func whatATestSetsIsCalledInPlaceOfTheDismissal() async {
    let calls = CallCount()
    let store = makeStore { $0.dismiss = DismissEffect { calls.increment() } }
    await store.send(.closeButtonTapped)
    #expect(calls.value == 1 && !store.isDismissed)
    await store.send(.tick) { $0.count = 1 }
  }

  @Test func aChildOfTheRootIsDismissedByItsParent() async {
    let store = TestStore(initialState: Presenter.State(child: PresentedChild.State())) { Presenter() }
    await store.send(.child(.presented(.closeButtonTapped)))
    await store.receive(\.child.dismiss) {
      $0.child = nil
      $0.log = ["dismissing 0"]
    }
    #expect(!store.isDismissed)
  }

  @MainActor @Test func atTheRootOfAStoreItIsReportedAndTheFeatureGoesOn() async {
    let messages = await issues {
      let store = Store(initialState: PresentedChild.State()) { PresentedChild() }
      await store.send(.closeButtonTapped).finish()
      store.send(.tick)
      #expect(store.state.count == 1)
    }
    #expect(messages.map { $0.contains("cannot be") } == [true])
  }
}
