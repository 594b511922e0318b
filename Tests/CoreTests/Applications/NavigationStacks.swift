import Core
import CoreTestSupport
import Foundation
import Testing

// A shop on a navigation stack: features that know nothing of each other, delegates, a shared basket, links
// to several screens at once, and a way back to the root.

struct ShopItem: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var price: Int
}

extension SharedReaderKey where Self == InMemoryKey<IdentifiedArrayOf<ShopItem>>.Default {
  fileprivate static var basket: Self { Self[.inMemory("basket"), default: []] }
}

@DependencyClient
struct ShopClient: Sendable {
  var item: @Sendable (_ id: ShopItem.ID) async throws -> ShopItem
  var items: @Sendable (_ category: String) async throws -> [ShopItem]
  var order: @Sendable (_ items: [ShopItem.ID]) async throws -> Int
}

extension ShopClient: DependencyKey {
  static let liveValue = ShopClient(
    item: { ShopItem(id: $0, name: "Item \($0)", price: 1) },
    items: { _ in [] },
    order: { _ in 0 }
  )
  static let testValue = ShopClient()
}

@Reducer
struct ShopCategory {
  @ObservableState
  struct State: Equatable {
    var items: [ShopItem] = []
    let name: String
  }

  enum Action {
    case delegate(Delegate)
    case itemTapped(ShopItem)
    case itemsLoaded([ShopItem])
    case task

    @CasePathable
    enum Delegate { case show(ShopItem) }
  }

  @Dependency(ShopClient.self) var shop

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case let .itemTapped(item):
        return .send(.delegate(.show(item)))
      case let .itemsLoaded(items):
        state.items = items
        return .none
      case .task:
        return .run { [name = state.name] send in
          try await send(.itemsLoaded(shop.items(category: name)))
        }
      }
    }
  }
}

@Reducer
struct ShopItemDetail {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    let item: ShopItem
    var secondsSeen = 0
    @Shared(.basket) var basket
  }

  enum Action {
    case addButtonTapped
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case secondElapsed
    case task

    @CasePathable
    enum Alert { case removeAgain }
    @CasePathable
    enum Delegate { case checkOut }
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        guard state.basket[id: state.item.id] == nil else {
          state.alert = AlertState {
            TextState("It is in your basket")
          } actions: {
            ButtonState(role: .destructive, action: .send(.removeAgain, animation: .default)) {
              TextState("Remove it")
            }
          }
          return .none
        }
        state.$basket.withLock { [item = state.item] in _ = $0.append(item) }
        return .send(.delegate(.checkOut))
      case .alert(.presented(.removeAgain)):
        state.$basket.withLock { [id = state.item.id] in _ = $0.remove(id: id) }
        return .none
      case .alert, .delegate:
        return .none
      case .secondElapsed:
        state.secondsSeen += 1
        return .none
      case .task:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.secondElapsed)
          }
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct ShopCheckout {
  @ObservableState
  struct State: Equatable {
    var isOrdering = false
    @Shared(.basket) var basket
    var total: Int { basket.reduce(0) { $0 + $1.price } }
  }

  enum Action {
    case delegate(Delegate)
    case orderButtonTapped
    case ordered(Result<Int, any Error>)

    @CasePathable
    enum Delegate { case didOrder(number: Int) }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(ShopClient.self) var shop

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .orderButtonTapped:
        state.isOrdering = true
        return .run { [ids = state.basket.ids] send in
          await send(.ordered(Result { try await shop.order(items: Array(ids)) }))
        }
      case let .ordered(.success(number)):
        state.isOrdering = false
        state.$basket.withLock { $0.removeAll() }
        return .send(.delegate(.didOrder(number: number)))
      case .ordered(.failure):
        state.isOrdering = false
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
struct Shop {
  @Reducer
  enum Path {
    case category(ShopCategory)
    case checkout(ShopCheckout)
    case item(ShopItemDetail)
    @ReducerCaseIgnored
    case receipt(number: Int)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    @SharedReader(.basket) var basket
  }

  enum Action {
    case goBackToScreen(id: StackElementID)
    case linkOpened(URL)
    case linkResolved([ShopItem])
    case path(StackActionOf<Path>)
    case popToRoot
  }

  @Dependency(ShopClient.self) var shop

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .goBackToScreen(id: id):
        state.path.pop(to: id)
        return .none
      case let .linkOpened(url):
        let ids = url.pathComponents.compactMap { Int($0) }
        return .run { send in
          var items: [ShopItem] = []
          for id in ids { items.append(try await shop.item(id: id)) }
          await send(.linkResolved(items))
        } catch: { _, send in
          await send(.linkResolved([]))
        }
      case let .linkResolved(items):
        state.path = StackState(items.map { .item(ShopItemDetail.State(item: $0)) })
        return .none
      case let .path(action):
        switch action {
        case let .element(id: _, action: .category(.delegate(.show(item)))):
          state.path.append(.item(ShopItemDetail.State(item: item)))
          return .none
        case .element(id: _, action: .item(.delegate(.checkOut))):
          state.path.append(.checkout(ShopCheckout.State()))
          return .none
        case let .element(id: id, action: .checkout(.delegate(.didOrder(number: number)))):
          state.path.pop(from: id)
          state.path.append(.receipt(number: number))
          return .none
        default:
          return .none
        }
      case .popToRoot:
        state.path.removeAll()
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Shop.Path.State: Equatable {}

extension ShopItem {
  fileprivate static let chair = ShopItem(id: 1, name: "Chair", price: 40)
  fileprivate static let table = ShopItem(id: 2, name: "Table", price: 90)
}

@MainActor
@Suite(
  .dependencies {
    $0[ShopClient.self].item = { id in
      try #require([ShopItem.chair, .table].first { $0.id == id })
    }
    $0[ShopClient.self].items = { _ in [.chair, .table] }
  }
)
struct NavigationStackTests {
  @Test func aPurchaseFromTheCategoryToTheReceipt() async {
    let store = TestStore(initialState: Shop.State()) {
      Shop()
    } withDependencies: {
      $0[ShopClient.self].order = { ids in ids.reduce(100, +) }
    }

    await store.send(\.path.push, (id: 0, .category(ShopCategory.State(name: "Wood")))) {
      $0.path[id: 0] = .category(ShopCategory.State(name: "Wood"))
    }
    await store.send(\.path[id: 0].category.task)
    await store.receive(\.path[id: 0].category.itemsLoaded) {
      $0.path[id: 0]?.modify(\.category) { $0.items = [.chair, .table] }
    }
    await store.send(\.path[id: 0].category.itemTapped, .chair)
    await store.receive(\.path[id: 0].category.delegate.show) {
      $0.path[id: 1] = .item(ShopItemDetail.State(item: .chair))
    }
    await store.send(\.path[id: 1].item.addButtonTapped) {
      $0.path[id: 1, case: \.item]?.$basket.withLock { $0 = [.chair] }
    }
    #expect(store.state.basket == [.chair])
    await store.receive(\.path[id: 1].item.delegate.checkOut) {
      $0.path[id: 2] = .checkout(ShopCheckout.State())
    }
    await store.send(\.path[id: 2].checkout.orderButtonTapped) {
      $0.path[id: 2]?.modify(\.checkout) { $0.isOrdering = true }
    }
    await store.receive(\.path[id: 2].checkout.ordered.success) {
      $0.path[id: 2]?.modify(\.checkout) {
        $0.isOrdering = false
        $0.$basket.withLock { $0 = [] }
      }
    }
    await store.receive(\.path[id: 2].checkout.delegate.didOrder) {
      $0.path[id: 2] = nil
      $0.path[id: 3] = .receipt(number: 101)
    }
    #expect(store.state.path.ids.count == 3)
  }

  @Test func aBasketOfTheTestIsShownByEachScreen() async {
    @Shared(.basket) var basket = [.chair, .table]
    let store = TestStore(
      initialState: Shop.State(
        path: StackState([
          .item(ShopItemDetail.State(item: .chair)),
          .checkout(ShopCheckout.State()),
        ])
      )
    ) {
      Shop()
    }
    #expect(store.state.path[id: 1, case: \.checkout]?.total == 130)

    await store.send(\.path[id: 0].item.addButtonTapped) {
      $0.path[id: 0]?.modify(\.item) {
        $0.alert = AlertState {
          TextState("It is in your basket")
        } actions: {
          ButtonState(role: .destructive, action: .send(.removeAgain, animation: .default)) {
            TextState("Remove it")
          }
        }
      }
    }
    await store.send(\.path[id: 0].item.alert.removeAgain) {
      $0.path[id: 0]?.modify(\.item) {
        $0.alert = nil
        $0.$basket.withLock { $0 = [.table] }
      }
    }
    #expect(basket == [.table])
    #expect(store.state.path[id: 1, case: \.checkout]?.total == 90)
  }

  @Test func aFailedOrderPopsTheCheckout() async {
    struct SoldOut: Error {}
    let store = TestStore(initialState: Shop.State(path: StackState([.checkout(ShopCheckout.State())]))) {
      Shop()
    } withDependencies: {
      $0[ShopClient.self].order = { _ in throw SoldOut() }
    }
    await store.send(\.path[id: 0].checkout.orderButtonTapped) {
      $0.path[id: 0]?.modify(\.checkout) { $0.isOrdering = true }
    }
    await store.receive(\.path[id: 0].checkout.ordered.failure) {
      $0.path[id: 0]?.modify(\.checkout) { $0.isOrdering = false }
    }
    await store.receive(\.path.popFrom, 0) {
      $0.path.removeLast()
    }
  }

  @Test func aLinkOpensEachOfItsItems() async throws {
    let store = TestStore(initialState: Shop.State(path: StackState([.receipt(number: 1)]))) {
      Shop()
    }
    store.exhaustivity = .off
    await store.send(.linkOpened(try #require(URL(string: "shop://items/2/1"))))
    await store.receive(\.linkResolved)
    let items = store.state.path.compactMap { $0.item?.item }
    expectNoDifference(items, [.table, .chair])
  }

  @Test func theTimersOfPoppedScreensEnd() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Shop.State(
        path: StackState([
          .item(ShopItemDetail.State(item: .chair)),
          .item(ShopItemDetail.State(item: .table)),
        ])
      )
    ) {
      Shop()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.path[id: 0].item.task)
    await store.send(\.path[id: 1].item.task)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].item.secondElapsed) {
      $0.path[id: 0, case: \.item]?.secondsSeen = 1
    }
    await store.receive(\.path[id: 1].item.secondElapsed) {
      $0.path[id: 1, case: \.item]?.secondsSeen = 1
    }
    await store.send(.goBackToScreen(id: 0)) {
      $0.path.pop(to: 0)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].item.secondElapsed) {
      $0.path[id: 0, case: \.item]?.secondsSeen = 2
    }
    await store.send(.popToRoot) {
      $0.path = StackState()
    }
    await clock.run()
    await store.finish()
  }

  @Test func theUserPopsWithTheBackButton() async {
    let store = TestStore(
      initialState: Shop.State(
        path: StackState([.category(ShopCategory.State(name: "Wood")), .receipt(number: 3)])
      )
    ) {
      Shop()
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path[id: 1] = nil
    }
    await store.send(\.path.popFrom, 0) {
      $0.path = StackState()
    }
  }

  @Test func storesOfScreensSendToTheStack() async throws {
    @Shared(.basket) var basket
    let store = Store(
      initialState: Shop.State(path: StackState([.item(ShopItemDetail.State(item: .chair))]))
    ) {
      Shop()
    }
    let screens = store.scope(state: \.path, action: \.path)
    let screen = try #require(screens.first)
    switch screen.case {
    case let .item(item):
      await item.send(.addButtonTapped).finish()
      #expect(basket == [.chair])
      #expect(store.path.count == 2)
    case .category, .checkout, .receipt:
      Issue.record("The first screen is an item.")
    }
  }
}
