import ComposableArchitecture
import SwiftUI

struct Article: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
  /// In cents.
  var price: Int
}

struct CartLine: Codable, Equatable, Identifiable, Sendable {
  var article: Article
  var quantity: Int
  var id: Article.ID { article.id }
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<CartLine>>.Default {
  static var cart: Self {
    Self[.inMemory("cart"), default: []]
  }
}

@Reducer
struct Catalog {
  @ObservableState
  struct State: Equatable {
    var articles: IdentifiedArrayOf<Article> = [
      Article(id: 1, name: "Cup", price: 900),
      Article(id: 2, name: "Plate", price: 1400),
      Article(id: 3, name: "Spoon", price: 300),
    ]
    @SharedReader(.cart) var cart
    var editMode: EditMode = .inactive
    var sort: Sort = .name

    enum Sort: LocalizedStringKey, CaseIterable, Hashable {
      case name = "By name"
      case price = "By price"
    }

    var sorted: [Article] {
      switch sort {
      case .name: articles.sorted { $0.name < $1.name }
      case .price: articles.sorted { $0.price < $1.price }
      }
    }
  }

  enum Action: BindableAction {
    case articleTapped(Article)
    case binding(BindingAction<State>)
    case cartButtonTapped
    case move(IndexSet, Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .articleTapped, .binding, .cartButtonTapped:
        return .none
      case .move(let source, let destination):
        state.articles.move(fromOffsets: source, toOffset: destination)
        return .none
      }
    }
  }
}

@Reducer
struct Product {
  @ObservableState
  struct State: Equatable {
    let article: Article
    @Shared(.cart) var cart
    var quantity = 1
  }

  enum Action {
    case addToCartButtonTapped
    case decrementButtonTapped
    case incrementButtonTapped
    case reviewsButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addToCartButtonTapped:
        let (article, quantity) = (state.article, state.quantity)
        state.$cart.withLock {
          let line = $0[id: article.id] ?? CartLine(article: article, quantity: 0)
          $0[id: article.id] = CartLine(article: article, quantity: line.quantity + quantity)
        }
        return .run { _ in await dismiss(animation: .default) }

      case .decrementButtonTapped:
        state.quantity = max(1, state.quantity - 1)
        return .none

      case .incrementButtonTapped:
        state.quantity += 1
        return .none

      case .reviewsButtonTapped:
        return .none
      }
    }
  }
}

@Reducer
struct Checkout {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.cart) var cart
    var isOrdering = false

    var total: Int { cart.reduce(0) { $0 + $1.quantity * $1.article.price } }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case delete(IndexSet)
    case orderButtonTapped
    case orderResponse(Result<Int, any Error>)

    @CasePathable
    enum Alert: Equatable, Sendable { case tryAgain }
    @CasePathable
    enum Delegate: Equatable, Sendable { case ordered(number: Int) }
  }

  @Dependency(\.shopClient.order) var order

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.tryAgain)), .orderButtonTapped:
        guard !state.cart.isEmpty, !state.isOrdering else { return .none }
        state.isOrdering = true
        return .run { [cart = state.cart] send in
          await send(.orderResponse(Result { try await order(cart.elements) }))
        }

      case .alert, .delegate:
        return .none

      case .delete(let offsets):
        state.$cart.withLock { $0.remove(atOffsets: offsets) }
        return .none

      case .orderResponse(.success(let number)):
        state.isOrdering = false
        state.$cart.withLock { $0 = [] }
        return .send(.delegate(.ordered(number: number)))

      case .orderResponse(.failure(let error)):
        state.isOrdering = false
        state.alert = AlertState {
          TextState("The order failed")
        } actions: {
          ButtonState(action: .tryAgain) { TextState("Try again") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        } message: {
          TextState(String(describing: error))
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@DependencyClient
struct ShopClient: Sendable {
  var order: @Sendable ([CartLine]) async throws -> Int
}

extension ShopClient: DependencyKey {
  static let liveValue = Self(
    order: { lines in
      try await Task.sleep(for: .seconds(1))
      return lines.count
    }
  )
  static let testValue = Self()
}

extension DependencyValues {
  var shopClient: ShopClient {
    get { self[ShopClient.self] }
    set { self[ShopClient.self] = newValue }
  }
}
