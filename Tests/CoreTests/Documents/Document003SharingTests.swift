import Core
import Foundation
import Testing

/// What document 003 shows of shared state, the way it shows it.
enum Document003Sharing {
  @Reducer
  struct FeatureA {
    @ObservableState
    struct State: Equatable {
      @Shared var count: Int
      var child: FeatureB.State?
    }
    enum Action {
      case child(FeatureB.Action)
      case incrementButtonTapped
      case makeChild
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child:
          return .none
        case .incrementButtonTapped:
          // Safely mutate shared state
          state.$count.withLock { $0 += 1 }
          return .none
        case .makeChild:
          state.child = FeatureB.State(count: state.$count)
          return .none
        }
      }
      .ifLet(\.child, action: \.child) {
        FeatureB()
      }
    }
  }

  @Reducer
  struct FeatureB {
    @ObservableState
    struct State: Equatable {
      @Shared var count: Int  // Same shared state
      var seen: [Int] = []
    }
    enum Action: Equatable {
      case countChanged(Int)
      case onAppear
      case resetButtonTapped
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .countChanged(count):
          state.seen.append(count)
          return .none
        case .onAppear:
          return .publisher {
            state.$count.publisher
              .map(Action.countChanged)
          }
        case .resetButtonTapped:
          state.$count.withLock { $0 = 0 }
          return .none
        }
      }
    }
  }

  struct User: Codable, Equatable, Identifiable {
    let id: Int
  }

  struct RemoteConfig: Equatable {
    var isNewSearchOn = false
  }

  @Reducer
  struct StorageFeature {
    @ObservableState
    struct State: Equatable {
      @Shared(.inMemory("count")) var temporary = 0
      @Shared(.count) var count = 0
      @Shared(.appStorage("isLoggedIn")) var isLoggedIn = false
      @Shared(.fileStorage(URL(fileURLWithPath: "/path/to/file"))) var users: [User] = []
      @SharedReader(.remoteConfig) var config
    }
    enum Action {
      case logIn(User)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .logIn(user):
          state.$temporary.withLock { $0 += 1 }
          state.$count.withLock { $0 += 1 }
          state.$isLoggedIn.withLock { $0 = true }
          state.$users.withLock { $0.append(user) }
          return .none
        }
      }
    }
  }
}

extension SharedReaderKey where Self == AppStorageKey<Int> {
  static var count: Self {
    appStorage("count")
  }
}

extension SharedReaderKey where Self == InMemoryKey<Document003Sharing.RemoteConfig>.Default {
  static var remoteConfig: Self {
    Self[.inMemory("remoteConfig"), default: Document003Sharing.RemoteConfig()]
  }
}

extension Document003Sharing {
  @MainActor
  struct Sharing {
    @Test
    func increment() async {
      let store = TestStore(initialState: FeatureA.State(count: Shared(0))) {
        FeatureA()
      }

      await store.send(.incrementButtonTapped) {
        $0.$count.withLock { $0 = 1 }
      }
    }

    @Test
    func aChildSharesWithItsParent() async {
      let store = TestStore(initialState: FeatureA.State(count: Shared(3))) {
        FeatureA()
      }

      await store.send(.makeChild) {
        $0.child = FeatureB.State(count: $0.$count)
      }
      await store.send(\.child.resetButtonTapped) {
        $0.$count.withLock { $0 = 0 }
      }
      #expect(store.state.child?.count == 0)
    }

    @Test
    func changesAreObserved() async {
      let store = TestStore(initialState: FeatureB.State(count: Shared(0))) {
        FeatureB()
      }

      let task = await store.send(.onAppear)
      await store.receive(.countChanged(0)) {
        $0.seen = [0]
      }
      store.state.$count.withLock { $0 = 5 }
      await store.receive(.countChanged(5)) {
        $0.$count.withLock { $0 = 5 }
        $0.seen = [0, 5]
      }
      await task.cancel()
    }

    @Test
    func everyStorageHoldsItsValue() async {
      let store = TestStore(initialState: StorageFeature.State()) {
        StorageFeature()
      }

      await store.send(.logIn(User(id: 1))) {
        $0.$temporary.withLock { $0 = 1 }
        $0.$count.withLock { $0 = 1 }
        $0.$isLoggedIn.withLock { $0 = true }
        $0.$users.withLock { $0 = [User(id: 1)] }
      }
      #expect(!store.state.config.isNewSearchOn)
      #expect(!FileManager.default.fileExists(atPath: "/path/to/file"))
    }
  }
}
