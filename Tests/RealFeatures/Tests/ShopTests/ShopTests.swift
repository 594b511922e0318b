import ComposableArchitecture
import Testing

@testable import Shop

@MainActor
struct ShopTests {
  let cup = Article(id: 1, name: "Cup", price: 900)

  @Test func buysACup() async {
    let store = TestStore(initialState: Shop.State()) {
      Shop()
    } withDependencies: {
      $0.shopClient.order = { @Sendable lines in lines.count + 100 }
    }

    await store.send(\.catalog.articleTapped, cup) {
      $0.path[id: 0] = .product(Product.State(article: cup))
    }
    await store.send(\.path[id: 0].product.incrementButtonTapped) {
      $0.path[id: 0]?.modify(\.product) { $0.quantity = 2 }
    }
    await store.send(\.path[id: 0].product.addToCartButtonTapped) {
      $0.path[id: 0]?.modify(\.product) {
        $0.$cart.withLock { $0 = [CartLine(article: cup, quantity: 2)] }
      }
    }
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
    #expect(store.state.catalog.cart.count == 1)

    await store.send(\.catalog.cartButtonTapped) {
      $0.path[id: 1] = .checkout(Checkout.State())
    }
    #expect(store.state.path.last?.checkout?.total == 1800)
    await store.send(\.path[id: 1].checkout.orderButtonTapped) {
      $0.path[id: 1]?.modify(\.checkout) { $0.isOrdering = true }
    }
    await store.receive(\.path[id: 1].checkout.orderResponse.success, 101) {
      $0.path[id: 1]?.modify(\.checkout) {
        $0.isOrdering = false
        $0.$cart.withLock { $0 = [] }
      }
    }
    await store.receive(\.path[id: 1].checkout.delegate.ordered) {
      $0.alert = AlertState { TextState("Thank you! Your order is number 101.") }
      $0.lastOrder = 101
      $0.path = StackState()
    }
  }

  @Test func failedOrder() async {
    struct Offline: Error {}
    @Shared(.cart) var cart = [CartLine(article: cup, quantity: 1)]
    let store = TestStore(initialState: Checkout.State()) {
      Checkout()
    } withDependencies: {
      $0.shopClient.order = { @Sendable _ in throw Offline() }
    }
    store.exhaustivity = .off

    await store.send(.orderButtonTapped) { $0.isOrdering = true }
    await store.receive(\.orderResponse.failure)
    #expect(store.state.alert?.buttons.count == 2)
    store.dependencies.shopClient.order = { @Sendable _ in 7 }
    await store.send(\.alert.tryAgain)
    await store.receive(\.delegate.ordered, 7)
    #expect(cart.isEmpty)
  }

  @Test func reviewsAndBack() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }
    store.exhaustivity = .off

    await store.send(\.catalog.articleTapped, cup)
    await store.send(\.path[id: 0].product.reviewsButtonTapped) {
      $0.path[id: 1] = .reviews(cup)
    }
    await store.send(.backToButtonTapped(id: 0))
    #expect(store.state.path.ids == [0])
    await store.send(\.path.popFrom, 0) {
      $0.path = StackState()
    }
  }

  @Test func sortsAndMoves() async {
    let store = TestStore(initialState: Catalog.State(editMode: .active)) { Catalog() }

    await store.send(.binding(.set(\.sort, .price))) {
      $0.sort = .price
    }
    #expect(store.state.sorted.map(\.name) == ["Spoon", "Cup", "Plate"])
    await store.send(.move(IndexSet(integer: 2), 0)) {
      $0.articles.move(fromOffsets: [2], toOffset: 0)
    }
  }
}
