import ComposableArchitecture
import SwiftUI

extension SharedKey where Self == AppStorageKey<Bool>.Default {
  static var hasSeenIntroduction: Self { Self[.appStorage("hasSeenIntroduction"), default: false] }
}
extension SharedKey where Self == AppStorageKey<Theme>.Default {
  static var theme: Self { Self[.appStorage("theme"), default: .system] }
}
extension SharedKey where Self == InMemoryKey<Set<Story.ID>>.Default {
  static var readStories: Self { Self[.inMemory("readStories"), default: []] }
}

enum Theme: String, CaseIterable, Sendable { case system, light, dark }

struct Story: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

@Reducer
struct Introduction {
  @ObservableState
  struct State: Equatable {
    var page = 0
    var pages = ["Welcome", "Read offline", "Choose a theme"]
  }

  enum Action {
    case continueButtonTapped
    case skipButtonTapped
    case delegate(Delegate)
    enum Delegate { case finished }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .continueButtonTapped:
        guard state.page < state.pages.count - 1 else { return .send(.delegate(.finished)) }
        state.page += 1
        return .none
      case .skipButtonTapped:
        return .send(.delegate(.finished))
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct Stories {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: StoryDetail.State?
    @Shared(.readStories) var read
    var stories: IdentifiedArrayOf<Story> = [
      Story(id: 1, title: "The lighthouse"), Story(id: 2, title: "Two rivers"), Story(id: 3, title: "Snow"),
    ]

    var unreadCount: Int { stories.filter { !read.contains($0.id) }.count }
  }

  enum Action {
    case detail(PresentationAction<StoryDetail.Action>)
    case markAllAsReadButtonTapped
    case storyTapped(id: Story.ID)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .detail:
        return .none
      case .markAllAsReadButtonTapped:
        let ids = Set(state.stories.ids)
        state.$read.withLock { $0.formUnion(ids) }
        return .none
      case .storyTapped(let id):
        guard let story = state.stories[id: id] else { return .none }
        state.detail = StoryDetail.State(story: story)
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { StoryDetail() }
  }
}

@Reducer
struct StoryDetail {
  @ObservableState
  struct State: Equatable {
    @Shared(.readStories) var read
    let story: Story
  }

  enum Action {
    case closeButtonTapped
    case endReached
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .endReached:
        let id = state.story.id
        state.$read.withLock { _ = $0.insert(id) }
        return .none
      }
    }
  }
}

@Reducer
struct Settings {
  @ObservableState
  struct State: Equatable {
    @Shared(.hasSeenIntroduction) var hasSeenIntroduction
    @Shared(.readStories) var read
    @Shared(.theme) var theme
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case forgetButtonTapped
    case themeChanged(Theme)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .forgetButtonTapped:
        state.$read.withLock { $0.removeAll() }
        state.$hasSeenIntroduction.withLock { $0 = false }
        return .none
      case .themeChanged(let theme):
        state.$theme.withLock { $0 = theme }
        return .none
      }
    }
  }
}

@Reducer
struct Tabs {
  @ObservableState
  struct State: Equatable {
    var selection = Tab.stories
    var settings = Settings.State()
    var stories = Stories.State()

    enum Tab: CaseIterable { case stories, settings }

    var badge: Int? { stories.unreadCount == 0 ? nil : stories.unreadCount }
  }

  enum Action {
    case selected(State.Tab)
    case settings(Settings.Action)
    case stories(Stories.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.settings, action: \.settings) { Settings() }
    Scope(state: \.stories, action: \.stories) { Stories() }
    Reduce { state, action in
      switch action {
      case .selected(let tab):
        if tab == state.selection, tab == .stories { state.stories.detail = nil }
        state.selection = tab
        return .none
      case .settings, .stories:
        return .none
      }
    }
  }
}

@Reducer
struct Reader {
  @ObservableState
  @CasePathable
  enum State: Equatable {
    case introduction(Introduction.State)
    case tabs(Tabs.State)

    init() {
      @Shared(.hasSeenIntroduction) var hasSeenIntroduction
      self = hasSeenIntroduction ? .tabs(Tabs.State()) : .introduction(Introduction.State())
    }
  }

  enum Action {
    case introduction(Introduction.Action)
    case tabs(Tabs.Action)
  }

  @Shared(.hasSeenIntroduction) var hasSeenIntroduction

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .introduction(.delegate(.finished)):
        $hasSeenIntroduction.withLock { $0 = true }
        state = .tabs(Tabs.State())
        return .none
      case .tabs(.settings(.forgetButtonTapped)):
        state = .introduction(Introduction.State())
        return .none
      case .introduction, .tabs:
        return .none
      }
    }
    .ifCaseLet(\.introduction, action: \.introduction) { Introduction() }
    .ifCaseLet(\.tabs, action: \.tabs) { Tabs() }
  }
}
