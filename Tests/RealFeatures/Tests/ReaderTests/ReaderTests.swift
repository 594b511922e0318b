import Dependencies
import ComposableArchitecture
import Testing

@testable import Reader

@MainActor
struct ReaderTests {
  @Test func introducesItselfOnce() async {
    let store = TestStore(initialState: Reader.State()) { Reader() }

    await store.send(.introduction(.continueButtonTapped)) {
      $0.modify(\.introduction) { $0.page = 1 }
    }
    await store.send(\.introduction.skipButtonTapped)
    await store.receive(\.introduction.delegate.finished) {
      @Shared(.hasSeenIntroduction) var hasSeenIntroduction
      $hasSeenIntroduction.withLock { $0 = true }
      $0 = .tabs(Tabs.State())
    }
    #expect(Reader.State().is(\.tabs))
  }

  @Test func readingLowersTheBadge() async {
    @Shared(.hasSeenIntroduction) var hasSeenIntroduction = true
    let store = TestStore(initialState: Reader.State()) { Reader() }

    await store.send(\.tabs.stories.storyTapped, 2) {
      $0.modify(\.tabs) { $0.stories.detail = StoryDetail.State(story: Story(id: 2, title: "Two rivers")) }
    }
    await store.send(\.tabs.stories.detail.endReached) {
      $0.modify(\.tabs) { $0.stories.$read.withLock { $0 = [2] } }
    }
    await store.send(\.tabs.stories.detail.closeButtonTapped)
    await store.receive(\.tabs.stories.detail.dismiss) {
      $0.modify(\.tabs) { $0.stories.detail = nil }
    }
    #expect(store.state[case: \.tabs]?.badge == 2)
  }

  @Test func forgetting() async {
    @Shared(.hasSeenIntroduction) var hasSeenIntroduction = true
    @Shared(.readStories) var read = [1, 2, 3]
    let store = TestStore(initialState: Reader.State()) { Reader() }
    store.exhaustivity = .off

    await store.send(\.tabs.settings.forgetButtonTapped) {
      $0 = .introduction(Introduction.State())
    }
    #expect(!hasSeenIntroduction)
    #expect(read.isEmpty)
  }

  @Test(arguments: Theme.allCases)
  func remembersTheTheme(theme: Theme) async {
    await withDependencies {
      $0.defaultAppStorage = .inMemory
    } operation: {
      let store = TestStore(initialState: Settings.State()) { Settings() }
      store.exhaustivity = .off
      await store.send(.themeChanged(theme))
      @Shared(.theme) var stored
      #expect(stored == theme)
    }
  }
}
