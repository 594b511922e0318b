import ComposableArchitecture
import SwiftUI

@Reducer
struct Shop {
  @Reducer(state: .equatable)
  enum Path {
    case checkout(Checkout)
    case product(Product)
    @ReducerCaseIgnored
    case reviews(Article)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var catalog = Catalog.State()
    var lastOrder: Int?
    var path = StackState<Path.State>()
  }

  enum Action {
    case alert(PresentationAction<Never>)
    case backToButtonTapped(id: StackElementID)
    case catalog(Catalog.Action)
    case homeButtonTapped
    case path(StackActionOf<Path>)
    case scenePhaseChanged(ScenePhase)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.catalog, action: \.catalog) { Catalog() }
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .backToButtonTapped(let id):
        state.path.pop(to: id)
        return .none

      case .catalog(.articleTapped(let article)):
        state.path.append(.product(Product.State(article: article)))
        return .none

      case .catalog(.cartButtonTapped):
        state.path.append(.checkout(Checkout.State()))
        return .none

      case .catalog:
        return .none

      case .homeButtonTapped:
        state.path.removeAll()
        return .none

      case .path(.element(id: _, action: .checkout(.delegate(.ordered(let number))))):
        state.path.removeAll()
        state.lastOrder = number
        state.alert = AlertState { TextState("Thank you! Your order is number \(number).") }
        return .none

      case .path(.element(let id, action: .product(.reviewsButtonTapped))):
        guard case .product(let product) = state.path[id: id] else { return .none }
        state.path.append(.reviews(product.article))
        return .none

      case .path:
        return .none

      case .scenePhaseChanged(let phase):
        if phase == .background { state.catalog.editMode = .inactive }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .forEach(\.path, action: \.path)
  }
}
