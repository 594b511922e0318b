import Core
import Foundation

/// The feature of the documents: a shared count, given by whoever makes the state.
@Reducer
struct SharedCounter {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
    var other = 0
  }

  enum Action: Equatable, Sendable {
    case incrementButtonTapped
    case incrementInEffect
    case incrementLater
    case observe
    case countChanged(Int)
    case otherButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.$count.withLock { $0 += 1 }
        return .none
      case .incrementInEffect:
        return .run { [count = state.$count] send in
          count.withLock { $0 += 1 }
          await send(.otherButtonTapped)
        }
      case .incrementLater:
        return .run { [count = state.$count] _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          count.withLock { $0 += 1 }
        }
      case .observe:
        return .publisher {
          state.$count.publisher
            .map(Action.countChanged)
        }
      case .countChanged(let count):
        state.other = count
        return .none
      case .otherButtonTapped:
        state.other += 1
        return .none
      }
    }
  }
}

extension SharedReaderKey where Self == AppStorageKey<Int> {
  static var taps: Self { appStorage("taps") }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  static var visits: Self { Self[.inMemory("visits"), default: 7] }
}

/// A parent that keeps values in every kind of storage, and gives one to its child.
@Reducer
struct SharingParent {
  struct User: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
  }

  @ObservableState
  struct State: Equatable {
    @Shared(.taps) var taps = 0
    @Shared(.visits) var visits
    @Shared(.fileStorage(URL(fileURLWithPath: "/tmp/never-written/users.json"))) var users: [User] = []
    @SharedReader(.taps) var readTaps = 0
    var child: SharedCounter.State?
    var rows: IdentifiedArrayOf<Row> = []

    struct Row: Equatable, Identifiable {
      let id: Int
      @Shared(.taps) var taps = 0
    }
  }

  enum Action: Equatable, Sendable {
    case addUser
    case addRow
    case child(SharedCounter.Action)
    case makeChild
    case makeOwnChild
    case removeChild
    case tap
    case visit
    case wait
    case waited
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addUser:
        let id = state.users.count
        state.$users.withLock { $0.append(User(id: id, name: "Blob \(id)")) }
      case .addRow:
        state.rows.append(State.Row(id: state.rows.count))
      case .child:
        break
      case .makeChild:
        state.child = SharedCounter.State(count: state.$taps)
      case .makeOwnChild:
        @Shared(.inMemory("own")) var own = state.taps
        state.child = SharedCounter.State(count: $own)
      case .removeChild:
        state.child = nil
      case .tap:
        state.$taps.withLock { $0 += 1 }
      case .visit:
        state.$visits.withLock { $0 *= 2 }
      case .wait:
        return .run { [taps = state.$taps] send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          taps.withLock { $0 += 10 }
          await send(.waited)
        }
      case .waited:
        state.$visits.withLock { $0 += 1 }
      }
      return .none
    }
    .ifLet(\.child, action: \.child) {
      SharedCounter()
    }
  }
}

/// A stack of pages that share a value with what they lie on.
@Reducer
struct SharingStack {
  @Reducer
  struct Page {
    @ObservableState
    struct State: Equatable {
      @Shared(.taps) var taps = 0
    }
  }

  @ObservableState
  struct State: Equatable {
    @Shared(.taps) var taps = 0
    var path = StackState<Page.State>()
  }

  enum Action {
    case path(StackActionOf<Page>)
    case tap
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tap = action { state.$taps.withLock { $0 += 1 } }
      return .none
    }
    .forEach(\.path, action: \.path) { Page() }
  }
}
