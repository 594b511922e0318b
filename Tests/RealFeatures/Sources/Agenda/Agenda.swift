import ComposableArchitecture
import Foundation

@Reducer
struct PlanList {
  @ObservableState
  struct State: Equatable {
    @Presents var new: PlanForm.State?
    @Shared(.plans) var plans
  }

  enum Action {
    case addButtonTapped
    case cancelButtonTapped
    case delete(IndexSet)
    case new(PresentationAction<PlanForm.Action>)
    case saveButtonTapped
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.new = PlanForm.State(plan: Plan(id: uuid(), topics: [Topic(id: uuid())]))
        return .none

      case .cancelButtonTapped:
        state.new = nil
        return .none

      case .delete(let offsets):
        state.$plans.withLock { $0.remove(atOffsets: offsets) }
        return .none

      case .new:
        return .none

      case .saveButtonTapped:
        guard let new = state.new, new.isValid else { return .none }
        var plan = new.plan
        plan.topics.removeAll { $0.title.isEmpty }
        state.$plans.withLock { _ = $0.append(plan) }
        state.new = nil
        return .none
      }
    }
    .ifLet(\.$new, action: \.new) { PlanForm() }
  }
}

@Reducer
struct Agenda {
  @Reducer
  enum Path {
    case detail(PlanDetail)
    case moderation(Moderation)
    @ReducerCaseIgnored
    case notes(Topic)
  }

  @ObservableState
  struct State: Equatable {
    var list = PlanList.State()
    var path = StackState<Path.State>()
  }

  enum Action {
    case list(PlanList.Action)
    case path(StackActionOf<Path>)
    case planTapped(Plan.ID)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { PlanList() }
    Reduce { state, action in
      switch action {
      case .list:
        return .none

      case .path(.element(id: _, action: .detail(.delegate(.start(let plan))))):
        state.path.append(.moderation(Moderation.State(plan: plan)))
        return .none

      case .path:
        return .none

      case .planTapped(let id):
        guard let plan = Shared(state.list.$plans[id: id]) else { return .none }
        state.path.append(.detail(PlanDetail.State(plan: plan)))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Agenda.Path.State: Equatable {}
