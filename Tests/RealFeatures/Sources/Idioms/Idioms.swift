import CasePaths
import Clocks
import CombineSchedulers
import ComposableArchitecture
import ConcurrencyExtras
import Dependencies
import DependenciesMacros
import IdentifiedCollections
import Sharing
import SwiftNavigation
import SwiftUI
import XCTestDynamicOverlay

@Reducer
public struct Item: Sendable {
  @ObservableState
  public struct State: Equatable, Hashable, Identifiable, Sendable {
    public let id: UUID
    public var name: String
    @ObservationStateIgnored public var cache = 0

    public init(id: UUID, name: String) {
      self.id = id
      self.name = name
    }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case linkTapped(URL)
    case loaded(TaskResult<[Int]>)
    case reload

    public enum Delegate: Equatable, Sendable { case close }
  }

  @Dependency(\.calendar) var calendar
  @Dependency(\.context) var context
  @Dependency(\.locale) var locale
  @Dependency(\.mainRunLoop) var mainRunLoop
  @Dependency(\.openURL) var openURL
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(\.numbers) var numbers

  public init() {}

  public var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
        .onChange(of: \.name) { oldValue, newValue in
          Reduce { state, action in
            .none
          }
        }
      Reduce<State, Action> { state, action in
        switch action {
        case .binding(\.name):
          return .send(.reload, animation: .easeInOut(duration: 0.2))
        case .binding, .delegate:
          return .none
        case let .linkTapped(url):
          return .run { _ in await openURL(url) }
        case let .loaded(.success(numbers)):
          state.cache = numbers.count
          return .none
        case .loaded(.failure):
          return .none
        case .reload:
          let random = withRandomNumberGenerator { Int.random(in: 0...1, using: &$0) }
          return .run { [id = state.id] send in
            await send(.loaded(TaskResult { try await numbers.fetch(id, random) }), animation: .default)
          } catch: { error, send in
            await send(.loaded(.failure(error)))
          }
          .throttle(id: "reload", for: .seconds(1), scheduler: mainRunLoop, latest: true)
        }
      }
    }
    ._printChanges()
  }
}

public struct NumbersClient: Sendable {
  public var fetch: @Sendable (UUID, Int) async throws -> [Int]
}

extension NumbersClient: DependencyKey {
  public static var liveValue: NumbersClient { NumbersClient(fetch: { _, _ in [] }) }
  public static let testValue = NumbersClient(fetch: unimplemented("NumbersClient.fetch"))
}

extension DependencyValues {
  public var numbers: NumbersClient {
    get { self[NumbersClient.self] }
    set { self[NumbersClient.self] = newValue }
  }
}

@Reducer
public struct Root: Sendable {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  public enum Destination {
    case alert(AlertState<Alert>)
    case confirm(ConfirmationDialogState<Alert>)
    case item(Item)

    @CasePathable
    public enum Alert: Equatable, Sendable { case ok }
  }

  @Reducer
  public enum Path {
    case item(Item)
    case root(Root)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    public var items: IdentifiedArrayOf<Item.State> = []
    public var path = StackState<Path.State>()
    @Shared(.appStorage("isOn")) public var isOn = false
    @SharedReader(.inMemory("count")) public var count = 0
    public var optional: Item.State?
    public var tab = Item.State(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, name: "")

    public init() {}
  }

  public enum Action {
    case destination(PresentationAction<Destination.Action>)
    case items(IdentifiedActionOf<Item>)
    case onAppear
    case optional(Item.Action)
    case path(StackActionOf<Path>)
    case tab(Item.Action)
    case toggleIsOn(Bool)
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Scope(state: \.tab, action: \.tab) { Item() }
    Reduce(core)
      .ifLet(\.optional, action: \.optional) { Item() }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.items, action: \.items) { Item() }
      .forEach(\.path, action: \.path)
  }

  private func core(into state: inout State, action: Action) -> EffectOf<Self> {
    switch action {
    case .destination(.presented(.item(.delegate(.close)))):
      state.destination = nil
      return .none
    case .destination(.dismiss), .destination:
      return .none
    case let .items(.element(id: id, action: .delegate(.close))):
      state.items.remove(id: id)
      return .none
    case .items, .optional, .tab:
      return .none
    case .onAppear:
      state.destination = .confirm(
        ConfirmationDialogState(
          title: { TextState("Hi \("you")").bold() },
          actions: {
            ButtonState(action: .ok) { TextState("OK") }
            ForEachButton()
          }
        )
      )
      return .merge(
        .run { _ in await withTaskCancellation(id: "x", cancelInFlight: true) { try? await Task.never() } },
        .concatenate(.none, .cancel(id: "x"))
      )
    case .path(.element(id: _, action: .item(.delegate(.close)))):
      _ = state.path.popLast()
      return .none
    case let .path(.push(id: id, state: .item)):
      _ = state.path[id: id, case: \.item]?.name
      return .none
    case .path(.popFrom(id: _)), .path:
      return .none
    case let .toggleIsOn(isOn):
      state.$isOn.withLock { $0 = isOn }
      return .none
    }
  }
}

private func ForEachButton() -> ButtonState<Root.Destination.Alert> {
  ButtonState(role: .cancel) { TextState(verbatim: "Cancel") }
}

extension Root.Path.State: Equatable {}

@CasePathable
@dynamicMemberLookup
enum Mode: Equatable {
  case off
  case on(level: Int)
}

@MainActor
struct RootView {
  @Bindable var store: StoreOf<Root>
  let item: StoreOf<Item>

  func draw() {
    _ = store.isOn
    _ = store.scope(state: \.tab, action: \.tab)
    if let child = store.scope(state: \.destination?.item, action: \.destination.item) { _ = child.name }
    for row in store.scope(state: \.items, action: \.items) { _ = row.name }
    for page in store.scope(state: \.path, action: \.path) {
      switch page.case {
      case let .item(store): _ = store.name
      case let .root(store): _ = store.isOn
      }
    }
    withAnimation { _ = store.send(.toggleIsOn(true)) }
    store.send(.onAppear, animation: .spring())
  }
}

final class Model: Sendable {
  let value = LockIsolated(0)
  let mode = Mode.on(level: 1)
  @MainActor static let shared = Store(initialState: Root.State()) {
    Root()
  } withDependencies: {
    $0.continuousClock = ImmediateClock()
    $0.date.now = Date(timeIntervalSince1970: 0)
  }

  func read() -> Int {
    value.setValue(mode.on ?? 0)
    _ = mode[case: \.on]
    _ = mode.is(\.on)
    let path: AnyCasePath<Mode, Int> = AnyCasePath(\.on)
    _ = path.extract(from: .off)
    let caseKeyPath: CaseKeyPath<Mode, Int> = \.on
    _ = caseKeyPath(3)
    let clock: any Clock<Duration> = AnyClock(TestClock())
    _ = clock
    var list = IdentifiedArray(uniqueElements: [1, 2], id: \.self)
    list.updateOrAppend(3)
    list.append(contentsOf: [4])
    _ = list.index(id: 3)
    _ = list.ids.contains(3)
    _ = list.elements
    return value.value
  }
}
